import { readFileSync } from "node:fs";
import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";

/** Fuzz inputs are recipes: JSON that is small even if it describes many bytes. Recipes can be saved in the corpus,
 *  mutated and shrunk, and stretched to measure how the work grows with the input. */

/** A piece of a recipe: text as UTF-8, bytes in hex, a part of a seed file in test/logo, or a transformation of other
 *  pieces. */
export type Piece =
  | string
  | { readonly hex: string }
  | { readonly seed: string; readonly from?: number; readonly to?: number }
  | { readonly repeat: Recipe; readonly times: number }
  /** The text `numbered`, repeated `times` times. Each copy has its index in place of "#". */
  | { readonly numbered: string; readonly times: number }
  /** A zlib stream of this many zero bytes. A megabyte of zeros takes only a kilobyte. */
  | { readonly zeros: number }
  | { readonly base64: Recipe }
  /** The content encoded as a JSON string, including the quotes. */
  | { readonly json: Recipe }
  | { readonly percent: Recipe }
  | { readonly deflate: Recipe }
  /** A PNG chunk with correct length and checksum. */
  | { readonly chunk: string; readonly body: Recipe }
  /** The body of an HTTP message, preceded by its Content-Length header and an empty line. */
  | { readonly sized: Recipe };

export type Recipe = readonly Piece[];

/** One input: a recipe, and the route to send it to if the target has several. */
export interface Case {
  readonly to?: string;
  readonly input: Recipe;
}

/** Maximum number of bytes that a recipe may describe, so that mutations do not exhaust the fuzzer's memory. */
export const MAX_BYTES = 64 * 1024 * 1024;

const seeds = new Map<string, Buffer>();

function seedBytes(name: string): Buffer {
  const kept = seeds.get(name) ?? readFileSync(new URL(`../../logo/${name.replace(/[^\w.-]/g, "")}`, import.meta.url));
  seeds.set(name, kept);
  return kept;
}

/** Returns the bytes that `recipe` describes. @throws {RangeError} if there are more than MAX_BYTES. */
export function bytesOf(recipe: Recipe): Buffer {
  const parts = recipe.map(pieceBytes);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > MAX_BYTES) throw new RangeError("the recipe describes too many bytes");
  return Buffer.concat(parts, length);
}

/** Returns the text that `recipe` describes, which may have lone surrogates. Invalid UTF-8 becomes U+FFFD. */
export function textOf(recipe: Recipe): string {
  return recipe
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if ("repeat" in piece) return repeated(textOf(piece.repeat), piece.times);
      return pieceBytes(piece).toString();
    })
    .join("");
}

function repeated(text: string, times: number): string {
  if (text.length * times > MAX_BYTES) throw new RangeError("the recipe describes too many bytes");
  return text.repeat(times);
}

function pieceBytes(piece: Piece): Buffer {
  if (typeof piece === "string") return Buffer.from(piece);
  if ("hex" in piece) return Buffer.from(piece.hex, "hex");
  if ("seed" in piece) return seedBytes(piece.seed).subarray(piece.from ?? 0, piece.to);
  if ("numbered" in piece) return Buffer.from(numbered(piece.numbered, piece.times));
  if ("zeros" in piece) return zeros(piece.zeros);
  if ("base64" in piece) return Buffer.from(bytesOf(piece.base64).toString("base64"));
  if ("json" in piece) return Buffer.from(JSON.stringify(textOf(piece.json)));
  if ("percent" in piece) return percentEncoded(bytesOf(piece.percent));
  if ("deflate" in piece) return deflateSync(bytesOf(piece.deflate));
  if ("chunk" in piece) return pngChunk(piece.chunk, bytesOf(piece.body));
  if ("sized" in piece) {
    const content = bytesOf(piece.sized);
    return Buffer.concat([Buffer.from(`Content-Length: ${content.length}\r\n\r\n`), content]);
  }
  const once = bytesOf(piece.repeat);
  if (once.length * piece.times > MAX_BYTES) throw new RangeError("the recipe describes too many bytes");
  return Buffer.alloc(once.length * piece.times, once.length > 0 ? once : 0);
}

function numbered(text: string, times: number): string {
  if (text.length * times > MAX_BYTES) throw new RangeError("the recipe describes too many bytes");
  return Array.from({ length: times }, (_, at) => text.replaceAll("#", String(at))).join("");
}

/** Returns a zlib stream of `count` zero bytes. Its blocks can be concatenated, because each ends on a byte boundary. RFC
 *  1950, section 2.2, defines the checksum. */
function zeros(count: number): Buffer {
  if (count > 1024 * MAX_BYTES) throw new RangeError("the recipe describes too many bytes");
  const size = 1024 * 1024;
  const block = deflateRawSync(Buffer.alloc(size), { finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(Buffer.alloc(count % size));
  const check = Buffer.alloc(4);
  check.writeUInt32BE((count % 65_521) * 65_536 + 1);
  const blocks = Array.from({ length: Math.floor(count / size) }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, last, check]);
}

function percentEncoded(bytes: Buffer): Buffer {
  const spelled = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  });
  return Buffer.from(spelled.join(""));
}

function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Returns whether anything in `recipe` repeats. */
export function isStretchable(recipe: Recipe): boolean {
  return JSON.stringify(recipe).includes('"times":');
}

/** Returns `recipe` with all repetition counts multiplied by `factor`. */
export function stretched(recipe: Recipe, factor: number): Recipe {
  return recipe.map((piece) => {
    if (typeof piece === "string" || "hex" in piece || "seed" in piece || "zeros" in piece) return piece;
    if ("numbered" in piece) return { numbered: piece.numbered, times: Math.max(1, Math.round(piece.times * factor)) };
    if ("repeat" in piece) return { repeat: piece.repeat, times: Math.max(1, Math.round(piece.times * factor)) };
    if ("base64" in piece) return { base64: stretched(piece.base64, factor) };
    if ("json" in piece) return { json: stretched(piece.json, factor) };
    if ("percent" in piece) return { percent: stretched(piece.percent, factor) };
    if ("deflate" in piece) return { deflate: stretched(piece.deflate, factor) };
    if ("sized" in piece) return { sized: stretched(piece.sized, factor) };
    return { chunk: piece.chunk, body: stretched(piece.body, factor) };
  });
}
