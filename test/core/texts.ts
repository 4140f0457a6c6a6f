import type { EcLevel } from "../../src/core/symbol.ts";

export const levels: readonly EcLevel[] = ["L", "M", "Q", "H"];
export const masks: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];
export const versions: readonly number[] = Array.from({ length: 40 }, (_, index) => index + 1);

export const digits = "0123456789";
export const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
/** Characters of byte mode only, so that there is no other split. */
export const byteOnly = "abcdefghijklmnopqrstuvwxyz?=&_#~";

/** Returns a deterministic generator of integers 0 <= n < `below` (mulberry32). */
export type Dice = (below: number) => number;

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Returns `length` random characters of `alphabet`. */
export function randomText(dice: Dice, alphabet: string, length: number): string {
  const characters = [...alphabet];
  return Array.from({ length }, () => characters[dice(characters.length)]).join("");
}

/** Returns a text of up to `runs` runs of one kind each, which make an encoder change its mode. */
export function mixedText(dice: Dice, runs: number, longest: number): string {
  const kinds = [digits, alphanumerics, byteOnly, "äöüß€漢字🙂é"];
  const count = 1 + dice(runs);
  return Array.from({ length: count }, () =>
    randomText(dice, kinds[dice(kinds.length)] ?? digits, 1 + dice(longest)),
  ).join("");
}

/** Returns a random element of a list, which must not be empty. */
export function pick<T>(dice: Dice, list: readonly T[]): T {
  if (list.length === 0) throw new RangeError("nothing to pick from");
  return list[dice(list.length)] as T;
}
