import { describe, expect, test } from "vitest";
import { scalar, simd } from "#core";
import { type Core, loadCore } from "../../src/core/core.ts";
import { jobs } from "./jobs.ts";
import { createRandom } from "./texts.ts";

/** Results depend only on the arguments, not on earlier calls or the instructions of the engine. */

function compiled(hex: string): Core {
  return loadCore(new WebAssembly.Module(Uint8Array.from(Buffer.from(hex, "hex"))));
}

/** Returns the list in another order, with the original positions. */
function shuffled<T>(list: readonly T[], seed: number): [place: number, member: T][] {
  const random = createRandom(seed);
  const order = list.map((member, place): [number, T] => [place, member]);
  return order
    .map((entry) => ({ entry, key: random(2 ** 30) }))
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

  test.each([2, 3, 4])("returns the same results if calls are in another order (%i)", (seed) => {
    const core = compiled(bytes);
    for (const [place, job] of shuffled(work, seed)) expect(job(core)).toBe(answers[place]);
  });

  test("returns the same results if each call is the first", () => {
    for (let place = 0; place < work.length; place += 7) {
      expect(work[place]?.(compiled(bytes))).toBe(answers[place]);
    }
  });
});

test("SIMD and scalar return the same bytes", () => {
  const [withVectors, without] = [compiled(simd), compiled(scalar)];
  for (const job of [...work, ...jobs(77, 600)]) expect(job(withVectors)).toBe(job(without));
});

test("the SIMD and scalar modules differ", () => {
  expect(simd).not.toBe(scalar);
});
