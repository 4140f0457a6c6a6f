import { afterAll, beforeAll, expect, test } from "vitest";
import { sample } from "../../sweep.ts";
import { readCorpus } from "./corpus.ts";
import { describe, search } from "./search.ts";
import type { OpenTarget, Target } from "./target.ts";

/** The seed of `npm test`. It never changes, so that only code changes can cause failures. */
const SEED = 15;

/** Defines tests that check the corpus of `target`, a sample of its systematic inputs, and `runs` generated inputs. */
export function checkTarget(target: Target, runs: number): void {
  let open: OpenTarget;
  beforeAll(async () => {
    open = await target.open();
  });
  afterAll(() => open.close());

  test.each(readCorpus(target.name).map(([file, kept]) => ({ file, kept })))("$file: $kept.about", async ({ kept }) => {
    await expect(open.check(kept)).resolves.toBeUndefined();
  });

  const every = sample(target.every ?? [], 5);
  if (every.length > 0) {
    test(`passes ${every.length} systematic inputs`, async () => {
      for (const one of every) {
        const failure = await open.check(one).catch((error) => `${describe(error)}\n${JSON.stringify(one)}`);
        expect(failure).toBeUndefined();
      }
    });
  }

  test(`passes ${runs} generated inputs`, async () => {
    const found = await search(target.inputs, open, { seed: SEED, runs });
    const again = `npm run fuzz -- --target ${target.name} --seed ${SEED} --runs ${runs}`;
    expect(found && `${found.message}\n${JSON.stringify(found.input)}\nto reproduce: ${again}`).toBeUndefined();
  });
}
