import { createCache } from "../cache.ts";
import { memoize } from "../once.ts";
import { hostOf, isWebAddress } from "../payload/url.ts";
import type { CardAssets, CardJob } from "../ports.ts";
import { boundMarks } from "./clusters.ts";
import { symbolFor, symbolPath } from "./code-art.ts";
import { type CardColors, cardColors } from "./colors.ts";
import { createFonts } from "./fonts.ts";
import { hanStyleOf } from "./han-style.ts";
import type { HarfBuzz } from "./harfbuzz.ts";
import { CARD, type Layout, layoutFor } from "./layout.ts";
import { createShaper, type ShapedText } from "./shape.ts";
import { drawText } from "./text-art.ts";
import { createTypesetter, type SetText } from "./typeset.ts";

/** Draws cards as SVG documents of CARD's size, in which all text is outlines. */
export interface CardMaker {
  /** @throws {QrError} DATA_TOO_LONG. */
  draw(job: CardJob): Promise<string>;
}

/** Pictures of emoji that are kept; most are smaller than 5 KB. */
const EMOJI = 256;

/** A maker of cards that uses HarfBuzz and the fonts and emoji of `assets`. */
export function createCardMaker(harfbuzz: HarfBuzz, assets: CardAssets): CardMaker {
  const emoji = memoize(assets.emoji, createCache({ maxEntries: EMOJI }));
  const shaper = createShaper(harfbuzz, createFonts(harfbuzz, assets), emoji);
  const { setTitle, setCaption } = createTypesetter(shaper);

  async function draw({ title, data, color }: CardJob): Promise<string> {
    const symbol = symbolFor(data);
    const colors = cardColors(color);
    const text = boundMarks(title.normalize("NFC").replace(/\s+/gu, " ").trim());
    const han = hanStyleOf(text);
    const shaped = await shaper.shape(text, han, 700);
    const flow = text === "" ? "none" : shaped.rtl ? "rtl" : "ltr";
    const host = isWebAddress(data) ? hostOf(data) : "";
    const layout = layoutFor(symbol.side, flow, host !== "");
    const { left, top, scale } = layout.code;
    return documentOf([
      drawGround(layout, colors),
      drawPanel(layout, colors),
      `<path fill="#${colors.code}" shape-rendering="crispEdges" d="${symbolPath(symbol, left, top, scale)}"/>`,
      text && drawTitle(await setTitle(shaped, han, layout.title), layout, colors),
      layout.caption && drawCaption(await setCaption(host, layout.caption.width), layout.caption, colors),
    ]);
  }

  return { draw };
}

function documentOf(parts: readonly (string | undefined)[]): string {
  const { width, height } = CARD;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join("")}</svg>`;
}

/** How far the shapes of the ornament reach beyond the panel. */
const RIPPLES = [330, 190, 80] as const;

/** The accent, and on it the outline of the panel, larger and larger. */
function drawGround({ panel: { left, top, width, height, radius } }: Layout, { ground, shades }: CardColors): string {
  const ripples = RIPPLES.map((reach, step) => {
    const size = `width="${width + 2 * reach}" height="${height + 2 * reach}"`;
    return `<rect fill="#${shades[step]}" x="${left - reach}" y="${top - reach}" ${size} rx="${radius + 0.7 * reach}"/>`;
  });
  return `<path fill="#${ground}" d="M0 0h${CARD.width}v${CARD.height}H0z"/>${ripples.join("")}`;
}

/** The panel with an edge of one pixel. */
function drawPanel({ panel: { left, top, width, height, radius } }: Layout, { panel, edge }: CardColors): string {
  return (
    `<rect fill="#${edge}" x="${left - 1}" y="${top - 1}" width="${width + 2}" height="${height + 2}" rx="${radius + 1}"/>` +
    `<rect fill="#${panel}" x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}"/>`
  );
}

/** Height of capital letters in ems. */
const CAPITALS = 0.714;

/** The title in the middle of its room, measured from the capitals of its first line to its last base line. */
function drawTitle(set: SetText, { title: { left, top, width, height } }: Layout, { text }: CardColors): string {
  const capitals = CAPITALS * set.size;
  const block = capitals + set.leading * (set.lines.length - 1);
  const y = top + (height - block) / 2 + capitals;
  const anchor = anchorOf(set.shaped);
  return drawText({ ...set, x: left + anchor * width, y, anchor, color: text });
}

function drawCaption(set: SetText, { x, y, anchor }: NonNullable<Layout["caption"]>, { text }: CardColors): string {
  return drawText({ ...set, x, y, anchor, color: text });
}

const anchorOf = ({ rtl }: ShapedText) => (rtl ? 1 : 0);
