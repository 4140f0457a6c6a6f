import type { EcLevel } from "../../../src/core/symbol.ts";

/** The mode of the text. `mixed` means several segments. */
export type TextMode = "numeric" | "alphanumeric" | "byte" | "mixed";

/** A request that leaves no choice, so that every peer must return the same modules. */
export interface PinnedRequest {
  readonly text: string;
  readonly mode: TextMode;
  readonly version: number;
  readonly ec: EcLevel;
  readonly mask: number;
}

/** An encoder by another author. */
export interface Peer {
  readonly name: string;
  /** Returns whether the peer can encode the request's text in the requested mode. */
  canDraw(request: PinnedRequest): boolean;
  /** Returns side * side values, row by row; 1 is dark. */
  draw(request: PinnedRequest): Uint8Array;
}

/** The type of masks in some peers' declarations. */
export type MaskNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

const maskNumbers: readonly MaskNumber[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** Returns `mask` as a MaskNumber. @throws {RangeError} unless it is 0 to 7. */
export function maskNumber(mask: number): MaskNumber {
  const found = maskNumbers[mask];
  if (found === undefined) throw new RangeError(`mask must be an integer from 0 to 7, not ${mask}`);
  return found;
}

export function modulesOfRows(rows: readonly (readonly boolean[])[]): Uint8Array {
  return Uint8Array.from(rows.flat(), Number);
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
