import { memoize, once } from "../async/once.ts";
import { createCache } from "../cache.ts";
import { encodeSymbol } from "../core/core.ts";
import type { QrSymbol } from "../core/symbol.ts";
import { QrError } from "../errors.ts";
import { outlineText, type SetLine } from "../logo/svg-outlines.ts";
import { hostOf } from "../payload/host.ts";
import { isWebAddress } from "../payload/url.ts";
import type { Caption, CaptionJob, CardAssets, CardJob, Pixels } from "../ports.ts";
import { markupOf, node, SVG_NAMESPACE } from "../svg.ts";
import { encodeBase64 } from "../text/base64.ts";
import { createCaptionSetter } from "./caption.ts";
import { boundMarks } from "./clusters.ts";
import { hanStyleOf } from "./families.ts";
import { createFonts, type HarfBuzz } from "./fonts.ts";
import { CARD, type CardColors, cardColors, type Layout, layoutFor } from "./layout.ts";
import { createLineSetter } from "./line.ts";
import { writePng } from "./png.ts";
import { createShaper } from "./shape.ts";
import { drawText } from "./text-art.ts";
import { createTypesetter, type SetText } from "./typeset.ts";

interface CardTools {
  readonly harfbuzz: () => Promise<HarfBuzz>;
  readonly assets: CardAssets;
  readonly rasterize: (svg: string, box: { readonly width: number; readonly height: number }) => Promise<Pixels>;
}

export interface CardWork {
  drawCard(job: CardJob): Promise<Uint8Array<ArrayBuffer>>;
  drawCaption(job: CaptionJob): Promise<Caption>;
  outlineLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

const NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/** Returns functions that share fonts: the first draws cards as PNG files, the second draws captions, and the third sets the
 *  text in SVG logos. The first rejects with QrError DATA_TOO_LONG, the second with INVALID_OPTION, and the third like
 *  `outlineText`. */
export function createCardWork({ harfbuzz, assets, rasterize }: CardTools): CardWork {
  const load = once(async () => {
    // Compiles the rasterizer while the first card is laid out. Drawing the card reports the errors that are ignored here.
    rasterize(NOTHING, { width: 1, height: 1 }).catch(() => undefined);
    return createCardMaker(await harfbuzz(), assets);
  });
  return {
    drawCard: async (job) => writePng(await rasterize(await (await load()).draw(job), CARD), job.code !== undefined),
    async drawCaption(job) {
      const { width, height } = job;
      const set = await (await load()).setCaption(job);
      if (!job.raster) return set;
      const svg = markupOf([node("svg", { xmlns: SVG_NAMESPACE, width, height }, set.svg)]);
      return { ...set, pixels: await rasterize(svg, { width, height }) };
    },
    outlineLogo: async (bytes) => outlineText(bytes, (await load()).setLine),
  };
}

/** Maximum number of cached emoji; most are smaller than 5 KB. */
export const EMOJI = 256;

/** Creates functions that draw cards and captions as SVG with text as outlines. They reject like those of
 *  `createCardWork`. */
export function createCardMaker(
  harfbuzz: HarfBuzz,
  assets: CardAssets,
): {
  draw(job: CardJob): Promise<string>;
  setCaption(job: CaptionJob): Promise<Omit<Caption, "pixels">>;
  setLine: SetLine;
} {
  const emoji = memoize(assets.emoji, createCache({ maxEntries: EMOJI }));
  const shaper = createShaper(harfbuzz, createFonts(harfbuzz, assets), emoji);
  const { setTitle, setHost } = createTypesetter(shaper);

  async function draw({ title, data, color, code }: CardJob) {
    const symbol = code ?? symbolFor(data);
    const colors = cardColors(color);
    const text = boundMarks(title.normalize("NFC").replace(/\s+/gu, " ").trim());
    const han = hanStyleOf(text);
    const shaped = await shaper.shape(text, han, { weight: 700 });
    const flow = text === "" ? "none" : shaped.rtl ? "rtl" : "ltr";
    const host = isWebAddress(data) ? hostOf(data) : "";
    const layout = layoutFor(symbol.side, flow, host !== "");
    return documentOf([
      drawBackground(layout, colors),
      drawPanel(layout, { ...colors, ...(code && { panel: code.panel }) }),
      "png" in symbol ? placeCode(symbol, layout) : drawCode(symbol, layout, colors),
      text && drawTitle(await setTitle(shaped, han, layout.title), layout, colors),
      layout.caption &&
        drawText({ ...(await setHost(host, layout.caption.width)), ...layout.caption, color: colors.text }),
    ]);
  }

  return { draw, setCaption: createCaptionSetter(shaper), setLine: createLineSetter(shaper) };
}

function documentOf(parts: readonly (string | undefined)[]): string {
  const { width, height } = CARD;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join("")}</svg>`;
}

/** Pixels by which the shapes of the ornament extend beyond the panel. */
const RIPPLES = [330, 190, 80] as const;

/** Draws the background in the accent colour, and an ornament made of enlarged copies of the panel. */
function drawBackground(
  { panel: { left, top, width, height, radius } }: Layout,
  { background, shades }: CardColors,
): string {
  const ripples = RIPPLES.map((reach, step) => {
    const size = `width="${width + 2 * reach}" height="${height + 2 * reach}"`;
    return `<rect fill="#${shades[step]}" x="${left - reach}" y="${top - reach}" ${size} rx="${radius + 0.7 * reach}"/>`;
  });
  return `<path fill="#${background}" d="M0 0h${CARD.width}v${CARD.height}H0z"/>${ripples.join("")}`;
}

function drawPanel({ panel: { left, top, width, height, radius } }: Layout, { panel, edge }: CardColors): string {
  return (
    `<rect fill="#${edge}" x="${left - 1}" y="${top - 1}" width="${width + 2}" height="${height + 2}" rx="${radius + 1}"/>` +
    `<rect fill="#${panel}" x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}"/>`
  );
}

/** Draws a plain code. */
function drawCode(symbol: QrSymbol, { code: { left, top, scale } }: Layout, { code }: CardColors): string {
  return `<path fill="#${code}" shape-rendering="crispEdges" d="${symbolPath(symbol, left, top, scale)}"/>`;
}

/** Draws the image of a code with a design, pixel by pixel, with the corners of the panel. */
function placeCode(
  { png }: NonNullable<CardJob["code"]>,
  { panel: { left, top, width, height, radius } }: Layout,
): string {
  const box = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  return (
    `<clipPath id="panel"><rect ${box} rx="${radius}"/></clipPath>` +
    `<image ${box} image-rendering="optimizeSpeed" clip-path="url(#panel)" href="data:image/png;base64,${encodeBase64(png)}"/>`
  );
}

const CAPITALS = 0.714;

/** Draws the title, vertically centred. Its height is from the cap height of its first line to the baseline of its last
 *  line. */
function drawTitle(set: SetText, { title: { left, top, width, height } }: Layout, { text }: CardColors): string {
  const capitals = CAPITALS * set.size;
  const block = capitals + set.leading * (set.lines.length - 1);
  const y = top + (height - block) / 2 + capitals;
  const anchor = set.shaped.rtl ? 1 : 0;
  return drawText({ ...set, x: left + anchor * width, y, anchor, color: text });
}

/** Encodes the data of a card at level M, or at L if it does not fit at M. @throws {QrError} DATA_TOO_LONG. */
function symbolFor(data: string): QrSymbol {
  try {
    return encodeSymbol(data, { ec: "M", boost: true });
  } catch (error) {
    if (error instanceof QrError && error.code === "DATA_TOO_LONG") return encodeSymbol(data, { ec: "L" });
    throw error;
  }
}

/** Returns the dark modules of `symbol` as SVG path data. The symbol's top left corner is at (left, top). */
function symbolPath({ side, modules }: QrSymbol, left: number, top: number, scale: number): string {
  let path = "";
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!modules[y * side + x]) continue;
      const from = x;
      while (x + 1 < side && modules[y * side + x + 1]) x++;
      const width = (x + 1 - from) * scale;
      path += `M${left + from * scale} ${top + y * scale}h${width}v${scale}h-${width}z`;
    }
  }
  return path;
}
