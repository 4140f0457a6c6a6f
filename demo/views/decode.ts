import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { once } from "../product/async.ts";
import { loadZxingReader } from "../product/reader.ts";

/** Maximum width and height in pixels. Larger pictures are scaled down, because more pixels take time without helping the
 *  decoder. */
const MAX_SIDE = 1600;

/** Maximum width and height in pixels of the second attempt, if the first finds no code. */
const MAX_SECOND_SIDE = 4096;

const loadReader = once(() => loadZxingReader(async () => new Uint8Array(await (await fetch(wasm)).arrayBuffer())));

/** Maximum size of an SVG in bytes: enough for a QR code of version 40, or for one with a photo as its logo. */
const MAX_SVG_BYTES = 4 * 1024 * 1024;

/** Maximum number of elements in an SVG, including copies made by `use`. Allows four elements for each module of a QR
 *  code of version 40. */
const MAX_SVG_ELEMENTS = 4 * 177 * 177;

/** Length in pixels of the longer side of a rasterized SVG. Enough for a QR code of version 40. */
const SVG_SIDE = 1024;

/** Resolves to the pixels of `file`. Rejects if it is not an image. */
async function openPicture(file: File): Promise<ImageBitmap> {
  return file.type === "image/svg+xml" ? rasterized(file) : createImageBitmap(file);
}

/** Rasterizes an SVG, which `createImageBitmap` rejects. Loads it as an image, so that it cannot run scripts or fetch
 *  anything. */
async function rasterized(svg: File): Promise<ImageBitmap> {
  if (svg.size > MAX_SVG_BYTES || elementsIn(await svg.text()) > MAX_SVG_ELEMENTS)
    throw new RangeError("the SVG is too large");
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  // Some browsers report 0 if the SVG has no size.
  const [width, height] = [image.naturalWidth || SVG_SIDE, image.naturalHeight || SVG_SIDE];
  const scale = SVG_SIDE / Math.max(width, height);
  const canvas = new OffscreenCanvas(Math.max(1, width * scale), Math.max(1, height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.transferToImageBitmap();
}

/** Returns the number of elements in an SVG, including copies made by `use`. A few lines with nested copies can have
 *  millions of elements, which browsers would draw for minutes. The number is infinite if an element contains a copy of
 *  itself. */
function elementsIn(markup: string): number {
  const page = new DOMParser().parseFromString(markup, "image/svg+xml");
  const counts = new Map<Element, number>();
  const countOf = (element: Element): number => {
    const counted = counts.get(element);
    if (counted !== undefined) return counted;
    counts.set(element, Number.POSITIVE_INFINITY);
    const href = element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href") ?? "";
    const copied = element.localName === "use" ? page.getElementById(href.slice(1)) : null;
    const count = [...element.children, ...(copied ? [copied] : [])].reduce((sum, part) => sum + countOf(part), 1);
    counts.set(element, count);
    return count;
  };
  return countOf(page.documentElement);
}

/** Resolves to the texts of the QR codes in `picture`, from top to bottom, without repetitions. Loads the decoder on the
 *  first call. */
export async function readCodes(picture: ImageBitmap | HTMLVideoElement): Promise<readonly string[]> {
  const read = await loadReader();
  // The decoder uses the character set that the QR code declares, or guesses it from the bytes.
  let found = await read(pixelsOf(picture, MAX_SIDE));
  // The first attempt scales the picture down, in which a small code may be lost.
  if (found.length === 0 && picture instanceof ImageBitmap && Math.max(picture.width, picture.height) > MAX_SIDE) {
    found = await read(pixelsOf(picture, MAX_SECOND_SIDE));
  }
  const top = ({ corners }: (typeof found)[number]) => Math.min(...corners.map(([, y]) => y));
  return [...new Set(found.sort((a, b) => top(a) - top(b)).map(({ text }) => text))];
}

/** Resolves to the texts of the QR codes in `file`. Rejects if it is not an image. */
export async function readCodesIn(file: File): Promise<readonly string[]> {
  const bitmap = await openPicture(file);
  try {
    return await readCodes(bitmap);
  } finally {
    bitmap.close();
  }
}

function pixelsOf(picture: ImageBitmap | HTMLVideoElement, maxSide: number) {
  const [fullWidth, fullHeight] =
    picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, maxSide / Math.max(fullWidth, fullHeight));
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser is out of memory");
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer) };
}
