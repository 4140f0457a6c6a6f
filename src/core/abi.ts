import { QrError } from "../errors.ts";
import type { EcLevel, QrSymbol, SymbolSettings } from "./symbol.ts";
import { tooLong, wellFormed } from "./text.ts";

/** What assembly/index.ts exports; only this file knows it. */
interface Exports {
  memory: WebAssembly.Memory;
  input(): number;
  encode(length: number, level: number, version: number, mask: number, boost: number, eci: number): number;
  modules(): number;
  segments(): number;
  segmentsLength(): number;
  usedBits(): number;
  capacity(version: number, level: number): number;
  writePng(size: number, margin: number, color: number, bg: number): number;
  png(): number;
  writeOutline(x: number, y: number): number;
  outline(): number;
}

export const LEVELS: readonly EcLevel[] = ["L", "M", "Q", "H"];
const MODES = ["numeric", "alphanumeric", "byte"] as const;

/** More bytes than any symbol holds: 7089 digits fit version 40-L. */
const MAX_BYTES = 7089;

/** A stretch of the text in one mode. */
export interface Segment {
  readonly mode: (typeof MODES)[number];
  /** Characters; bytes in byte mode. */
  readonly chars: number;
  /** Bits, header included. */
  readonly bits: number;
}

/** The core's functions with their types. Each answers for the text it is given and keeps nothing of it. */
export interface Core {
  encodeSymbol(text: string, settings?: SymbolSettings): QrSymbol;
}

/** A core from a compiled module.
 *  @throws {WebAssembly.LinkError} when the module is not isoqr's. */
export function createCore(module: WebAssembly.Module): Core {
  const wasm = new WebAssembly.Instance(module).exports as unknown as Exports;
  const input = wasm.input();
  const encoder = new TextEncoder();
  let view = new Uint8Array(wasm.memory.buffer);
  let inputView = view.subarray(input, input + MAX_BYTES);

  /** Views are detached whenever the memory grows, at most once for each version. */
  function refresh(): void {
    if (view.buffer === wasm.memory.buffer) return;
    view = new Uint8Array(wasm.memory.buffer);
    inputView = view.subarray(input, input + MAX_BYTES);
  }

  /** Encodes `text`; gives version | level << 8 | mask << 16. */
  function encode(text: string, settings: SymbolSettings): number {
    if (text === "") throw new QrError("DATA_MISSING", 400, "data is missing: give the text to encode", "data");
    const level = LEVELS.indexOf(settings.ec ?? "M");
    const { read, written } = encoder.encodeInto(text, inputView);
    const packed =
      read < text.length
        ? 0
        : wasm.encode(written, level, settings.version ?? 1, settings.mask ?? -1, +!!settings.boost, +!!settings.eci);
    // encodeInto writes U+FFFD, three bytes, for a lone surrogate: only then is there more than one byte a unit.
    if (written !== text.length && !wellFormed(text)) {
      throw new QrError("INVALID_OPTION", 400, "data must be well-formed text: it has a lone surrogate", "data");
    }
    if (packed === 0) throw tooLong(text, level, (at) => fits(text, at, settings));
    refresh();
    return packed;
  }
  void MODES;
  function fits(_text: string, _at: number, _settings: SymbolSettings): boolean {
    return false;
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
      modules: view.slice(modules, modules + side * side),
    };
  }
  return { encodeSymbol };
}
