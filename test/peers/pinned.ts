import type { EcLevel } from "../../src/core/symbol.ts";

/** The modes a text can be written in; `mixed` is any split into several segments. */
export type TextMode = "numeric" | "alphanumeric" | "byte" | "mixed";

/** What every peer is asked for: a symbol in which nothing is left to its own choice. */
export interface PinnedRequest {
  readonly text: string;
  readonly mode: TextMode;
  readonly version: number;
  readonly ec: EcLevel;
  readonly mask: number;
}

/** An encoder by another author, reduced to the one question we ask it. */
export interface Peer {
  readonly name: string;
  /** Whether the peer writes this text with the very segments the request means. */
  canDraw(request: PinnedRequest): boolean;
  /** side * side values, row by row; 1 = dark. */
  draw(request: PinnedRequest): Uint8Array;
}

/** One of the eight patterns, in the narrow type some peers declare. */
export type MaskNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

const maskNumbers: readonly MaskNumber[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** The mask as peers declare it; throws for anything but 0 to 7. */
export function maskNumber(mask: number): MaskNumber {
  const found = maskNumbers[mask];
  if (found === undefined) throw new RangeError(`no such mask: ${mask}`);
  return found;
}

/** Flattens rows of booleans. */
export function modulesOfRows(rows: readonly (readonly boolean[])[]): Uint8Array {
  return Uint8Array.from(rows.flat(), Number);
}

/** True when every character is a single byte of UTF-8. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
