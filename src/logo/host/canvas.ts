import { type Box, centered, fitInto, fittedSize, readSize } from "../../adapters/resize.ts";
import { encodeBase64 } from "../../base64.ts";
import { QrError } from "../../errors.ts";
import type { Pixels } from "../../ports.ts";
import { logoFault } from "../errors.ts";
import { isSvg, refuseFile } from "../file.ts";
import { checkVisible } from "../pixels.ts";

/** A logo that a browser has decoded, with its size in pixels; of an SVG the size that the browser assumes. */
export interface OpenLogo extends Box {
  /** Scales the logo to fit the box, centered. @throws {QrError} LOGO_INVALID. */
  draw(box: Box): Pixels;
}

/** Reads a logo that passes the checks of a server: a small file can be made to take all time or memory. The checks are
 *  loaded with the first logo. An SVG is shown as an image, where it can neither run scripts nor fetch anything.
 *  @throws {QrError} LOGO_INVALID or LOGO_TOO_LARGE. */
export async function openLogo(bytes: Uint8Array<ArrayBuffer>): Promise<OpenLogo> {
  const { checkLogo } = await import("../header.ts");
  checkLogo(bytes);
  return isSvg(bytes) ? openSvg(bytes) : openRaster(bytes);
}

/** An SVG has no pixels of its own, so it is drawn at its final size. */
async function openSvg(bytes: Uint8Array): Promise<OpenLogo> {
  const image = new Image();
  // Decoded as it was checked, whatever encoding it declares.
  image.src = `data:image/svg+xml;charset=utf-8;base64,${encodeBase64(bytes)}`;
  await image.decode().catch(refuseSvg);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (!(width && height)) throw logoFault("is an SVG without a size: give its svg element width and height");
  const draw = (box: Box) => centered(checkVisible(pixelsOf(image, fittedSize({ width, height }, box))), box);
  return { width, height, draw };
}

async function openRaster(bytes: Uint8Array<ArrayBuffer>): Promise<OpenLogo> {
  const options = { premultiplyAlpha: "none", colorSpaceConversion: "none" } as const;
  const bitmap = await createImageBitmap(new Blob([bytes]), options).catch(refuseFile);
  const { width, height } = bitmap;
  const pixels = checkVisible(pixelsOf(bitmap, readSize(bitmap)));
  bitmap.close();
  return { width, height, draw: (box) => fitInto(pixels, box) };
}

function pixelsOf(image: CanvasImageSource, { width, height }: Box): Pixels {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) {
    throw new QrError("FAILED", 500, "is not drawn: this browser has no memory left for it", "logo");
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** Browsers do not say which of the two it was. */
function refuseSvg(): never {
  throw logoFault("is an SVG that is not drawn: save it anew, or let the page's policy have img-src data:");
}
