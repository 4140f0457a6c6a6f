import { expect, test } from "vitest";
import { MAX_HERE } from "../../src/drawing/draw-plan.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { inspect } from "../../src/service/service.ts";
import { createScheduler, SLICE } from "../../src/work/scheduler.ts";
import { atOnce, inTurns, type Steps } from "../../src/work/steps.ts";
import { withJobs } from "../heavy.ts";
import { heavy, logoData } from "./reports.ts";

/** Resolves to the costs of the pieces of work that a report on `input` passes to the scheduler, and to its issues. */
async function piecesOf(input: RawOptions) {
  const costs: number[] = [];
  const scheduler = createScheduler();
  const watched: typeof scheduler = {
    run(task) {
      costs.push(task.cost);
      return scheduler.run(task);
    },
  };
  const scan = async () => ({ decoder: "a decoder", passed: false, conditions: [], margins: [] });
  const { issues } = await inspect({ data: "x", ...input }, { heavy: withJobs(heavy, { scan }), scheduler: watched });
  return { costs, codes: issues.map(({ code }) => code) };
}

test("each change to suggest for a picture that does not scan is a piece of work of its own", async () => {
  const radial = (colors: string) => `radial,${colors}`;
  const gradients = { gradient: radial("000000,202020"), bgGradient: radial("ffffff,e0e0e0") };
  const { costs, codes } = await piecesOf(gradients);
  expect(codes).toContain("scan_failed");
  expect(costs.length).toBeGreaterThan(10);
  expect(Math.max(...costs)).toBeLessThanOrEqual(MAX_HERE);
});

test("each trial for a logo that is too large is a piece of work of its own", async () => {
  const { costs, codes } = await piecesOf({ logoData, ec: "L", logoSize: 0.4, logoMargin: 20, size: 128 });
  expect(codes).toContain("logo_too_large");
  expect(costs.length).toBeGreaterThan(30);
});

function* counting(last: number): Steps<number> {
  for (let step = 0; step < last; step++) yield;
  return last;
}

test("steps return the same value at once and in turns", async () => {
  expect(atOnce(counting(3))).toBe(3);
  expect(await inTurns(counting(3), 1, {})).toBe(3);
});

test("other events are handled between steps", async () => {
  let time = 0;
  const scheduler = createScheduler(() => (time += SLICE));
  const ends: string[] = [];
  const steps = inTurns(counting(9), SLICE, { scheduler }).then(() => ends.push("steps"));
  const event = new Promise((resolve) => setImmediate(resolve)).then(() => ends.push("event"));
  await Promise.all([steps, event]);
  expect(ends).toEqual(["event", "steps"]);
});

test("steps end with the signal of their caller", async () => {
  let time = 0;
  const scheduler = createScheduler(() => (time += SLICE));
  const controller = new AbortController();
  const steps = inTurns(counting(100), SLICE, { scheduler, caller: { client: "a", signal: controller.signal } });
  setImmediate(() => controller.abort(new Error("gone")));
  await expect(steps).rejects.toThrow("gone");
});
