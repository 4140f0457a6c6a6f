import { drawPageCaption, outlinePageLogo } from "../adapters/page-captions.ts";
import { memoize } from "../async/once.ts";
import { createCache } from "../cache.ts";
import { logoTooLarge } from "../logo/errors.ts";
import { decodeLogo, mayHaveText } from "../logo/file.ts";
import { type OpenLogo, openLogo } from "../logo/host/canvas.ts";
import { pageLogos } from "../logo/host/page-fetcher.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import type { QrOptions } from "../options/table.ts";
import type { Caption } from "../ports.ts";
import { designs } from "../render/formats.ts";
import { frameOf } from "../render/frame.ts";
import { captionJobOf } from "../render/frame-svg.ts";
import { artBox, artUrl, paintPng } from "../render/pictures.ts";
import type { Plan } from "../render/plan.ts";
import { planPicture } from "../render/plan-picture.ts";
import { paintSvg } from "../render/svg.ts";
import type { SvgDocument } from "../svg.ts";
import { NO_TEXT } from "./markup.ts";

/** Opens a logo. Caches logos by URL, data or file, because all codes on a page often have the same logo. */
const open = /* @__PURE__ */ memoize(
  (_key: string | Blob, source: Blob | LogoWords) => openOutlined(source),
  /* @__PURE__ */ createCache({ maxEntries: 16 }),
);

/** Opens a logo after replacing text in an SVG with outlines. */
async function openOutlined(source: Blob | LogoWords): Promise<OpenLogo> {
  const bytes = await bytesOf(source);
  return openLogo(mayHaveText(bytes) ? await outlinePageLogo(bytes) : bytes);
}

type LogoWords = Pick<QrOptions, "logo" | "logoData">;

/** Opens the logo in `file` or, if omitted, the one in `input`. Returns undefined if there is no logo. Failures are not
 *  cached. Rejects with QrError LOGO_UNREACHABLE, LOGO_TOO_LARGE or LOGO_INVALID. */
export function readLogo(words: LogoWords, file?: Blob): Promise<OpenLogo> | undefined {
  const key = file ?? words.logoData ?? words.logo;
  return key === undefined ? undefined : open(key, file ?? words);
}

async function bytesOf(source: Blob | LogoWords): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof Blob) {
    if (source.size > MAX_LOGO_BYTES) throw logoTooLarge();
    return new Uint8Array(await source.arrayBuffer());
  }
  const { logo = "", logoData } = source;
  if (logoData === undefined) return new Uint8Array(await pageLogos.fetch(logo, MAX_LOGO_BYTES));
  const bytes = decodeLogo(logoData);
  if (bytes) return bytes;
  throw logoTooLarge();
}

/** A picture: a document, or the bytes of a PNG. */
export type Drawn = SvgDocument | Uint8Array<ArrayBuffer>;

export type Draw = (options: QrOptions) => Drawn;

/** Shows a picture without the text of its caption. */
export type ShowDraft = (draw: Draw) => unknown;

/** Returns the function that draws pictures in the format of `options`, with the logo in `file` or, if omitted, in
 *  `options`. If there is a caption, calls `early` before the fonts are loaded. Rejects like `readLogo` and
 *  `drawPageCaption`. */
export async function createDrawer(options: QrOptions, file?: Blob, early?: ShowDraft): Promise<Draw> {
  const logo = await readLogo(options, file);
  const drawerWith =
    (caption?: Caption): Draw =>
    (settled) =>
      drawPlan(planPicture(settled, logo && aspectOf(logo), designs), logo, caption);
  const job = captionJobOf({ code: options, frame: frameOf(options) }, options.format === "svg");
  if (!job) return drawerWith();
  early?.(drawerWith(NO_TEXT));
  return drawerWith(await drawPageCaption(job));
}

export function aspectOf({ width, height }: Pick<OpenLogo, "width" | "height">): number {
  return width / height;
}

/** Draws a PNG or SVG. By default, an SVG contains an inert SVG logo unchanged, so that it stays sharp at every size. The
 *  logo is still rasterized, to check that something is visible. @throws {QrError} LOGO_INVALID or DATA_TOO_LONG. */
export function drawPlan(plan: Plan, logo?: OpenLogo, caption?: Caption): Drawn {
  const box = artBox(plan);
  const pixels = box && logo?.draw(box);
  if (plan.code.format !== "svg") return paintPng(plan, { pixels, caption }, designs);
  const sharp = plan.code.logoFormat === "auto" ? logo?.href : undefined;
  const href = sharp ?? (pixels && artUrl(plan.code, pixels));
  return paintSvg(plan, { href, caption }, designs);
}
