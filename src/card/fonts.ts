import type { Font } from "harfbuzzjs";
import { memoize } from "../async/once.ts";
import { createCache } from "../cache.ts";
import { packageMissing } from "../errors.ts";
import type { FontWeight } from "../logo/svg-font.ts";
import type { CardAssets } from "../ports.ts";
import type { Cluster } from "./clusters.ts";
import { BASE_FAMILY, familiesFor, type HanStyle, withBaseHyphens } from "./families.ts";

/** A loaded font file, which contains a subset of the characters of its family. */
export interface CardFont {
  readonly font: Font;
  /** Font units per em. */
  readonly upem: number;
  has(codePoint: number): boolean;
  /** Returns the outline of a glyph as SVG path data in font units, with y pointing up. */
  outline(glyph: number): string;
}

/** A weight, and the family that is preferred to those of Noto Sans. */
export interface Face {
  readonly weight: FontWeight;
  readonly family?: string;
}

export interface Fonts {
  /** Resolves to the first font that has all characters of `cluster`. If there is none, resolves to the first font that
   *  has the letter in `cluster`, or else to the base font. Rejects with QrError NOT_SUPPORTED if the family of `face` is not
   *  installed. */
  fontFor(cluster: Cluster, han: HanStyle, face: Face): Promise<CardFont>;
}

/** Maximum number of cached outlines. Each takes about 1 KB. */
export const OUTLINES = 4096;

const joined = (...parts: readonly (string | number)[]) => parts.join("/");

/** Invisible characters, which need no glyph. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** Creates fonts from `assets`. Loads each font file when it is first needed, and then keeps it in memory. All 540 files
 *  together take 40 MB. */
export function createFonts(harfbuzz: HarfBuzz, assets: CardAssets): Fonts {
  const outlines = createCache<string, string>({ maxEntries: OUTLINES });

  const partsOf = memoize(async (family: string) =>
    Object.entries(await assets.fontParts(family)).map(([name, css]) => ({ name, ranges: parseRanges(css) })),
  );

  const faceOf = memoize(
    async (family: string, part: string) => {
      const face = new harfbuzz.Face(new harfbuzz.Blob(await assets.font(family, part)));
      return { face, codePoints: new Set(face.collectUnicodes()) };
    },
    new Map(),
    joined,
  );

  const load = memoize(
    async (family: string, part: string, weight: FontWeight): Promise<CardFont> => {
      const { face, codePoints } = await faceOf(family, part);
      const font = new harfbuzz.Font(face);
      font.setVariations([new harfbuzz.Variation("wght", weight)]);
      return {
        font,
        upem: face.upem,
        has: (codePoint) => codePoints.has(codePoint),
        outline: memoize(
          (glyph) => font.glyphToPath(glyph),
          outlines,
          (glyph) => joined(family, part, weight, glyph),
        ),
      };
    },
    new Map(),
    joined,
  );

  async function fontFor({ text }: Cluster, han: HanStyle, { weight, family: first }: Face): Promise<CardFont> {
    if (first && (await partsOf(first)).length === 0) throw packageMissing(`@fontsource-variable/${first}`);
    const visible = [...withBaseHyphens(text)]
      .filter((character) => !INVISIBLE.test(character))
      .map((one) => one.codePointAt(0) ?? 0);
    const letter = visible[0] ?? 0x20;
    let fallback: CardFont | undefined;
    const others = familiesFor(String.fromCodePoint(letter), han);
    for (const family of first ? [first, ...others] : others) {
      for (const part of await partsOf(family)) {
        if (!inRanges(part.ranges, letter)) continue;
        const font = await load(family, part.name, weight);
        if (visible.every((codePoint) => font.has(codePoint))) return font;
        if (font.has(letter)) fallback ??= font;
      }
    }
    return fallback ?? load(BASE_FAMILY, "latin", weight);
  }

  return { fontFor };
}

/** A set of characters as ascending pairs of first and last code points. */
export type Ranges = readonly (readonly [number, number])[];

/** Parses a CSS unicode-range, such as "U+0-FF, U+131, U+4??". Ignores all other text. */
export function parseRanges(css: string): Ranges {
  const ranges: [number, number][] = [];
  for (const [, first = "", last] of css.matchAll(/U\+([0-9A-F]+\?*)(?:-([0-9A-F]+))?/gi)) {
    const from = Number.parseInt(first.replaceAll("?", "0"), 16);
    ranges.push([from, Number.parseInt(last ?? first.replaceAll("?", "F"), 16)]);
  }
  return ranges.sort(([a], [b]) => a - b);
}

export function inRanges(ranges: Ranges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] as readonly [number, number];
    if (codePoint > last) low = middle + 1;
    else if (codePoint < first) high = middle;
    else return true;
  }
  return false;
}

export type HarfBuzz = typeof import("harfbuzzjs");

/** Imports HarfBuzz. Rejects with QrError NOT_SUPPORTED if the optional package is not installed. */
export async function loadHarfBuzz(): Promise<HarfBuzz> {
  try {
    return await import("harfbuzzjs");
  } catch (cause) {
    throw packageMissing("harfbuzzjs", cause);
  }
}
