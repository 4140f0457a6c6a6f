import type { CardAssets, CardJob } from "../ports.ts";
import { symbolFor, symbolPath } from "./code-art.ts";
import { type CardColors, cardColors } from "./colors.ts";
import { drawText } from "./draw.ts";
import { createFonts } from "./fonts.ts";
import { hanStyleOf } from "./han-style.ts";
import type { HarfBuzz } from "./harfbuzz.ts";
import { CARD, type Layout, layoutFor } from "./layout.ts";
import { createShaper } from "./shape.ts";
import { setTitle } from "./title.ts";

/** Draws cards as SVG documents of CARD's size, in which all text is outlines. */
export interface CardMaker {
  /** @throws {QrError} DATA_TOO_LONG. */
  draw(job: CardJob): Promise<string>;
}

/** A maker of cards that uses HarfBuzz and the fonts and emoji of `assets`. */
export function createCardMaker(harfbuzz: HarfBuzz, assets: CardAssets): CardMaker {
  const shaper = createShaper(harfbuzz, createFonts(harfbuzz, assets), assets.emoji);

  async function draw({ title, data, color }: CardJob): Promise<string> {
    const symbol = symbolFor(data);
    const text = title.normalize("NFC").replace(/\s+/gu, " ").trim();
    const colors = cardColors(color);
    const han = hanStyleOf(text);
    const rtl = text !== "" && (await shaper.shape(text, han, 700)).rtl;
    const layout = layoutFor(symbol.side, text === "" ? "none" : rtl ? "rtl" : "ltr");
    const { left, top, scale } = layout.code;
    const parts = [
      ground(colors),
      panel(layout, colors),
      `<path fill="#${colors.code}" shape-rendering="crispEdges" d="${symbolPath(symbol, left, top, scale)}"/>`,
    ];
    if (text !== "") {
      const title = await setTitle(shaper, text, han, layout.text);
      const { width, height } = layout.text;
      const block = title.leading * title.lines.length;
      const y = layout.text.top + (height - block) / 2 + title.leading / 2 + title.size * 0.36;
      parts.push(drawText({ ...title, x: layout.text.left + (rtl ? width : 0), y, color: colors.text }));
    }
    const { width, height } = CARD;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
  }

  return { draw };
}

/** The accent with an ornament: the corner pattern of a code, large, rising from below. */
function ground({ ground, shade }: CardColors): string {
  const ring =
    "M-70 400a60 60 0 0 1 60-60h280a60 60 0 0 1 60 60v280a60 60 0 0 1-60 60h-280a60 60 0 0 1-60-60zm60 20v240a20 20 0 0 0 20 20h240a20 20 0 0 0 20-20v-240a20 20 0 0 0-20-20h-240a20 20 0 0 0-20 20z";
  return `<path fill="#${ground}" d="M0 0h${CARD.width}v${CARD.height}H0z"/><path fill="#${shade}" fill-rule="evenodd" d="${ring}"/><rect fill="#${shade}" x="50" y="460" width="160" height="160" rx="24"/>`;
}

function panel({ panel: { left, top, width, height, radius } }: Layout, { panel, edge }: CardColors): string {
  return (
    `<rect fill="#${edge}" x="${left - 1}" y="${top - 1}" width="${width + 2}" height="${height + 2}" rx="${radius + 1}"/>` +
    `<rect fill="#${panel}" x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}"/>`
  );
}
