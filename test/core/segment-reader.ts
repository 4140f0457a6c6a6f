import type { QrSymbol } from "../../src/core/symbol.ts";
import { readBlocks, readHeader } from "./symbol-reader.ts";
import { countWidth, type SegmentMode } from "./tables.ts";
import { alphanumerics } from "./texts.ts";

/** A segment of a symbol; `eci` has an assignment number instead of text. */
export interface ReadSegment {
  readonly mode: SegmentMode | "eci";
  readonly text: string;
  /** Number of characters, or of bytes in byte mode; the assignment number of an ECI header. */
  readonly count: number;
}

/** The decoded data words of a symbol. */
export interface ReadMessage {
  readonly text: string;
  readonly segments: readonly ReadSegment[];
  /** Total length of all segments in bits, without terminator and padding. */
  readonly bits: number;
}

const modes: Record<number, SegmentMode | "eci"> = {
  1: "numeric",
  2: "alphanumeric",
  4: "byte",
  7: "eci",
};

/** Decodes the data words of a symbol. Throws unless the terminator and the padding conform to ISO/IEC 18004:2015,
 *  7.4.9 and 7.4.10. */
export function readMessage(grid: Pick<QrSymbol, "side" | "modules">): ReadMessage {
  const { version } = readHeader(grid);
  const data = readBlocks(grid).flatMap((block) => [...block.data]);
  const bits = data.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => (word >> shift) & 1));
  let position = 0;
  const take = (width: number) => {
    if (position + width > bits.length) throw new Error("the segments extend beyond the data");
    position += width;
    return bits.slice(position - width, position).reduce((value, bit) => value * 2 + bit, 0);
  };

  const segments: ReadSegment[] = [];
  const bytes: number[] = [];
  while (bits.length - position >= 4) {
    const start = position;
    const mode = modes[take(4)];
    if (mode === undefined) {
      position = start;
      break;
    }
    segments.push(readSegment(mode, version, take, bytes));
  }
  checkTail(bits.slice(position), position);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  return { text, segments, bits: position };
}

function readSegment(
  mode: SegmentMode | "eci",
  version: number,
  take: (width: number) => number,
  bytes: number[],
): ReadSegment {
  if (mode === "eci") return { mode, text: "", count: take(8) };
  const count = take(countWidth(mode, version));
  const before = bytes.length;
  if (mode === "numeric") {
    for (let left = count; left > 0; left -= 3) {
      const width = Math.min(3, left);
      const number = String(take([0, 4, 7, 10][width] ?? 0)).padStart(width, "0");
      if (number.length > width) throw new Error(`${number} is not a group of ${width} digits`);
      bytes.push(...new TextEncoder().encode(number));
    }
  } else if (mode === "alphanumeric") {
    for (let left = count; left > 0; left -= 2) {
      const pair = left >= 2 ? take(11) : take(6);
      const values = left >= 2 ? [Math.floor(pair / 45), pair % 45] : [pair];
      for (const value of values) bytes.push(alphanumerics.charCodeAt(value));
    }
  } else {
    for (let index = 0; index < count; index++) bytes.push(take(8));
  }
  return { mode, count, text: new TextDecoder().decode(Uint8Array.from(bytes.slice(before))) };
}

/** Throws unless `tail` starts with four zero bits (or fewer, if the data ends before that), followed by zero bits up
 *  to the next byte boundary. The remaining bytes must alternate between 0xEC and 0x11. */
function checkTail(tail: readonly number[], used: number): void {
  const terminator = Math.min(4, tail.length);
  const aligned = terminator + ((8 - ((used + terminator) % 8)) % 8);
  if (tail.slice(0, aligned).some((bit) => bit === 1)) throw new Error("the terminator is not zero");
  for (let at = aligned, pad = 0xec; at < tail.length; at += 8, pad ^= 0xec ^ 0x11) {
    const word = tail.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0);
    if (word !== pad) throw new Error(`pad word ${word} instead of ${pad}`);
  }
}
