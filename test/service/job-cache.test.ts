import { expect, test } from "vitest";
import type { LogoJob } from "../../src/ports.ts";
import { cacheJobs } from "../../src/service/job-cache.ts";
import { heavyOf } from "../heavy.ts";
import { testError } from "../test-error.ts";

const job = (bytes: Uint8Array, width = 8): LogoJob => ({ bytes, kind: "png", width, height: 8 });

/** Creates a cache, and counts the logos that are drawn. Drawing an empty logo fails. */
function counted() {
  const seen = { drawn: 0 };
  const heavy = heavyOf({
    async drawLogo({ bytes, width, height }) {
      seen.drawn++;
      if (bytes.length === 0) throw testError("LOGO_INVALID", "is empty", "logo");
      return { width, height, data: bytes.slice(0, 1) };
    },
  });
  const { run } = cacheJobs(heavy);
  return { seen, draw: (input: LogoJob) => run({ name: "drawLogo", input }) };
}

test("draws a logo once per size, even for concurrent calls", async () => {
  const { seen, draw } = counted();
  const bytes = Uint8Array.of(1, 2, 3);
  const [one, two] = await Promise.all([draw(job(bytes)), draw(job(bytes.slice()))]);
  expect(two).toBe(one);
  expect(await draw(job(bytes))).toBe(one);
  expect(seen.drawn).toBe(1);
  await draw(job(bytes, 9));
  expect(seen.drawn).toBe(2);
});

test("distinguishes logos of equal length whose sampled bytes are equal", async () => {
  const { seen, draw } = counted();
  const bytes = new Uint8Array(10_000);
  // The cache's hash does not sample this byte.
  const other = bytes.with(1, 7);
  await draw(job(bytes));
  await draw(job(other));
  await draw(job(bytes));
  expect(seen.drawn).toBe(3);
});

test("does not cache errors", async () => {
  const { seen, draw } = counted();
  for (let i = 0; i < 2; i++) await expect(draw(job(new Uint8Array(0)))).rejects.toThrow("logo is empty");
  expect(seen.drawn).toBe(2);
});

test("evicts the least recently used logo above 16 MiB", async () => {
  const { seen, draw } = counted();
  const large = (mark: number) => job(new Uint8Array(2 * 1024 * 1024 - 256).fill(mark));
  for (let mark = 0; mark < 8; mark++) await draw(large(mark));
  await draw(large(0));
  expect(seen.drawn).toBe(8);
  await draw(large(8)); // evicts logo 1
  await draw(large(0));
  expect(seen.drawn).toBe(9);
  await draw(large(1));
  expect(seen.drawn).toBe(10);
});

test("reads a header once, and drops it with the logo's pixels", async () => {
  let read = 0;
  const performers = heavyOf({
    drawLogo: async ({ bytes, width, height }) => ({ width, height, data: bytes }),
    async readLogo(bytes) {
      read++;
      if (bytes.length === 0) throw testError("LOGO_INVALID", "is empty", "logo");
      return { kind: "svg", width: bytes.length, height: 1 };
    },
  });
  const heavy = cacheJobs(performers);
  const readLogo = (input: Uint8Array) => heavy.run({ name: "readLogo", input });
  const bytes = Uint8Array.of(1, 2, 3);
  const all = await Promise.all([readLogo(bytes), readLogo(bytes.slice())]);
  await heavy.run({ name: "drawLogo", input: job(bytes) });
  expect([...all, await readLogo(bytes)]).toEqual(Array(3).fill({ kind: "svg", width: 3, height: 1 }));
  expect(read).toBe(1);
  for (let mark = 0; mark < 8; mark++) await readLogo(new Uint8Array(2 * 1024 * 1024 - 1).fill(mark));
  await readLogo(bytes);
  expect(read).toBe(10);
  for (let i = 0; i < 2; i++) await expect(readLogo(new Uint8Array(0))).rejects.toThrow("logo is empty");
  expect(read).toBe(12);
});

test("a client does not wait for the same job of another client, but shares its result", async () => {
  const ends: (() => void)[] = [];
  const heavy = heavyOf({
    drawLogo: ({ width, height }) =>
      new Promise((resolve) => ends.push(() => resolve({ width, height, data: new Uint8Array(4) }))),
  });
  const { run } = cacheJobs(heavy);
  const draw = (client?: string) => run({ name: "drawLogo", input: job(Uint8Array.of(1, 2, 3)), client });
  const [first, second, third] = [draw("a"), draw("b"), draw("b")];
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await third).toBe(await second);
  expect(await draw("c")).toBe(await second);
  ends[0]?.();
  await first;
  expect(await draw("a")).toBe(await second);
  expect(ends).toHaveLength(2);
});
