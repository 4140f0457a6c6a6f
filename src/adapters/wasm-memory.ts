import { joinBytes } from "../bytes.ts";

/** A limit for the memory of a WebAssembly module that has none of its own. */

const MEMORY = 5;

/** Bytes before the first section. WebAssembly Core 2.0, 5.5.16. */
const HEADER = 8;

/** `module` with at most `pages` of 64 KiB for its one memory, at most 16,383 of them: what wants more traps, and takes the
 *  memory of nobody else. A module that has a limit already, or no memory, stays as it is. WebAssembly Core 2.0, 5.5.8. */
export function limitMemory(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === MEMORY && module[size.end] === 1 && module[size.end + 1] === 0) {
      const least = module.subarray(size.end + 2, end);
      const section = [1, 1, ...least, (pages & 0x7f) | 0x80, pages >> 7];
      return joinBytes([
        module.subarray(0, at),
        Uint8Array.of(MEMORY, section.length, ...section),
        module.subarray(end),
      ]);
    }
    at = end;
  }
  return joinBytes([module]);
}

/** An unsigned number of seven bits a byte, and where it ends. 5.2.2. */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
