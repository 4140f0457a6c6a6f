import type { CardAssets, CardJob } from "../ports.ts";
import { symbolFor, symbolPath } from "./code-art.ts";
import { type CardColors, cardColors } from "./colors.ts";
import { drawText } from "./draw.ts";
import { createEmoji } from "./emoji.ts";
import { createFonts } from "./fonts.ts";
import { hanStyleOf } from "./han-style.ts";
import type { HarfBuzz } from "./harfbuzz.ts";
import { CARD, type Layout, layoutFor } from "./layout.ts";
import { createShaper } from "./shape.ts";
import { type SetTitle, setTitle } from "./title.ts";

/** Draws cards as SVG documents of CARD's size, in which all text is outlines. */
export interface CardMaker {
  /** @throws {QrError} DATA_TOO_LONG. */
  draw(job: CardJob): Promise<string>;
}

/** A maker of cards that uses HarfBuzz and the fonts and emoji of `assets`. */
export function createCardMaker(harfbuzz: HarfBuzz, assets: CardAssets): CardMaker {
  const shaper = createShaper(harfbuzz, createFonts(harfbuzz, assets), createEmoji(assets));

  async function draw({ title, data, color }: CardJob): Promise<string> {
    const symbol = symbolFor(data);
    const colors = cardColors(color);
    const text = title.normalize("NFC").replace(/\s+/gu, " ").trim();
    const han = hanStyleOf(text);
    const shaped = await shaper.shape(text, han, 700);
    const layout = layoutFor(symbol.side, text === "" ? "none" : shaped.rtl ? "rtl" : "ltr");
    const { left, top, scale } = layout.code;
    const parts = [
      ground(layout, colors),
      panel(layout, colors),
      `<path fill="#${colors.code}" shape-rendering="crispEdges" d="${symbolPath(symbol, left, top, scale)}"/>`,
    ];
    if (text !== "") parts.push(titleOf(await setTitle(shaper, shaped, han, layout.text), layout, colors));
    const { width, height } = CARD;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
  }

  return { draw };
}

/** The title in the middle of its room, measured from the capitals of its first line to its last base line. */
function titleOf(title: SetTitle, { text: { left, top, width, height } }: Layout, { text }: CardColors): string {
  const capitals = CAPITALS * title.size;
  const block = capitals + title.leading * (title.lines.length - 1);
  const y = top + (height - block) / 2 + capitals;
  return drawText({ ...title, x: title.shaped.rtl ? left + width : left, y, color: text });
}

/** Height of capital letters in ems. */
const CAPITALS = 0.714;

/** How far the shapes of the ornament reach beyond the panel. */
const RIPPLES = [330, 190, 80] as const;

/** The accent, and on it the outline of the panel, larger and larger. */
function ground({ panel: { left, top, width, height, radius } }: Layout, { ground, shades }: CardColors): string {
  const ripples = RIPPLES.map((reach, step) => {
    const [x, y] = [left - reach, top - reach];
    const size = `width="${width + 2 * reach}" height="${height + 2 * reach}"`;
    return `<rect fill="#${shades[step]}" x="${x}" y="${y}" ${size} rx="${radius + 0.7 * reach}"/>`;
  });
  return `<path fill="#${ground}" d="M0 0h${CARD.width}v${CARD.height}H0z"/>${ripples.join("")}`;
}

function panel({ panel: { left, top, width, height, radius } }: Layout, { panel, edge }: CardColors): string {
  return (
    `<rect fill="#${edge}" x="${left - 1}" y="${top - 1}" width="${width + 2}" height="${height + 2}" rx="${radius + 1}"/>` +
    `<rect fill="#${panel}" x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}"/>`
  );
}
