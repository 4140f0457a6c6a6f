import { dataMissing, QrError } from "../errors.ts";
import {
  alphanumericCount,
  belowVersion,
  byteCount,
  dataTooLong,
  digitCount,
  lowerLevelOrShorten,
  shortenIt,
  versionTooLarge,
} from "../messages/option-rules.ts";
import { LONE_SURROGATE, textDecoder, textEncoder } from "../text/bytes.ts";
import { type EncoderExports, LINE_BYTES } from "./abi.ts";
import { isBytes, type QrData, SEGMENTS, type Segments } from "./data.ts";
import type { EcLevel, QrSymbol, SymbolSettings } from "./symbol.ts";

/** All dark modules as SVG path data. */
export interface Outline {
  readonly path: string;
  /** Units per side of the picture, including the quiet zone. */
  readonly units: number;
}
const DATA = "{field} must be a Uint8Array, a string without lone surrogates or the result of segments()";

/** A part of the text that is encoded in one mode. */
export interface TextSegment {
  readonly mode: "numeric" | "alphanumeric" | "byte";
  /** Number of characters; in byte mode, number of bytes. */
  readonly chars: number;
  /** Length of the segment in bits, including its mode indicator and character count. */
  readonly bits: number;
}

export interface Segmentation {
  readonly segments: readonly TextSegment[];
  /** `used` is the length of all segments and the ECI header; `capacity` is the maximum for the version and level. */
  readonly bits: { readonly used: number; readonly capacity: number };
}

/** A rectangle of modules; right and bottom are exclusive. */
export interface ModuleArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How covered areas affect error correction. A codeword is spoiled if one of its modules is covered. */
export interface Spoiled {
  /** Number of spoiled codewords in all blocks together. */
  readonly total: number;
  /** Number of spoiled codewords in the worst block. */
  readonly spoiled: number;
  /** Index of the worst block. */
  readonly worstBlock: number;
  /** Maximum number of wrong codewords that can be corrected in a block: half of its error correction codewords,
   *  rounded down. */
  readonly correctable: number;
}

/** Number of data codewords in all blocks, and number of error correction codewords in each block. */
export interface Codewords {
  readonly dataWords: number;
  readonly checkWords: number;
}

/** An instance of the encoder. `view` is detached when the memory grows, at most once per version, and `memoryOf` renews it.
 *  `text` is the part of `view` that receives the input. */
export interface Encoder {
  readonly wasm: EncoderExports;
  view: Uint8Array<ArrayBuffer>;
  text: Uint8Array<ArrayBuffer>;
}

const LEVELS: readonly EcLevel[] = ["L", "M", "Q", "H"];
const MODES = ["numeric", "alphanumeric", "byte"] as const;

/** Size of the encoder's input in bytes. Digits need the most: one byte each, and version 40-L holds 7089 of them. */
const MAX_BYTES = 7089;

/** `optimize=scan` raises the level as long as modules keep this many pixels, and the version is at most this one. In larger
 *  versions, the narrower modules cost more at a distance than error correction gains, as `npm run scan-lab -- --optimize`
 *  measures. */
export const SCAN_LIMITS = { pixels: 3, version: 3 };

/** Units in which DATA_TOO_LONG counts text: a pattern that the whole text must match, the name of the unit, and its bits. */
const UNITS = [
  [/^\d+$/, digitCount, 10 / 3],
  [/^[-A-Z\d $%*+./:]+$/, alphanumericCount, 11 / 2],
  [/^/, byteCount, 8],
] as const;

export function createEncoder(wasm: EncoderExports): Encoder {
  const unset = new Uint8Array();
  return { wasm, view: unset, text: unset };
}

function memoryOf(encoder: Encoder): Uint8Array<ArrayBuffer> {
  const { wasm, view } = encoder;
  if (view.buffer === wasm.memory.buffer) return view;
  encoder.view = new Uint8Array(wasm.memory.buffer);
  encoder.text = encoder.view.subarray(wasm.input(), wasm.input() + MAX_BYTES);
  return encoder.view;
}

/** Encodes `data`, and keeps the symbol in the encoder. Returns version | level << 8 | mask << 16.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG, or INVALID_OPTION for a wrong type or a lone surrogate. */
export function encodeData(encoder: Encoder, data: QrData = "", settings: SymbolSettings): number {
  const { ec = "M", version = 1, mask = -1, boost, eci } = settings;
  const { wasm } = encoder;
  memoryOf(encoder);
  const [length, given, text] = typeof data === "string" ? writeText(encoder, data) : writeBytes(encoder, data);
  if (!length) throw dataMissing();
  const raised = settings.optimize === "scan" ? raisedVersion(settings) : 0;
  const encode = (level: number, least: number) =>
    length > MAX_BYTES ? 0 : wasm.encode(length, given, level, least, mask, boost || raised ? 1 : 0, eci ? 1 : 0);
  let packed = encode(LEVELS.indexOf(ec), Math.max(version, raised));
  // The data fits, so this is the highest level for it. A smaller version may have it too.
  if (raised > version && (packed & 255) === raised) packed = encode((packed >> 8) & 255, version);
  if (packed) return checkVersion(packed, settings);
  throw tooLong(encoder, text, length, settings, LEVELS.filter((_, level) => encode(level, version)).at(-1));
}

/** Returns the largest version within SCAN_LIMITS and `maxVersion`, at least 1. */
function raisedVersion({ maxVersion = 40, size = 300, margin = 4, moduleSize }: SymbolSettings): number {
  const side =
    moduleSize === undefined ? size / SCAN_LIMITS.pixels - 2 * margin : moduleSize < SCAN_LIMITS.pixels ? 0 : 177;
  return Math.max(1, Math.min(SCAN_LIMITS.version, maxVersion, Math.floor((side - 17) / 4)));
}

/** Returns `packed`, the properties of a symbol. @throws {QrError} DATA_TOO_LONG if its version is above `maxVersion`, or
 *  INVALID_OPTION if `maxVersion` is below the smallest version that the settings allow. */
function checkVersion(packed: number, { maxVersion: max = 40, version: min = 1 }: SymbolSettings): number {
  const version = packed & 255;
  if (version <= max) return packed;
  if (min > max) {
    const values = { min, option: { option: "version" } };
    throw new QrError("INVALID_OPTION", { field: "maxVersion", rule: belowVersion, values });
  }
  const values = { version, option: { option: "maxVersion" }, max, level: { option: "ec" } };
  throw new QrError("DATA_TOO_LONG", { field: "data", rule: versionTooLarge, values });
}

/** Writes `text` to the encoder's input, as far as it fits. Returns its length in bytes as UTF-8, 0 for no given segments,
 *  so that the encoder splits it, and the text.
 *  @throws {QrError} INVALID_OPTION if it has a lone surrogate. */
function writeText({ text: into }: Encoder, text: string): readonly [length: number, given: number, text: string] {
  const { read, written } = textEncoder().encodeInto(text, into);
  // A lone surrogate would be encoded as U+FFFD, which takes several bytes, so ASCII text needs no slow check.
  if ((written !== read || read < text.length) && LONE_SURROGATE.test(text)) throw invalidData();
  return [read < text.length ? textEncoder().encode(text).length : written, 0, text];
}

/** Writes bytes or segments to the encoder's input if they fit. Returns their length in bytes, and the number of given
 *  segments, which is 0 for plain bytes. @throws {QrError} INVALID_OPTION if `data` has another type. */
function writeBytes(
  { wasm, view, text }: Encoder,
  data: unknown,
): readonly [length: number, given: number, text?: string] {
  const [bytes, parts] = (Object(data) as Partial<Segments>)[SEGMENTS] ?? [data, []];
  if (!isBytes(bytes)) throw invalidData();
  // A detached array has length 0, and cannot be copied.
  if (bytes.length && bytes.length <= MAX_BYTES) {
    text.set(bytes);
    new Uint32Array(view.buffer, wasm.segments()).set(parts);
  }
  return [bytes.length, parts.length / 2];
}

/** Returns the number of modules per side of the version in `packed`, the result of `encodeData`. */
export function sideOf(packed: number): number {
  return 17 + 4 * (packed & 255);
}

export function symbolOf(encoder: Encoder, data: QrData, settings: SymbolSettings): QrSymbol {
  const packed = encodeData(encoder, data, settings);
  const side = sideOf(packed);
  const modules = encoder.wasm.modules();
  return {
    version: packed & 255,
    side,
    ec: LEVELS[(packed >> 8) & 255] as EcLevel,
    mask: packed >> 16,
    modules: memoryOf(encoder).slice(modules, modules + side * side),
  };
}

export function outlineOf(
  encoder: Encoder,
  data: QrData,
  settings: SymbolSettings,
  margin: number,
  cleared?: ModuleArea,
): Outline {
  const { wasm } = encoder;
  const side = sideOf(encodeData(encoder, data, settings));
  if (cleared) wasm.clear(cleared.left, cleared.top, cleared.right, cleared.bottom);
  const length = wasm.writeOutline(margin);
  const outline = wasm.outline();
  return {
    path: textDecoder().decode(memoryOf(encoder).subarray(outline, outline + length)),
    units: side + 2 * margin,
  };
}

/** Returns the modules of the last symbol, one bit each, in `side` lines of LINE_BYTES bytes. Encoding another symbol
 *  overwrites them. */
export function rowsOf(encoder: Encoder, side: number): Uint8Array {
  const rows = encoder.wasm.rows();
  return memoryOf(encoder).subarray(rows, rows + side * LINE_BYTES);
}

export function segmentsOf(encoder: Encoder, data: QrData, settings: SymbolSettings): Segmentation {
  const { wasm } = encoder;
  const packed = encodeData(encoder, data, settings);
  const version = packed & 255;
  const words = new Uint32Array(wasm.memory.buffer, wasm.segments(), 2 * wasm.segmentsLength());
  const segments: TextSegment[] = [];
  for (let i = 0; i < words.length; i += 2) {
    const mode = words[i] as number;
    const chars = words[i + 1] as number;
    segments.push({ mode: MODES[mode] as TextSegment["mode"], chars, bits: segmentBits(mode, chars, version) });
  }
  const capacity = 8 * wasm.capacity(version, (packed >> 8) & 255);
  return { segments, bits: { used: wasm.usedBits(), capacity } };
}

export function spoiledBy({ wasm }: Encoder, version: number, ec: EcLevel, areas: readonly ModuleArea[]): Spoiled {
  const level = LEVELS.indexOf(ec);
  for (const { left, top, right, bottom } of areas) wasm.cover(version, left, top, right, bottom);
  const packed = wasm.spoiled(version, level);
  return {
    total: packed >> 16,
    spoiled: packed & 255,
    worstBlock: (packed >> 8) & 255,
    correctable: wasm.checkWords(version, level) >> 1,
  };
}

export function codewordsOf({ wasm }: Encoder, version: number, ec: EcLevel): Codewords {
  const level = LEVELS.indexOf(ec);
  return { dataWords: wasm.capacity(version, level), checkWords: wasm.checkWords(version, level) };
}

/** Returns the length of a numeric, alphanumeric or byte segment in bits, including its header. ISO/IEC 18004:2015,
 *  7.4. */
function segmentBits(mode: number, chars: number, version: number): number {
  const range = version < 10 ? 0 : version < 27 ? 1 : 2;
  if (mode === 0) return 14 + 2 * range + Math.ceil((10 * chars) / 3);
  if (mode === 1) return 13 + 2 * range + Math.ceil((11 * chars) / 2);
  return (range === 0 ? 12 : 20) + 8 * chars;
}

function invalidData(): QrError {
  return new QrError("INVALID_OPTION", { field: "data", rule: DATA });
}

/** Not a part of `encodeData`, which engines inline only if it is short. */
function tooLong(
  { wasm }: Encoder,
  text = "",
  length: number,
  { ec = "M", eci }: SymbolSettings,
  fitting: EcLevel | undefined,
): QrError {
  const [, unit, each] = UNITS.find(([all]) => all.test(text)) as (typeof UNITS)[number];
  // The header of an alphanumeric segment takes 17 bits, and that of the ECI 12 bits. The headers of other segments take up to
  // 3 bits more, which does not change the result in version 40.
  const headers = eci ? 29 : 17;
  const holds = LEVELS.map((level, i) => `${~~((8 * wasm.capacity(40, i) - headers) / each)} at ${level}`).join(", ");
  const option = { option: "ec" };
  const advice = fitting ? { rule: lowerLevelOrShorten, values: { option, level: fitting } } : { rule: shortenIt };
  const values = { option, level: ec, length: { rule: unit, values: { count: length } }, text: holds, advice };
  return new QrError("DATA_TOO_LONG", { field: "data", rule: dataTooLong, values });
}
