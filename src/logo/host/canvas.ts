import { type Box, centered, fitInto, fittedSize, readSize } from "../../adapters/resize.ts";
import { QrError } from "../../errors.ts";
import { logoMemory, svgWithoutSize } from "../../messages/logo-rules.ts";
import type { LogoHeader, Pixels } from "../../ports.ts";
import { brokenFile, logoFault, svgFault } from "../errors.ts";
import { checkVisible } from "../pixels.ts";

/** A logo decoded by the browser. Its size in pixels is the same as on a server, even for an SVG, so that codes place it
 *  identically. */
export interface OpenLogo extends Box {
  /** A data URI with the bytes of an inert SVG, which the SVG of a code can embed unchanged. */
  readonly href?: string;
  /** Scales the logo to fit the box, centred. @throws {QrError} LOGO_INVALID. */
  draw(box: Box): Pixels;
}

/** Decodes a logo after the same checks as on a server, because even a small file could take too much time or memory.
 *  The checks are loaded with the first logo. An SVG is shown as an image, so it cannot run scripts or fetch
 *  anything. Rejects with QrError LOGO_INVALID or LOGO_TOO_LARGE. */
export async function openLogo(bytes: Uint8Array<ArrayBuffer>): Promise<OpenLogo> {
  const { checkLogo } = await import("../header.ts");
  const header = checkLogo(bytes);
  return header.href ? openSvg(header.href(), header) : openRaster(bytes, header.kind);
}

/** Opens an SVG. `draw` rasterizes it at its final size, because an SVG has no pixels. */
async function openSvg(href: string, { width, height, isInert }: LogoHeader): Promise<OpenLogo> {
  const image = new Image();
  image.src = href;
  await image.decode().catch(refuseSvg);
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  if (!(size.width && size.height)) {
    throw logoFault(svgWithoutSize, { attributes: "width and height" });
  }
  const draw = (box: Box) => centered(checkVisible(pixelsOf(image, fittedSize(size, box))), box);
  return { width, height, draw, ...(isInert && { href }) };
}

const NAMES = { png: "PNG", jpeg: "JPEG", webp: "WebP", svg: "SVG" } as const;

async function openRaster(bytes: Uint8Array<ArrayBuffer>, kind: keyof typeof NAMES): Promise<OpenLogo> {
  const options = { premultiplyAlpha: "none", colorSpaceConversion: "none" } as const;
  const bitmap = await createImageBitmap(new Blob([bytes]), options).catch(() => undefined);
  if (!bitmap) throw brokenFile(NAMES[kind]);
  const { width, height } = bitmap;
  const pixels = checkVisible(pixelsOf(bitmap, readSize(bitmap)));
  bitmap.close();
  return { width, height, draw: (box) => fitInto(pixels, box) };
}

function pixelsOf(image: CanvasImageSource, { width, height }: Box): Pixels {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new QrError("FAILED", { field: "logo", rule: logoMemory });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** Rejects an SVG that the browser does not draw. The message names both possible causes, because browsers report
 *  them in the same way. */
function refuseSvg(): never {
  throw svgFault("that cannot be drawn: export it again, or allow img-src data: in the page's CSP");
}
