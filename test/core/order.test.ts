import { describe, expect, test } from "vitest";
import { jobs } from "./jobs.ts";
import { builds, loadCore } from "./load-core.ts";
import { createRandom } from "./texts.ts";

/** Tests that results depend only on the arguments, not on earlier calls or the instruction set of the engine. */

/** Returns the members of `list` in another order, each with its original position. */
function shuffled<T>(list: readonly T[], seed: number): [place: number, member: T][] {
  const random = createRandom(seed);
  const order = list.map((member, place): [number, T] => [place, member]);
  return order
    .map((entry) => ({ entry, key: random(2 ** 30) }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

const work = jobs(1, 600);

describe.each(builds)("%s", (build) => {
  const expected = loadCore(build);
  const answers = work.map((job) => job(expected));

  test.each([2, 3, 4])("returns the same results if calls are in another order (%i)", (seed) => {
    const core = loadCore(build);
    for (const [place, job] of shuffled(work, seed)) expect(job(core)).toBe(answers[place]);
  });

  test("returns the same results if each call is the first of an instance", () => {
    for (let place = 0; place < work.length; place += 7) {
      expect(work[place]?.(loadCore(build))).toBe(answers[place]);
    }
  });
});

test("all builds return the same bytes", () => {
  const [first, ...others] = builds.map(loadCore);
  for (const job of [...work, ...jobs(77, 600)]) {
    const expected = first && job(first);
    for (const core of others) expect(job(core)).toBe(expected);
  }
});
