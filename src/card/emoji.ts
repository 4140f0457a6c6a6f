import type { CardAssets } from "../ports.ts";

/** Pictures kept; most are smaller than 5 KB. */
const KEPT = 256;

/** Gives the picture of an emoji by its name, or undefined where there is none, and keeps what was asked for last. */
export function createEmoji(assets: CardAssets): (name: string) => Promise<string | undefined> {
  const kept = new Map<string, string | undefined>();
  return async (name) => {
    const picture = kept.has(name) ? kept.get(name) : await assets.emoji(name);
    kept.delete(name);
    kept.set(name, picture);
    const oldest = kept.size > KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}
