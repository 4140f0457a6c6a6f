import { expect, test } from "vitest";
import type { HeavyWork, LogoJob } from "../../src/ports.ts";
import { rememberArt } from "../../src/service/art-memo.ts";
import { forBatches } from "../../src/service/batch-jobs.ts";

const refuse = () => Promise.reject(new Error("not asked for"));
const job: LogoJob = { bytes: new Uint8Array(), kind: "png", width: 1, height: 1 };

test("heavy work may be an instance of a class, with methods and what they keep", async () => {
  class Heavy implements HeavyWork {
    readonly #size = 2;
    async drawLogo() {
      return { width: this.#size, height: 1, data: new Uint8Array() };
    }
    async scan() {
      return { decoder: `d${this.#size}`, passed: true, conditions: [] };
    }
    async drawCard() {
      return new Uint8Array(this.#size);
    }
    async drawPicture() {
      return "x".repeat(this.#size);
    }
  }
  const heavy = forBatches(rememberArt(new Heavy()), 4);
  expect((await heavy.drawLogo(job)).width).toBe(2);
  expect((await heavy.scan({ contentType: "image/png", body: "", data: "", size: 1, scale: 1 })).decoder).toBe("d2");
  expect(await heavy.drawCard({ title: "", data: "", color: "" })).toHaveLength(2);
  expect(await heavy.drawPicture?.({ words: {}, aspect: 1, art: await heavy.drawLogo(job) })).toBe("xx");
});

test("sixteen jobs are under way, whether those before them were done or failed, and all come to an end", async () => {
  let [running, most] = [0, 0];
  const rest = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  const heavy: HeavyWork = {
    scan: refuse,
    drawCard: refuse,
    async drawLogo({ width, height }) {
      await rest();
      if (width === 0) throw new Error("refused");
      return { width, height, data: new Uint8Array() };
    },
    async drawPicture() {
      await rest();
      return "<svg/>";
    },
  };
  const { drawLogo, drawPicture = refuse } = forBatches(heavy, 16);
  const all = Array.from({ length: 100 }, (_, i) => {
    if (i % 3 === 0) return drawLogo({ ...job, width: 0 });
    return i % 3 === 1 ? drawLogo(job) : drawPicture({ words: {}, aspect: 1, art: { ...job, data: job.bytes } });
  });
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(66);
  expect([running, most]).toEqual([0, 16]);
});

test("who cannot draw pictures does not learn it here", () => {
  expect(forBatches({ scan: refuse, drawCard: refuse, drawLogo: refuse }, 1)).not.toHaveProperty("drawPicture");
});
