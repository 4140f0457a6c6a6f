import type { EcLevel } from "../../src/core/symbol.ts";

export const levels: readonly EcLevel[] = ["L", "M", "Q", "H"];
export const masks: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];
export const versions: readonly number[] = Array.from({ length: 40 }, (_, index) => index + 1);

export const digits = "0123456789";
export const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
/** Characters that only byte mode can encode, so a string of them can only be a single segment. */
export const byteOnly = "abcdefghijklmnopqrstuvwxyz?=&_#~";

/** Returns a deterministic generator of integers 0 <= n < `below` (mulberry32). */
export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Returns `length` random characters from `alphabet`. */
export function randomText(random: Random, alphabet: string, length: number): string {
  const characters = [...alphabet];
  return Array.from({ length }, () => characters[random(characters.length)]).join("");
}

/** Returns 1 to `runs` runs of 1 to `longest` characters. All characters in a run are of the same kind, so encoders may
 *  switch modes between runs. */
export function mixedText(random: Random, runs: number, longest: number): string {
  const kinds = [digits, alphanumerics, byteOnly, "äöüß€漢字🙂é"];
  const count = 1 + random(runs);
  return Array.from({ length: count }, () =>
    randomText(random, kinds[random(kinds.length)] ?? digits, 1 + random(longest)),
  ).join("");
}

/** Returns a random element of a list, which must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  if (list.length === 0) throw new RangeError("the list must not be empty");
  return list[random(list.length)] as T;
}
