import type { CardAssets } from "../ports.ts";
import { createRecent } from "./recent.ts";

/** Pictures kept; most are smaller than 5 KB. */
const KEPT = 256;

/** Gives the picture of an emoji by its name, or undefined where there is none, and keeps what was asked for last. */
export function createEmoji(assets: CardAssets): (name: string) => Promise<string | undefined> {
  const recent = createRecent<Promise<string | undefined>>(KEPT);
  return (name) =>
    recent.get(name, () => {
      const picture = assets.emoji(name);
      picture.catch(() => recent.forget(name));
      return picture;
    });
}
