import type { HeavyJobs, HeavyWork, Job } from "../../src/ports.ts";
import { ladders } from "../../src/scan/score.ts";
import { heavyOf } from "../heavy.ts";

/** What decoders find: a code of grade A or C, or one that they read only undamaged, or not at all. */
export type Verdict = "A" | "C" | "F";

const margins = ladders.map(({ name, steps }) => ({ name, value: steps.at(-1) ?? null, unit: "" }));

/** Returns work that draws picture codes of these verdicts, without pictures, and the strengths and jobs so far. */
export function fakeWork(verdictAt: (strength: number) => Verdict) {
  const strengths: number[] = [];
  const jobs: Job<HeavyJobs>[] = [];
  const work = heavyOf({
    drawLogo: async ({ middle = 0 }) => ({ width: middle, height: middle, data: new Uint8Array(4 * middle ** 2) }),
    choosePictureCode: async ({ data }) => ({
      ...{ version: 10, side: 57, ec: "Q", mask: 0, modules: new Uint8Array(57 * 57) },
      ...{ text: data, finderLike: false },
    }),
    async paintPictureCode({ strength }) {
      strengths.push(strength);
      return { png: Uint8Array.of(Math.round(100 * strength)), wrong: [0] };
    },
    async scan({ body }) {
      const verdict = verdictAt(Number(body[0]) / 100);
      const unusedErrorCorrection = verdict === "A" ? 1 : 0;
      const found = verdict === "F" ? [] : margins;
      return { decoder: "fake 1", passed: verdict !== "F", conditions: [], margins: found, unusedErrorCorrection };
    },
  });
  const heavy: HeavyWork = {
    jobs: work.jobs,
    run(job, signal) {
      jobs.push(job);
      return work.run(job, signal);
    },
  };
  return { heavy, strengths, jobs };
}
