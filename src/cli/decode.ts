import { createInflate } from "node:zlib";
import { readPackageFile } from "../adapters/package-file.ts";
import { type FoundCode, loadZxingReader } from "../adapters/zxing-reader.ts";
import { inflatedLimit, readPngChunks, readPngHeader } from "../core/png-reader.ts";
import { QrError } from "../errors.ts";
import type { Pixels } from "../ports.ts";
import { EXIT, failure, usage } from "./errors.ts";
import { jsonFlag, readWords } from "./flags.ts";
import { readBytes, shownPath } from "./input.ts";
import { isPictureFile, isWebp, readPictureSize } from "./picture-size.ts";
import { escapeControls, print, type Terminal } from "./terminal.ts";
import { readTransparentPixels } from "./transparent-pixels.ts";

/** Maximum size of an image file in bytes: four times the size of a photo from a phone. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Maximum number of pixels in an image: more than almost any photo has. Decoding takes a few bytes per pixel. */
const MAX_PIXELS = 8192 * 8192;

/** Maximum number of pixels in a WebP, and in an image whose transparency is read. It is lower, because both take more
 *  memory. */
const MAX_TRANSPARENT_PIXELS = 4096 * 4096;

/** Width and height at which an SVG is drawn, in pixels. */
const SVG_SIDE = 1024;

/** Runs `isoqr decode FILE`: prints the text of each QR code in an image, one per line, or all codes as JSON with
 *  --json. Resolves to the exit code: 1 if no code is found.
 *  @throws {QrError} if the file cannot be decoded or, without --json, if no code is found. */
export async function decode(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [jsonFlag]);
  const [path, another] = texts;
  if (path === undefined) throw usage("an image is required, as in isoqr decode qr.png");
  if (another !== undefined) throw usage(`unexpected argument "${another}": decode reads one image`);
  const bytes = await readBytes(path, terminal, MAX_BYTES);
  const found = await codesIn(bytes, path);
  if (given.json) {
    await print(terminal, JSON.stringify(found, null, 2));
    return found.length > 0 ? EXIT.ok : EXIT.failed;
  }
  for (const { text } of found) await print(terminal, terminal.output.columns ? escapeControls(text) : text);
  if (found.length === 0 && !isSvg(bytes) && !isPictureFile(bytes)) {
    throw usage(`${shownPath(path)} must be a supported image: save it as PNG, JPEG, GIF, BMP, WebP or SVG`);
  }
  if (found.length === 0)
    throw failure(`no QR code was found in ${shownPath(path)}: the code must be complete, sharp and large enough`);
  return EXIT.ok;
}

/** Resolves to the QR codes in an image; empty if the file is not an image. @throws {QrError} if the image has too many
 *  pixels, or is a damaged PNG, WebP or SVG. */
async function codesIn(bytes: Uint8Array<ArrayBuffer>, path: string): Promise<FoundCode[]> {
  const size = readPictureSize(bytes);
  const limit = isWebp(bytes) ? MAX_TRANSPARENT_PIXELS : MAX_PIXELS;
  if (size && size.width * size.height > limit) {
    const { width, height } = size;
    const side = Math.sqrt(limit);
    const most = `${Math.floor(limit / 1e6)} megapixels, such as ${side} x ${side}`;
    throw usage(`${shownPath(path)} is ${width} x ${height} pixels, but must be at most ${most}: use a smaller image`);
  }
  if (!size && isWebp(bytes)) throw damagedWebp(path);
  if (!size && !isSvg(bytes)) return [];
  if (!(await fitsPngData(bytes))) {
    throw usage(`${shownPath(path)} is a damaged PNG that contains more data than its pixels need: export it again`);
  }
  const read = await loadZxingReader(readPackageFile);
  if (!size) return read(await pixelsOfSvg(bytes, path));
  if (isWebp(bytes)) return read(await pixelsOfWebp(bytes, path));
  const isSmall = size.width * size.height <= MAX_TRANSPARENT_PIXELS;
  return read((isSmall && (await readTransparentPixels(bytes))) || bytes);
}

/** Resolves to false if the data of a PNG inflates to more bytes than its header allows: a megabyte could become a gigabyte.
 *  Resolves to true for other files, and for damaged data, which the decoder rejects. */
async function fitsPngData(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const header = readPngHeader(bytes);
  if (!header) return true;
  const inflate = createInflate();
  for (const part of readPngChunks(bytes).data) inflate.write(part);
  inflate.end();
  let left = inflatedLimit(header);
  try {
    for await (const part of inflate) {
      left -= part.length;
      if (left < 0) return false;
    }
  } catch {
    // Truncated or damaged data, which the decoder rejects.
  }
  return true;
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

/** Resolves to the pixels of an SVG. @throws {QrError} if it cannot be drawn. */
async function pixelsOfSvg(bytes: Uint8Array, path: string): Promise<Pixels> {
  const { createRasterizer } = await import("../adapters/resvg.ts");
  try {
    return await createRasterizer(readPackageFile).draw(bytes, { width: SVG_SIDE, height: SVG_SIDE });
  } catch (error) {
    if (error instanceof QrError) throw error;
    throw usage(`${shownPath(path)} is an SVG that cannot be drawn: export it again`);
  }
}

/** Resolves to the pixels of a WebP, or of its first frame. @throws {QrError} if it is damaged. */
async function pixelsOfWebp(bytes: Uint8Array, path: string): Promise<Pixels> {
  const { readWebp } = await import("../logo/host/drawer.ts");
  try {
    return await readWebp(readPackageFile, bytes);
  } catch (error) {
    throw error instanceof QrError && error.code === "LOGO_INVALID" ? damagedWebp(path) : error;
  }
}

const damagedWebp = (path: string) => usage(`${shownPath(path)} is a damaged WebP file: export it again`);
