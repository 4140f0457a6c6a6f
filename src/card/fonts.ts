import type { Face, Font } from "harfbuzzjs";
import { createCache } from "../cache.ts";
import { memoize } from "../once.ts";
import type { CardAssets } from "../ports.ts";
import type { Cluster } from "./clusters.ts";
import { BASE_FAMILY, familiesFor, type HanStyle } from "./families.ts";
import type { HarfBuzz } from "./harfbuzz.ts";
import { inRanges, parseRanges, type Ranges } from "./ranges.ts";

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

/** Outlines kept, of about 1 KB each. */
const OUTLINES = 4096;

const joined = (...parts: readonly (string | number)[]) => parts.join("/");

/** Characters that are obeyed and not drawn need no glyph. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** Fonts from `assets`, each loaded when first needed and then kept: there are about 540 parts, 40 MB all together. */
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
