import type { Face, Font } from "harfbuzzjs";
import { createCache } from "../cache.ts";
import { packageMissing } from "../errors.ts";
import { memoize } from "../once.ts";
import type { CardAssets } from "../ports.ts";
import type { Cluster } from "./clusters.ts";
import { BASE_FAMILY, familiesFor, type HanStyle } from "./families.ts";

/** Strokes of titles and of captions; families of one weight only have theirs. */
export type Weight = 700 | 500;

/** A part of a font family, ready for use. */
export interface CardFont {
  readonly font: Font;
  /** Units of the font to the em. */
  readonly upem: number;
  /** Whether it has a glyph for the code point. */
  has(codePoint: number): boolean;
  /** The outline of a glyph in font units, y upwards, as SVG path data. */
  outline(glyph: number): string;
}

interface LoadedFace {
  readonly face: Face;
  readonly codePoints: ReadonlySet<number>;
}

interface Part {
  readonly name: string;
  readonly ranges: Ranges;
}

export interface Fonts {
  /** The font for `cluster`: the first that has all of it, else the first that has its letter, else the base family,
   *  whose box then stands for what is missing. */
  fontFor(cluster: Cluster, han: HanStyle, weight: Weight): Promise<CardFont>;
}

/** Outlines of glyphs in the cache, of about 1 KB each. */
export const OUTLINES = 4096;

const joined = (...parts: readonly (string | number)[]) => parts.join("/");

/** Characters that are obeyed and not drawn need no glyph. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** Creates fonts from `assets`. Each part is loaded when it is first needed, and kept: there are about 540, of 40 MB. */
export function createFonts(harfbuzz: HarfBuzz, assets: CardAssets): Fonts {
  const outlines = createCache<string, string>({ maxEntries: OUTLINES });

  const partsOf = memoize(
    async (family: string): Promise<readonly Part[]> =>
      Object.entries(await assets.fontParts(family)).map(([name, css]) => ({ name, ranges: parseRanges(css) })),
  );

  const faceOf = memoize(
    async (family: string, part: string): Promise<LoadedFace> => {
      const face = new harfbuzz.Face(new harfbuzz.Blob(await assets.font(family, part)));
      return { face, codePoints: new Set(face.collectUnicodes()) };
    },
    new Map(),
    joined,
  );

  const load = memoize(
    async (family: string, part: string, weight: Weight): Promise<CardFont> => {
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

  async function fontFor({ text }: Cluster, han: HanStyle, weight: Weight): Promise<CardFont> {
    const seen = [...text].filter((character) => !UNSEEN.test(character)).map((one) => one.codePointAt(0) ?? 0);
    const letter = seen[0] ?? 0x20;
    let second: CardFont | undefined;
    for (const family of familiesFor(String.fromCodePoint(letter), han)) {
      for (const part of await partsOf(family)) {
        if (!inRanges(part.ranges, letter)) continue;
        const font = await load(family, part.name, weight);
        if (seen.every((codePoint) => font.has(codePoint))) return font;
        if (font.has(letter)) second ??= font;
      }
    }
    return second ?? load(BASE_FAMILY, "latin", weight);
  }

  return { fontFor };
}

/** A set of characters: [first, last] code points, ascending. */
export type Ranges = readonly (readonly [number, number])[];

/** Reads a CSS unicode-range, such as "U+0-FF, U+131, U+4??". Ignores anything else in it. */
export function parseRanges(css: string): Ranges {
  const ranges: [number, number][] = [];
  for (const [, first = "", last] of css.matchAll(/U\+([0-9A-F]+\?*)(?:-([0-9A-F]+))?/gi)) {
    const from = Number.parseInt(first.replaceAll("?", "0"), 16);
    ranges.push([from, Number.parseInt(last ?? first.replaceAll("?", "F"), 16)]);
  }
  return ranges.sort(([a], [b]) => a - b);
}

/** Returns whether `ranges` contain `codePoint`. */
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

/** HarfBuzz, compiled. */
export type HarfBuzz = typeof import("harfbuzzjs");

/** Loads HarfBuzz. @throws {QrError} NOT_SUPPORTED when the package, which is optional, is not installed. */
export async function loadHarfBuzz(): Promise<HarfBuzz> {
  try {
    return await import("harfbuzzjs");
  } catch (cause) {
    throw packageMissing("harfbuzzjs", cause);
  }
}
