import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { loadZxingReader } from "../../src/adapters/zxing-reader.ts";

/** Pixels per side to which pictures are reduced: more make reading slow, and codes no clearer. */
const MOST_SIDE = 1600;

let reader: ReturnType<typeof loadZxingReader> | undefined;

/** The text of the code in `picture`, or undefined when none is read. The decoder is loaded at the first call. */
export async function readCode(picture: ImageBitmap | HTMLVideoElement): Promise<string | undefined> {
  reader ??= loadZxingReader(async () => new Uint8Array(await (await fetch(wasm)).arrayBuffer()));
  reader.catch(() => {
    reader = undefined;
  });
  // Texts come in the character set that the code names, or that its bytes look like.
  const [found] = await (await reader)(pixelsOf(picture));
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
