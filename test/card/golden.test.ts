import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { goldenData, titles } from "./titles.ts";
import { drawCard } from "./tools.ts";

/** Compares cards with reviewed pictures. `node scripts/golden-cards.mjs` redraws them. */

const golden = (name: string) => readPng(readFileSync(new URL(`../golden/cards/${name}.png`, import.meta.url)));

/** A difference of up to INVISIBLE in a channel cannot be seen. Up to this share of the pixels may differ more, because
 *  of rounding at edges. */
const INVISIBLE = 16;
const TOLERANCE = 0.0005;

test.each(Object.entries(titles))("draws the reviewed card: %s", async (name, [title, color]) => {
  const drawn = readPng(await drawCard({ title, data: goldenData, color }));
  expect(difference(drawn, golden(name))).toBeLessThan(TOLERANCE);
  for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe(goldenData);
});

test("the tolerance detects a different letter in a title", async () => {
  const one = readPng(await drawCard({ title: "Launch day", data: goldenData, color: "1d4ed8" }));
  const other = readPng(await drawCard({ title: "Lunch day", data: goldenData, color: "1d4ed8" }));
  expect(difference(one, other)).toBeGreaterThan(10 * TOLERANCE);
});

/** Returns the share of pixels that differ visibly. */
function difference(one: Pixels, other: Pixels): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let differing = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const visible = [0, 1, 2].some((i) => Math.abs((one.data[at + i] ?? 0) - (other.data[at + i] ?? 0)) > INVISIBLE);
    if (visible) differing++;
  }
  return differing / (one.width * one.height);
}
