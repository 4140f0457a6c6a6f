import { joinBytes, utf8Length } from "../bytes.ts";
import { dataMissing, QrError } from "../errors.ts";
import type { Outline } from "./svg-document.ts";
import type { EcLevel, Frame, QrSymbol, SymbolSettings } from "./symbol.ts";

/** The exports of assembly/index.ts, compiled to WebAssembly or JavaScript. */
export interface CoreExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  input(): number;
  encode(length: number, level: number, version: number, mask: number, boost: number, eci: number): number;
  modules(): number;
  segments(): number;
  segmentsLength(): number;
  usedBits(): number;
  capacity(version: number, level: number): number;
  checkWords(version: number, level: number): number;
  spoiled(version: number, level: number, left: number, top: number, right: number, bottom: number): number;
  writePng(size: number, margin: number, color: number, bg: number): number;
  png(): number;
  palette(): number;
  startPixels(width: number, height: number, colours: number): void;
  pixelRow(): number;
  addPixelRow(): number;
  finishPixels(): number;
  writeOutline(margin: number): number;
  outline(): number;
}

/** A part of the text that is encoded in one mode. */
export interface Segment {
  readonly mode: "numeric" | "alphanumeric" | "byte";
  /** Number of characters; in byte mode, number of bytes. */
  readonly chars: number;
  /** Bits of the segment, including mode indicator and character count. */
  readonly bits: number;
}

export interface Segmentation {
  readonly segments: readonly Segment[];
  /** Bits used by all segments and the ECI header, and bits available for data. */
  readonly bits: { readonly used: number; readonly capacity: number };
}

/** A rectangle of modules; right and bottom are exclusive. */
export interface ModuleArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How a covered area affects error correction. A codeword is spoiled if one of its modules is covered. */
export interface Spoiled {
  /** Number of spoiled codewords in all blocks together. */
  readonly total: number;
  /** Number of spoiled codewords in the worst block. */
  readonly spoiled: number;
  /** Index of the worst block. */
  readonly worstBlock: number;
  /** Maximum number of wrong codewords that can be corrected in a block: half of its error correction codewords. */
  readonly correctable: number;
}

export interface PixelSource {
  /** 1 to 2048 pixels. */
  readonly width: number;
  readonly height: number;
  /** RGB triples of 1 to 256 colours; undefined for true colour. */
  readonly palette?: Uint8Array | undefined;
  /** Fills `into` with scanline `y`: palette indices or RGB triples. Called for each scanline from top to bottom. Must
   *  not call the core. */
  row(into: Uint8Array, y: number): void;
}

/** Returns a copy of `bytes`: the core overwrites them in its next call. */
export type TakeBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** The core's functions, which keep no state between calls. */
export interface Core {
  encodeSymbol(text: string, settings?: SymbolSettings): QrSymbol;
  encodePng(text: string, settings: SymbolSettings, frame: Frame, take?: TakeBytes): Uint8Array<ArrayBuffer>;
  encodeOutline(text: string, settings: SymbolSettings, margin: number): Outline;
  encodePixels(source: PixelSource): Uint8Array<ArrayBuffer>;
  spoiledCodewords(version: number, ec: EcLevel, area: ModuleArea): Spoiled;
  segmentText(text: string, settings?: SymbolSettings): Segmentation;
}

const LEVELS: readonly EcLevel[] = ["L", "M", "Q", "H"];
const MODES = ["numeric", "alphanumeric", "byte"] as const;

/** Maximum length of a text in bytes: version 40-L holds 7089 digits, and no symbol holds more bytes. */
const MAX_BYTES = 7089;

const copyOf: TakeBytes = (bytes) => bytes.slice();

/** Creates a core from a WebAssembly.Module. The parameter is an object because the type WebAssembly.Module requires
 *  the DOM types.
 *  @throws {WebAssembly.LinkError} if the module has imports. isoqr's core has none. */
export function loadCore(module: object): Core {
  return createCore(new WebAssembly.Instance(module).exports as unknown as CoreExports);
}

export function createCore(wasm: CoreExports): Core {
  const input = wasm.input();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let view = new Uint8Array(wasm.memory.buffer);
  let inputView = view.subarray(input, input + MAX_BYTES);

  /** Returns the core's memory. Views are detached whenever it grows, which happens at most once per version. */
  function memory(): Uint8Array<ArrayBuffer> {
    if (view.buffer !== wasm.memory.buffer) {
      view = new Uint8Array(wasm.memory.buffer);
      inputView = view.subarray(input, input + MAX_BYTES);
    }
    return view;
  }

  /** Encodes the text at `input`. Returns version | level << 8 | mask << 16, or 0 if the text does not fit. */
  function encodeInput(bytes: number, ec: EcLevel, settings: SymbolSettings): number {
    const { version = 1, mask = -1, boost, eci } = settings;
    return wasm.encode(bytes, LEVELS.indexOf(ec), version, mask, boost ? 1 : 0, eci ? 1 : 0);
  }

  /** Encodes `text` and leaves the symbol in the core. Returns version | level << 8 | mask << 16. */
  function encode(text: string, settings: SymbolSettings): number {
    if (typeof text !== "string" || text === "") throw invalidText(text);
    const { ec = "M" } = settings;
    memory();
    const { read, written } = encoder.encodeInto(text, inputView);
    // ASCII text does not need the slow check: a lone surrogate would be encoded as U+FFFD, which takes several bytes.
    if ((written !== read || read < text.length) && /\p{Surrogate}/u.test(text)) throw invalidText(text);
    const packed = read < text.length ? 0 : encodeInput(written, ec, settings);
    if (packed) return packed;
    const fits = (level: EcLevel) => read === text.length && encodeInput(written, level, settings) !== 0;
    throw tooLong(utf8Length(text), ec, LEVELS.filter(fits).at(-1), byteCapacities());
  }

  /** Returns how many bytes version 40 holds in byte mode at levels L, M, Q and H. The header takes 4 + 16 bits. */
  function byteCapacities(): number[] {
    return LEVELS.map((_, level) => Math.floor((8 * wasm.capacity(40, level) - 20) / 8));
  }

  function encodeSymbol(text: string, settings: SymbolSettings = {}): QrSymbol {
    const packed = encode(text, settings);
    const version = packed & 255;
    const side = 17 + 4 * version;
    const modules = wasm.modules();
    return {
      version,
      side,
      ec: LEVELS[(packed >> 8) & 255] as EcLevel,
      mask: packed >> 16,
      modules: memory().slice(modules, modules + side * side),
    };
  }

  function encodePng(text: string, settings: SymbolSettings, frame: Frame, take = copyOf): Uint8Array<ArrayBuffer> {
    encode(text, settings);
    const { size, margin, color, bg } = frame;
    const length = wasm.writePng(size, margin, Number.parseInt(color, 16), Number.parseInt(bg, 16));
    const png = wasm.png();
    return take(memory().subarray(png, png + length));
  }

  function encodeOutline(text: string, settings: SymbolSettings, margin: number): Outline {
    const side = 17 + 4 * (encode(text, settings) & 255);
    const length = wasm.writeOutline(margin);
    const outline = wasm.outline();
    return { path: decoder.decode(memory().subarray(outline, outline + length)), units: side + 2 * margin };
  }

  function segmentText(text: string, settings: SymbolSettings = {}): Segmentation {
    const packed = encode(text, settings);
    const version = packed & 255;
    const words = new Uint32Array(wasm.memory.buffer, wasm.segments(), 2 * wasm.segmentsLength());
    const segments: Segment[] = [];
    for (let i = 0; i < words.length; i += 2) {
      const mode = words[i] as number;
      const chars = words[i + 1] as number;
      segments.push({ mode: MODES[mode] as Segment["mode"], chars, bits: segmentBits(mode, chars, version) });
    }
    const capacity = 8 * wasm.capacity(version, (packed >> 8) & 255);
    return { segments, bits: { used: wasm.usedBits(), capacity } };
  }

  function encodePixels({ width, height, palette, row }: PixelSource): Uint8Array<ArrayBuffer> {
    if (palette) memory().set(palette, wasm.palette());
    wasm.startPixels(width, height, palette ? palette.length / 3 : 0);
    const start = wasm.pixelRow();
    const into = memory().subarray(start, start + width * (palette ? 1 : 3));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const take = (length: number) => {
      if (length) parts.push(memory().slice(wasm.png(), wasm.png() + length));
    };
    for (let y = 0; y < height; y++) {
      row(into, y);
      take(wasm.addPixelRow());
    }
    take(wasm.finishPixels());
    const [first] = parts;
    return first && parts.length === 1 ? first : joinBytes(parts);
  }

  function spoiledCodewords(version: number, ec: EcLevel, { left, top, right, bottom }: ModuleArea): Spoiled {
    const level = LEVELS.indexOf(ec);
    const packed = wasm.spoiled(version, level, left, top, right, bottom);
    return {
      total: packed >> 16,
      spoiled: packed & 255,
      worstBlock: (packed >> 8) & 255,
      correctable: wasm.checkWords(version, level) >> 1,
    };
  }

  return { encodeSymbol, encodePng, encodeOutline, encodePixels, spoiledCodewords, segmentText };
}

/** Returns the bits of a segment, including its header. ISO/IEC 18004:2015, 7.4. */
function segmentBits(mode: number, chars: number, version: number): number {
  const range = version < 10 ? 0 : version < 27 ? 1 : 2;
  if (mode === 0) return 14 + 2 * range + Math.ceil((10 * chars) / 3);
  if (mode === 1) return 13 + 2 * range + Math.ceil((11 * chars) / 2);
  return (range === 0 ? 12 : 20) + 8 * chars;
}

/** Returns the same error as checking the option `data` does. */
function invalidText(text: unknown): QrError {
  return text === undefined || text === ""
    ? dataMissing()
    : new QrError("INVALID_OPTION", 400, "must be a string without lone surrogates", "data");
}

function tooLong(bytes: number, ec: EcLevel, fitting: EcLevel | undefined, capacities: number[]): QrError {
  const holds = LEVELS.map((level, i) => `${capacities[i]} at ${level}`).join(", ");
  const advice = fitting ? `use {ec} ${fitting} or shorten it` : "shorten it";
  const rule = `is too long for {ec} ${ec}: it takes ${bytes} bytes, and the largest code holds ${holds} (more for text with only digits or capitals): ${advice}`;
  return new QrError("DATA_TOO_LONG", 413, rule, "data");
}
