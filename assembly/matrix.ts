import { allocate } from "./memory";

/** The symbol as bits, which the encoder writes, and the outline and the image writer read. If the encoder and the image
 *  writer are separate modules, the host copies `side` lines from one memory to the other. */

/** Modules per side of version 40. */
export const MAX_SIDE: i32 = 177;

/** Bytes per line: 192 bits for up to 177 modules. */
export const LINE: usize = 24;

/** `side` lines. Bit i of a line, least significant first, is module i; a set bit is a dark module. */
export const ROWS = allocate((MAX_SIDE + 32) * LINE);

export let side: i32 = 0;

export function setSide(modules: i32): void {
  side = modules;
}

export function clear(left: i32, top: i32, right: i32, bottom: i32): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const byte = ROWS + y * LINE + (x >> 3);
      store<u8>(byte, <u32>load<u8>(byte) & ~(1 << (x & 7)));
    }
  }
}
