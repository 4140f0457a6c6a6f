import { _maskBits } from "qr";
import { placementOrder } from "./function-map.ts";
import { blockPlan, capacity, countWidth } from "./tables.ts";
import type { Random } from "./texts.ts";

/** Creates strings whose symbols show a given pattern wherever there are data modules. */

/** Returns the wanted value of a module; 1 is dark. */
export type Pattern = (x: number, y: number) => number;

/** Returns digits that fill a version at level L and draw the pattern with their data bits under `mask`. One in forty
 *  groups of three digits cannot have the required bits, because its value would exceed 999. */
export function textThatDraws(version: number, mask: number, pattern: Pattern): string {
  const order = placementOrder(version);
  const places = dataWordPlaces(version);
  const header = 4 + countWidth("numeric", version);
  const bitAt = (bit: number) => {
    const [x, y] = order[(places[bit >> 3] ?? 0) * 8 + (bit & 7)] ?? [0, 0];
    return pattern(x, y) ^ ((_maskBits(x, y) >> mask) & 1);
  };
  const groups = Math.floor(capacity("numeric", version, "L") / 3);
  return Array.from({ length: groups }, (_, group) => {
    let value = 0;
    for (let bit = 0; bit < 10; bit++) value = value * 2 + bitAt(header + group * 10 + bit);
    return String(value > 999 ? value - 512 : value).padStart(3, "0");
  }).join("");
}

/** Returns the position of each data word in the interleaved words of level L. */
function dataWordPlaces(version: number): number[] {
  const { data, blocks } = blockPlan(version, "L");
  const shortLength = Math.floor(data / blocks);
  const shortBlocks = blocks - (data % blocks);
  const lengths = Array.from({ length: blocks }, (_, block) => shortLength + Number(block >= shortBlocks));
  const placesOf = lengths.map((length, block) =>
    Array.from({ length }, (_, row) => (row < shortLength ? row * blocks + block : row * blocks + block - shortBlocks)),
  );
  return placesOf.flat();
}

/** Returns noise that contains one to three finder-like patterns of scale `k`, in rows or columns. Each has 4k light
 *  modules on both sides. */
export function patternWithFinders(random: Random, side: number, k: number, noise: Pattern): Pattern {
  const modules = new Map<string, number>();
  for (let count = 1 + random(3); count > 0; count--) {
    const isRow = random(2) === 1;
    const line = 9 + random(side - 17);
    const start = random(side - 7 * k + 1) - 4 * k;
    for (let step = 0; step < 15 * k; step++) {
      const place = start + step;
      const key = isRow ? `${place},${line}` : `${line},${place}`;
      modules.set(key, Number("000010111010000"[Math.floor(step / k)]));
    }
  }
  return (x, y) => modules.get(`${x},${y}`) ?? noise(x, y);
}
