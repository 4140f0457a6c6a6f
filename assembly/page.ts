/** The encoder for pages. Its code is about half the size of the encoder in index.ts. */
import { drawSymbol } from "./plain";
import * as symbol from "./symbol";

export * from "./encoder";

/** Encodes the `length` bytes at `input`, divided into the first `given` segments at `segments`. If `given` is 0,
 *  splits them into the segments that take the fewest bits. Returns version | level << 8 | mask << 16, or 0 if the
 *  bytes do not fit. */
export function encode(length: i32, given: i32, level: i32, version: i32, mask: i32, boost: i32, eci: i32): i32 {
  if (!symbol.encodeMessage(length, given, level, version, boost != 0, eci != 0)) return 0;
  return symbol.version | (symbol.level << 8) | (drawSymbol(symbol.version, symbol.level, mask) << 16);
}
