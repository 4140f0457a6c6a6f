import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { loadZxingReader } from "../../src/adapters/zxing-reader.ts";
import { once } from "../../src/once.ts";

/** Pixels per side to which pictures are reduced: more make reading slow, and codes no clearer. */
const MOST_SIDE = 1600;

const loadReader = once(() => loadZxingReader(async () => new Uint8Array(await (await fetch(wasm)).arrayBuffer())));

/** Bytes of an SVG: what draws a code of the largest version, or one with a photo in it, has fewer. */
const MOST_SVG = 4 * 1024 * 1024;

/** Elements of an SVG with all its copies: four for each module of the largest version. */
const MOST_SHAPES = 4 * 177 * 177;

/** Pixels of an SVG's longer side: enough for a code of the largest version. */
const SVG_SIDE = 1024;

/** The pixels of `file`. Rejects for what is no picture. */
export async function openPicture(file: File): Promise<ImageBitmap> {
  return file.type === "image/svg+xml" ? drawn(file) : createImageBitmap(file);
}

/** An SVG has no pixels of its own, and browsers make no bitmap of its file. It is drawn as an image, in which nothing runs and
 *  nothing is fetched. */
async function drawn(svg: File): Promise<ImageBitmap> {
  if (svg.size > MOST_SVG || shapesIn(await svg.text()) > MOST_SHAPES) throw new RangeError("the SVG is too large");
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  // Some browsers know no size of a picture that does not say it.
  const [width, height] = [image.naturalWidth || SVG_SIDE, image.naturalHeight || SVG_SIDE];
  const scale = SVG_SIDE / Math.max(width, height);
  const canvas = new OffscreenCanvas(Math.max(1, width * scale), Math.max(1, height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.transferToImageBitmap();
}

/** How many elements an SVG comes to: a few lines of copies of copies are millions, for which browsers take minutes. A copy
 *  of what it is a part of counts as without end. */
function shapesIn(markup: string): number {
  const page = new DOMParser().parseFromString(markup, "image/svg+xml");
  const counts = new Map<Element, number>();
  const countOf = (element: Element): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    counts.set(element, Number.POSITIVE_INFINITY);
    const href = element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href") ?? "";
    const copied = element.localName === "use" ? page.getElementById(href.slice(1)) : null;
    const count = [...element.children, ...(copied ? [copied] : [])].reduce((sum, part) => sum + countOf(part), 1);
    counts.set(element, count);
    return count;
  };
  return countOf(page.documentElement);
}

/** The text of the code in `picture`, or undefined when none is read. The decoder is loaded at the first call. */
export async function readCode(picture: ImageBitmap | HTMLVideoElement): Promise<string | undefined> {
  // Texts come in the character set that the code names, or that its bytes look like.
  const [found] = await (await loadReader())(pixelsOf(picture));
  return found?.text;
}

function pixelsOf(picture: ImageBitmap | HTMLVideoElement) {
  const [fullWidth, fullHeight] =
    picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, MOST_SIDE / Math.max(fullWidth, fullHeight));
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("the browser has no memory left for the picture");
  // Where a picture is clear, there is paper.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer) };
}
