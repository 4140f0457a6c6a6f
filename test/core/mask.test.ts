import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { placementOrder } from "./function-map.ts";
import { bestMask, penaltyOf } from "./mask-rule.ts";
import { capacity } from "./tables.ts";
import { byteOnly, createDice, levels, mixedText, pick, randomText, versions } from "./texts.ts";

/** The mask the core chooses is the one the written rule chooses. */

function expectRuledMask(text: string, ec: EcLevel, version: number): void {
  const chosen = encodeSymbol(text, { ec, version });
  const ruled = bestMask((mask) => encodeSymbol(text, { ec, version, mask }));
  expect(chosen.mask, `${version}-${ec}: ${text}`).toBe(ruled);
  const pinned = encodeSymbol(text, { ec, version, mask: ruled });
  expect(Buffer.compare(chosen.modules, pinned.modules)).toBe(0);
}

test.each(versions)("random texts at version %i", (version) => {
  const dice = createDice(version);
  const rounds = version <= 6 ? 24 : version <= 15 ? 6 : 3;
  for (let round = 0; round < rounds; round++) {
    const ec = pick(dice, levels);
    const length = 1 + dice(capacity("byte", version, ec));
    expectRuledMask(randomText(dice, byteOnly, length), ec, version);
  }
});

test("hundreds of short mixed texts", () => {
  const dice = createDice(3);
  for (let round = 0; round < 200; round++) {
    expectRuledMask(mixedText(dice, 3, 9), pick(dice, levels), 1 + dice(4));
  }
});

describe("texts that favour one colour", () => {
  const units = ["\0", "0", "\x7f", "U", "ª", "3", "f", "\x0f", "p"];
  test.each(units.map((unit) => [JSON.stringify(unit), unit]))("%s repeated", (_, unit) => {
    const bytes = new TextEncoder().encode(unit).length;
    for (const version of [1, 2, 4, 7, 13, 25, 40]) {
      const most = Math.floor(capacity("byte", version, "L") / bytes);
      expectRuledMask(unit.repeat(most), "L", version);
      expectRuledMask(unit, "H", version);
    }
  });
});

/** A text whose bits, under mask 0, draw `wish` where a data bit lies; only ASCII bytes can be asked for. */
function textThatDraws(version: number, wish: (x: number, y: number) => number): string {
  const header = version <= 9 ? 12 : 20;
  const order = placementOrder(version);
  const length = capacity("byte", version, "L");
  const bytes = Array.from({ length }, (_, index) => {
    const first = header + index * 8;
    const bits = order.slice(first + 1, first + 8).map(([x, y]) => wish(x, y) ^ Number((x + y) % 2 === 0));
    return bits.reduce((value, bit) => value * 2 + bit, 0);
  });
  return String.fromCharCode(...bytes);
}

describe("finder-like patterns at larger scales", () => {
  /** Dark k, light k, dark 3k, light k, dark k, light 4k, again and again along x or y. */
  const finderLike = (scale: number) => (at: number) => Number("10111010000"[Math.floor(at / scale) % 11]);

  // One block of codewords only, so that nothing is interleaved and the drawing comes out where it is wished.
  test.each([2, 3, 4, 5].flatMap((version) => [1, 2, 3].map((scale) => [version, scale] as const)))(
    "version %i, k = %i",
    (version, scale) => {
      const pattern = finderLike(scale);
      const rows = textThatDraws(version, (x) => pattern(x));
      const columns = textThatDraws(version, (_, y) => pattern(y));
      for (const text of [rows, columns]) expectRuledMask(text, "L", version);
    },
  );

  test("do occur in what is scored", () => {
    const text = textThatDraws(5, (x) => finderLike(2)(x));
    const drawn = penaltyOf(encodeSymbol(text, { ec: "L", version: 5, mask: 0 }));
    const plain = penaltyOf(encodeSymbol("?", { ec: "L", version: 5, mask: 0 }));
    expect(drawn.finders).toBeGreaterThan(plain.finders);
  });
});
