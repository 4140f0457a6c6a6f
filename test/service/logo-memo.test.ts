import { describe, expect, test } from "vitest";
import type { BatchEntry } from "../../src/api.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import type { HeavyJobs } from "../../src/ports.ts";
import { createService, type ServiceParts } from "../../src/service/service.ts";
import type { Performers } from "../../src/work/perform.ts";
import { withJobs } from "../heavy.ts";
import { heavy, plainPng, QUARTERS, svgBytes } from "../logo/logos.ts";
import { testError } from "../test-error.ts";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const good = base64(svgBytes(QUARTERS));
/** Strings of different lengths that result in logos of different sizes. */
const items = Array.from({ length: 50 }, (_, i) => ({ data: "x".repeat(1 + 9 * i) }));

async function entriesOf(parts: ServiceParts, input: RawOptions): Promise<readonly BatchEntry[]> {
  const { results } = await createService(parts).generateBatch(input);
  const entries: BatchEntry[] = [];
  for await (const entry of results) entries.push(entry);
  return entries;
}

const errorsOf = (entries: readonly BatchEntry[]) => entries.map((entry) => ("error" in entry ? entry.error : "drawn"));

/** Creates heavy work and a logo fetcher for a service, and counts how often logos are read, drawn and fetched. */
function counting(over: Partial<Performers<HeavyJobs>> = {}, bytes: Uint8Array = svgBytes(QUARTERS)) {
  const counts = { read: 0, drawn: 0, fetched: [] as string[] };
  const work = withJobs(heavy, over);
  const parts: ServiceParts = {
    heavy: {
      jobs: work.jobs,
      run(job, signal) {
        if (job.name === "readLogo") counts.read++;
        if (job.name === "drawLogo") counts.drawn++;
        return work.run(job, signal);
      },
    },
    logos: {
      fetch: async (url) => {
        counts.fetched.push(url);
        if (url.endsWith("away")) throw testError("LOGO_UNREACHABLE", "could not be fetched", "logo");
        return bytes;
      },
    },
  };
  return { counts, parts };
}

describe("a logo that all items of a batch share", () => {
  test("reads a shared logo once, from data and from a URL", async () => {
    for (const logo of [{ logoData: good }, { logo: "https://site.example/logo.svg" }]) {
      const { counts, parts } = counting();
      expect(errorsOf(await entriesOf(parts, { options: logo, items }))).toEqual(Array(50).fill("drawn"));
      expect(counts.read).toBe(1);
      expect(counts.fetched).toHaveLength("logo" in logo ? 1 : 0);
    }
  });

  test("does not read a logo with an invalid header again, and reports the error for every item", async () => {
    const { counts, parts } = counting();
    const logoData = base64(svgBytes(`<svg xmlns="http://www.w3.org/2000/svg" width="${"a".repeat(65_000)}!"/>`));
    const errors = errorsOf(await entriesOf(parts, { options: { logoData }, items }));
    expect(errors).toEqual(Array(50).fill(expect.stringMatching(/^logoData is an SVG without a size/)));
    expect(counts).toEqual({ read: 1, drawn: 0, fetched: [] });
  });

  test("does not draw a logo again after a failure, at any size", async () => {
    const { counts, parts } = counting();
    const logoData = base64(svgBytes(QUARTERS.replace("</svg>", "<text>a</text></svg>")));
    const errors = errorsOf(await entriesOf(parts, { options: { logoData }, items }));
    expect(errors).toEqual(Array(50).fill(expect.stringMatching(/^logoData is an SVG with text/)));
    expect(counts).toEqual({ read: 1, drawn: 1, fetched: [] });
  });

  test("does not fetch a logo again after a failure", async () => {
    const { counts, parts } = counting();
    const errors = errorsOf(await entriesOf(parts, { options: { logo: "https://site.example/away" }, items }));
    expect(errors).toEqual(Array(50).fill("logo could not be fetched"));
    expect(counts.fetched).toEqual(["https://site.example/away"]);
  });

  test("tries a logo again for the next item if the threads were busy", async () => {
    let left = 1;
    const busy = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      if (left-- > 0) throw testError("BUSY", "try again");
      return work();
    };
    const readLogo = (file: Uint8Array) => busy(async () => readLogoHeader(file));
    const read = await entriesOf(counting({ readLogo }).parts, { options: { logoData: good }, items });
    expect(new Set(errorsOf(read).slice(2))).toEqual(new Set(["drawn"]));
    left = 1;
    const { parts } = counting({ drawLogo: (job) => busy(() => heavy.run({ name: "drawLogo", input: job })) });
    const drawn = await entriesOf(parts, { options: { logoData: good }, items });
    expect(new Set(errorsOf(drawn).slice(2))).toEqual(new Set(["drawn"]));
  });
});

test("an invalid logo in one item does not affect other items", async () => {
  const { parts } = counting();
  const bad = base64(plainPng(70_000, 8));
  const mixed = [{ data: "a", logoData: good }, { data: "b", logoData: bad }, { data: "c" }, { data: "d" }];
  const errors = errorsOf(await entriesOf(parts, { options: { logo: "https://site.example/away" }, items: mixed }));
  expect(errors).toEqual([
    "drawn",
    expect.stringMatching(/^logoData must be at most 65535 x 65535 px, not 70000 x 8/),
    "logo could not be fetched",
    "logo could not be fetched",
  ]);
});

test("releases a logo after the last item that uses it", async () => {
  const { counts, parts } = counting();
  const logos = ["a", "b", "a", "b", "a"].map((name) => ({ data: "x", logo: `https://site.example/${name}` }));
  await entriesOf(parts, { items: logos });
  expect(counts.fetched).toEqual(["https://site.example/a", "https://site.example/b"]);
});

test("accepts an SVG that is visible only at a larger size", async () => {
  const speck = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4000 4000"><path d="M0 0h9v9H0"/></svg>`;
  const logoData = base64(svgBytes(speck));
  const sizes = [{ size: 32 }, { size: 2048 }].map((size) => ({ data: "x", ...size }));
  expect(errorsOf(await entriesOf(counting().parts, { options: { logoData }, items: sizes }))).toEqual([
    "drawn",
    "drawn",
  ]);
  const empty = base64(svgBytes(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>`));
  const errors = errorsOf(await entriesOf(counting().parts, { options: { logoData: empty }, items: sizes }));
  expect(errors).toEqual(Array(2).fill(expect.stringMatching(/^logoData is damaged or fully transparent/)));
});
