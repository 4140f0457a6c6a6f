import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Redraws the cards in test/golden/cards. Requires `npm run build`. Check the images before you commit them.

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { toCard } = await import("../dist/card.js");
const { goldenData: data, titles } = (await runnerImport(path("test/card/titles.ts"))).module;

mkdirSync(path("test/golden/cards"), { recursive: true });
for (const [name, [title, color]] of Object.entries(titles)) {
  writeFileSync(path(`test/golden/cards/${name}.png`), await toCard({ title, data, color }));
}
