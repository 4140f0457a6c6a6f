import { type Box, centered, fitInto, fittedSize, readSize } from "../../adapters/resize.ts";
import { encodeBase64 } from "../../base64.ts";
import { QrError } from "../../errors.ts";
import type { Pixels } from "../../ports.ts";
import { logoFault } from "../errors.ts";
import { brokenFile, isSvg, kindOf } from "../file.ts";
import { checkVisible } from "../pixels.ts";

/** A logo decoded by the browser, with its size in pixels. For an SVG, this is the size that the browser computes. */
export interface OpenLogo extends Box {
  /** Scales the logo to fit the box, centred. @throws {QrError} LOGO_INVALID. */
  draw(box: Box): Pixels;
}

/** Decodes a logo after the same checks as on a server, because even a small file could take too much time or memory.
 *  The checks are loaded with the first logo. An SVG is shown as an image, so it cannot run scripts or fetch
 *  anything. Rejects with QrError LOGO_INVALID or LOGO_TOO_LARGE. */
export async function openLogo(bytes: Uint8Array<ArrayBuffer>): Promise<OpenLogo> {
  const { checkLogo } = await import("../header.ts");
  checkLogo(bytes);
  return isSvg(bytes) ? openSvg(bytes) : openRaster(bytes);
}

/** Opens an SVG. It has no pixels of its own, so `draw` rasterizes it at its final size. */
async function openSvg(bytes: Uint8Array): Promise<OpenLogo> {
  const image = new Image();
  // The check read the SVG as UTF-8. So must the browser, even if the file declares another encoding.
  image.src = `data:image/svg+xml;charset=utf-8;base64,${encodeBase64(bytes)}`;
  await image.decode().catch(refuseSvg);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (!(width && height)) throw logoFault("is an SVG without a size: add width and height to its svg element");
  const draw = (box: Box) => centered(checkVisible(pixelsOf(image, fittedSize({ width, height }, box))), box);
  return { width, height, draw };
}

const NAMES = { png: "PNG", jpeg: "JPEG", webp: "WebP", svg: "SVG" } as const;

async function openRaster(bytes: Uint8Array<ArrayBuffer>): Promise<OpenLogo> {
  const options = { premultiplyAlpha: "none", colorSpaceConversion: "none" } as const;
  const bitmap = await createImageBitmap(new Blob([bytes]), options).catch(() => undefined);
  if (!bitmap) throw brokenFile(NAMES[kindOf(bytes) ?? "png"]);
  const { width, height } = bitmap;
  const pixels = checkVisible(pixelsOf(bitmap, readSize(bitmap)));
  bitmap.close();
  return { width, height, draw: (box) => fitInto(pixels, box) };
}

function pixelsOf(image: CanvasImageSource, { width, height }: Box): Pixels {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new QrError("FAILED", 500, "cannot be drawn: the browser is out of memory", "logo");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** The message names both possible causes, because browsers report them in the same way. */
function refuseSvg(): never {
  throw logoFault("is an SVG that cannot be drawn: export it again, or allow img-src data: in the page's CSP");
}
