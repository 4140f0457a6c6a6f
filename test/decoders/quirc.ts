import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { grayOf } from "../../src/scan/gray.ts";
import type { Decoder } from "./decoders.ts";

/** The functions that the WebAssembly module exports. Addresses refer to its memory. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  quirc_new(): number;
  quirc_resize(state: number, width: number, height: number): number;
  quirc_begin(state: number, width: number, height: number): number;
  quirc_end(state: number): void;
  quirc_count(state: number): number;
  quirc_extract(state: number, at: number, code: number): void;
  quirc_decode(code: number, data: number): number;
  quirc_code_size(): number;
  quirc_data_size(): number;
  quirc_data_get_payload(data: number): number;
  quirc_data_get_payload_len(data: number): number;
}

// Reads the file by its path, because the package's entry refers to a folder that does not exist.
const path = fileURLToPath(new URL("../../node_modules/quirc/dist/libquirc.wasm", import.meta.url));
const module = new WebAssembly.Module(readFileSync(path));

export const quirc: Decoder = {
  name: "quirc",
  async read({ width, height, data: colors }) {
    const { data } = grayOf({ width, height, data: new Uint8Array(colors.buffer, colors.byteOffset, colors.length) });
    // Each picture gets a new instance, so that no picture can affect the next one.
    const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    const state = exports.quirc_new();
    if (exports.quirc_resize(state, width, height) < 0) throw new Error("quirc ran out of memory");
    const image = exports.quirc_begin(state, 0, 0);
    new Uint8Array(exports.memory.buffer).set(data, image);
    exports.quirc_end(state);
    const code = exports.malloc(exports.quirc_code_size());
    const result = exports.malloc(exports.quirc_data_size());
    for (let at = 0; at < exports.quirc_count(state); at++) {
      exports.quirc_extract(state, at, code);
      if (exports.quirc_decode(code, result) !== 0) continue;
      const start = exports.quirc_data_get_payload(result);
      const bytes = new Uint8Array(exports.memory.buffer, start, exports.quirc_data_get_payload_len(result));
      return new TextDecoder().decode(bytes);
    }
    return undefined;
  },
};
