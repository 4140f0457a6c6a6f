import bidiFactory from "bidi-js";
import { type Cluster, clustersOf, emojiName } from "./clusters.ts";
import { type HanStyle, withBaseHyphens } from "./families.ts";
import type { CardFont, Face, Fonts, HarfBuzz } from "./fonts.ts";

/** A glyph of a font, or an emoji. Lengths are in ems. */
export interface Mark {
  /** Start of the glyph's cluster in the text. */
  readonly at: number;
  readonly advance: number;
  readonly draw:
    | { readonly font: CardFont; readonly glyph: number; readonly dx: number; readonly dy: number }
    | { readonly emoji: string };
}

/** Consecutive marks with the same direction, from left to right. */
export interface Run {
  /** Embedding level; odd levels are right-to-left. UAX #9. */
  readonly level: number;
  readonly start: number;
  readonly end: number;
  readonly marks: readonly Mark[];
}

/** The glyphs of a text before it is broken into lines. */
export interface ShapedText {
  readonly text: string;
  readonly clusters: readonly Cluster[];
  readonly runs: readonly Run[];
  /** Whether the text is right-to-left. */
  readonly rtl: boolean;
}

/** OpenType features for ligatures that no script requires. */
const LIGATURES = ["liga", "clig"];

/** Width of an emoji in ems, including the space on both sides. */
const EMOJI_ADVANCE = 1.25;

const bidi = bidiFactory();

export type Shaper = ReturnType<typeof createShaper>;

type Piece = Cluster & { readonly level: number; readonly font?: CardFont; readonly picture?: string };

/** Creates a shaper that uses HarfBuzz. `emoji` resolves to the SVG of an emoji, if there is one. */
export function createShaper(harfbuzz: HarfBuzz, fonts: Fonts, emoji: (name: string) => Promise<string | undefined>) {
  const buffer = new harfbuzz.Buffer();

  /** Finds an image or a font for `cluster`. Splits a joined emoji into its parts if there is no image for it. */
  async function itemize(cluster: Cluster, level: number, han: HanStyle, face: Face): Promise<Piece[]> {
    if (cluster.emoji) {
      const picture = await emoji(emojiName(cluster.text));
      if (picture !== undefined) return [{ ...cluster, level, picture }];
      const parts = partsOf(cluster);
      if (parts.length > 1) return (await Promise.all(parts.map((part) => itemize(part, level, han, face)))).flat();
    }
    return [{ ...cluster, level, font: await fonts.fontFor(cluster, han, face) }];
  }

  function glyphsOf(
    text: string,
    font: CardFont,
    { start, end, level }: Pick<Piece, "start" | "end" | "level">,
    hasLigatures: boolean,
  ): Mark[] {
    buffer.reset();
    buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS);
    buffer.addText(withBaseHyphens(text), start, end - start);
    buffer.guessSegmentProperties();
    buffer.setDirection(level % 2 ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(font.font, buffer, hasLigatures ? [] : LIGATURES.map((tag) => new harfbuzz.Feature(tag, 0)));
    return buffer.getGlyphInfosAndPositions().map((glyph) => ({
      at: glyph.cluster,
      advance: (glyph.xAdvance ?? 0) / font.upem,
      draw: {
        font,
        glyph: glyph.codepoint,
        dx: (glyph.xOffset ?? 0) / font.upem,
        dy: (glyph.yOffset ?? 0) / font.upem,
      },
    }));
  }

  /** Resolves to the glyphs and emoji of `text`, which must not contain line breaks. By default, the first letter determines
   *  the direction, and ligatures are used. */
  async function shape(
    text: string,
    han: HanStyle,
    face: Face,
    direction?: "ltr" | "rtl",
    hasLigatures = true,
  ): Promise<ShapedText> {
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
    const clusters = clustersOf(text);
    const itemized = clusters.map((cluster) => itemize(cluster, levels[cluster.start] ?? 0, han, face));
    const pieces = (await Promise.all(itemized)).flat();
    const runs: Run[] = [];
    for (let from = 0; from < pieces.length; ) {
      const first = pieces[from] as Piece;
      let to = from + 1;
      while (first.font && pieces[to]?.font === first.font && pieces[to]?.level === first.level) to++;
      const { start, level, font, picture = "" } = first;
      const end = pieces[to - 1]?.end ?? first.end;
      const marks = font
        ? glyphsOf(text, font, { start, end, level }, hasLigatures)
        : [{ at: start, advance: EMOJI_ADVANCE, draw: { emoji: picture } }];
      runs.push({ level, start, end, marks });
      from = to;
    }
    return { text, clusters, runs, rtl: (paragraphs[0]?.level ?? 0) % 2 === 1 };
  }

  return { shape };
}

/** Splits a joined emoji at its joiners and removes them. */
function partsOf({ text, start }: Cluster): Cluster[] {
  let at = start;
  return text.split(/(?<=\u200D)/u).flatMap((part) => {
    const cluster = { start: at, end: at + part.length, text: part.replace(/\u200D$/, ""), emoji: true };
    at = cluster.end;
    return cluster;
  });
}
