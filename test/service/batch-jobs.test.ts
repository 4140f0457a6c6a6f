import { expect, test } from "vitest";
import type { LogoJob, PictureJob } from "../../src/ports.ts";
import { forBatches } from "../../src/service/batch.ts";
import { heavyOf } from "../heavy.ts";

const refuse = () => Promise.reject(new Error("unexpected call"));
const job: LogoJob = { bytes: new Uint8Array(), kind: "png", width: 1, height: 1 };

test("runs sixteen jobs at a time until all are done or failed", async () => {
  let [running, most] = [0, 0];
  const rest = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  const heavy = heavyOf({
    async drawLogo({ width, height }) {
      await rest();
      if (width === 0) throw new Error("refused");
      return { width, height, data: new Uint8Array() };
    },
    async drawPicture() {
      await rest();
      return "<svg/>";
    },
  });
  const { run } = forBatches(heavy, 16);
  const picture: PictureJob = { plan: {}, art: {} };
  const all = Array.from({ length: 100 }, (_, i) => {
    if (i % 3 === 0) return run({ name: "drawLogo", input: { ...job, width: 0 } });
    return i % 3 === 1 ? run({ name: "drawLogo", input: job }) : run({ name: "drawPicture", input: picture });
  });
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(66);
  expect([running, most]).toEqual([0, 16]);
});

test("a batch supports only the jobs that the host supports", () => {
  expect(forBatches(heavyOf({ drawLogo: refuse, scan: refuse }), 1).jobs).toEqual(new Set(["drawLogo", "scan"]));
});
