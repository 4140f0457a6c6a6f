import type { CardOptions } from "../src/runtime/card.ts";

/** The cards in docs/social-cards.md: their paths and parameters. */
export const cards: Readonly<Record<string, CardOptions>> = {
  "docs/cards/latin.png": {
    title: "Open workshop, every Friday at six",
    data: "https://example.com/workshop",
    color: "1e40af",
  },
  "docs/cards/arabic.png": { title: "أهلاً بكم في المعرض", data: "https://example.com/ar", color: "fbbf24" },
  "docs/cards/japanese.png": { title: "新しい図書館へ、ようこそ 📚", data: "https://example.com/ja", color: "be185d" },
  "docs/cards/design.png": { title: "Today’s menu", data: "https://example.com/menu", preset: "ocean" },
};
