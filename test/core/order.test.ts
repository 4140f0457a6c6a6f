import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { scalar, simd } from "#core";
import { loadCore } from "../../src/core/core.ts";
import type { SymbolSettings } from "../../src/core/symbol.ts";
import { QrError } from "../../src/errors.ts";
import { createDice, levels, mixedText, pick, randomText } from "./texts.ts";

/** The answer depends on the question alone: not on earlier calls, nor on the instructions of the engine. */

type Core = ReturnType<typeof loadCore>;

function compiled(hex: string): Core {
  return loadCore(new WebAssembly.Module(Uint8Array.from(Buffer.from(hex, "hex"))));
}

type Job = (core: Core) => string;

function fingerprint(value: string | Uint8Array): string {
  return createHash("sha1").update(value).digest("hex");
}

/** What one call gives, symbol, PNG and SVG in turn; refusals are answers too. */
function jobs(seed: number, count: number): Job[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, (_, index) => {
    const long = index % 9 === 0;
    const text =
      index % 50 === 7 ? "\ud800" : long ? randomText(dice, "abc123XYZ:", 1 + dice(5000)) : mixedText(dice, 5, 15);
    const settings: SymbolSettings = {
      ec: pick(dice, levels),
      version: pick(dice, [1, 1, 1 + dice(40)]),
      mask: pick(dice, [undefined, undefined, dice(8)]),
      boost: dice(4) === 0,
      eci: dice(4) === 0,
    };
    const frame = { size: 32 + dice(400), margin: dice(11), color: "102030", bg: pick(dice, ["ffffff", "eeeeee"]) };
    return (core) => {
      try {
        if (index % 3 === 0) return fingerprint(core.encodeSymbol(text, settings).modules);
        if (index % 3 === 1) return fingerprint(core.encodePng(text, settings, frame));
        return fingerprint(core.encodeSvg(text, settings, frame, "t"));
      } catch (error) {
        if (error instanceof QrError) return error.message;
        throw error;
      }
    };
  });
}

/** The list in another order, with the places its members had. */
function shuffled<T>(list: readonly T[], seed: number): [place: number, member: T][] {
  const dice = createDice(seed);
  const order = list.map((member, place): [number, T] => [place, member]);
  return order
    .map((entry) => ({ entry, key: dice(2 ** 30) }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

const work = jobs(1, 600);

describe.each([
  ["simd", simd],
  ["scalar", scalar],
])("%s", (_, bytes) => {
  const expected = compiled(bytes);
  const answers = work.map((job) => job(expected));

  test.each([2, 3, 4])("gives the same in another order of calls (%i)", (seed) => {
    const core = compiled(bytes);
    for (const [place, job] of shuffled(work, seed)) expect(job(core)).toBe(answers[place]);
  });

  test("gives the same when each call is the first", () => {
    for (let place = 0; place < work.length; place += 7) {
      expect(work[place]?.(compiled(bytes))).toBe(answers[place]);
    }
  });
});

test("SIMD and scalar give the same bytes", () => {
  const [withVectors, without] = [compiled(simd), compiled(scalar)];
  for (const job of [...work, ...jobs(77, 600)]) expect(job(withVectors)).toBe(job(without));
});

test("the two modules are not the same one", () => {
  expect(simd).not.toBe(scalar);
});
