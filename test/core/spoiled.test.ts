import { expect, test } from "vitest";
import { type ModuleArea, spoiledCodewords } from "../../src/core/core.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { placementOrder } from "./function-map.ts";
import { blockPlan, blocksInOrder } from "./tables.ts";
import { createRandom, levels, versions } from "./texts.ts";

function countPlainly(version: number, ec: EcLevel, { left, top, right, bottom }: ModuleArea) {
  const order = blocksInOrder(version, ec);
  const hit = new Set<number>();
  placementOrder(version).forEach(([x, y], bit) => {
    const codeword = bit >> 3;
    if (codeword < order.length && x >= left && x < right && y >= top && y < bottom) hit.add(codeword);
  });
  const { blocks, checkPerBlock } = blockPlan(version, ec);
  const counts = new Array<number>(blocks).fill(0);
  for (const codeword of hit) counts[order[codeword] ?? 0] = (counts[order[codeword] ?? 0] ?? 0) + 1;
  const spoiled = Math.max(...counts);
  return { total: hit.size, spoiled, worstBlock: counts.indexOf(spoiled), correctable: checkPerBlock >> 1 };
}

test("counts the codewords under central and random areas, for every version and level", () => {
  const random = createRandom(29);
  for (const version of versions) {
    const side = 17 + 4 * version;
    for (const ec of levels) {
      const half = 1 + random(side >> 2);
      const middle = side >> 1;
      const [left, top] = [random(side), random(side)];
      for (const area of [
        { left: middle - half, top: middle - half, right: middle + half + 1, bottom: middle + half + 1 },
        { left, top, right: left + 1 + random(side - left), bottom: top + 1 + random(side - top) },
      ]) {
        const what = `${version}-${ec} ${JSON.stringify(area)}`;
        expect(spoiledCodewords(version, ec, [area]), what).toEqual(countPlainly(version, ec, area));
      }
    }
  }
});

test("counts every codeword under the whole symbol, and none under an empty area", () => {
  expect(spoiledCodewords(1, "L", [{ left: 0, top: 0, right: 21, bottom: 21 }])).toMatchObject({
    total: 26,
    spoiled: 26,
  });
  expect(spoiledCodewords(40, "H", [{ left: 9, top: 9, right: 9, bottom: 40 }])).toMatchObject({
    total: 0,
    spoiled: 0,
  });
});
