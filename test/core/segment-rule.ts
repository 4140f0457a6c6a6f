import type { EcLevel } from "../../src/core/symbol.ts";
import { blockPlan, countWidth, type SegmentMode } from "./tables.ts";
import { alphanumerics } from "./texts.ts";

/** Finds the minimum number of bits for a string by trying every mode at every character. */

/** The state of the writer: a mode, and the number of characters in its current group. */
interface State {
  readonly mode: SegmentMode;
  readonly phase: number;
}

const states: readonly State[] = [
  { mode: "numeric", phase: 0 },
  { mode: "numeric", phase: 1 },
  { mode: "numeric", phase: 2 },
  { mode: "alphanumeric", phase: 0 },
  { mode: "alphanumeric", phase: 1 },
  { mode: "byte", phase: 0 },
];

/** Number of bits that each character of a group adds: three digits take 4 + 3 + 3, two alphanumerics 6 + 5. */
const growth = { numeric: [4, 3, 3], alphanumeric: [6, 5] } as const;

/** Returns the number of bits in the best split of `text` into segments at this version, without the terminator. A
 *  segment boundary is never inside a character. */
export function fewestBits(text: string, version: number): number {
  const header = (mode: SegmentMode) => 4 + countWidth(mode, version);
  let costs = states.map(() => Number.POSITIVE_INFINITY);
  let best = 0;
  for (const character of text) {
    const next = states.map(() => Number.POSITIVE_INFINITY);
    states.forEach(({ mode, phase }, index) => {
      if (!canWrite(mode, character)) return;
      const stay = (costs[index] ?? Number.POSITIVE_INFINITY) + bitsOf(mode, phase, character);
      const target = stateAfter(mode, phase);
      next[target] = Math.min(next[target] ?? Number.POSITIVE_INFINITY, stay);
      if (phase !== 0) return;
      const begin = best + header(mode) + bitsOf(mode, 0, character);
      next[target] = Math.min(next[target] ?? Number.POSITIVE_INFINITY, begin);
    });
    costs = next;
    best = Math.min(...costs);
  }
  return best;
}

/** Returns the smallest version, `least` or higher, that holds the best split and a header of `extra` bits. Returns
 *  undefined if no version does. */
export function smallestVersion(text: string, ec: EcLevel, least = 1, extra = 0): number | undefined {
  // Count indicators get longer only after versions 9 and 26, so only these steps change the number of bits.
  for (const [from, to] of [
    [1, 9],
    [10, 26],
    [27, 40],
  ] as const) {
    if (to < least) continue;
    const bits = fewestBits(text, from) + extra;
    for (let version = Math.max(from, least); version <= to; version++) {
      if (bits <= blockPlan(version, ec).data * 8) return version;
    }
  }
  return undefined;
}

function canWrite(mode: SegmentMode, character: string): boolean {
  if (mode === "numeric") return /^[0-9]$/.test(character);
  if (mode === "alphanumeric") return alphanumerics.includes(character);
  return true;
}

function bitsOf(mode: SegmentMode, phase: number, character: string): number {
  if (mode === "byte") return Buffer.byteLength(character) * 8;
  return growth[mode][phase] ?? 0;
}

function stateAfter(mode: SegmentMode, phase: number): number {
  const groups = mode === "numeric" ? 3 : mode === "alphanumeric" ? 2 : 1;
  return states.findIndex((state) => state.mode === mode && state.phase === (phase + 1) % groups);
}
