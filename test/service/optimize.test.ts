import { expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { PARTS_LIST, type SearchInput } from "../../src/options/search-table.ts";
import type { HeavyWork, LogoFetcher } from "../../src/ports.ts";
import { ANY_LOGO, UNREADABLE_LOGO } from "../../src/render/draw.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { DATA_OR_BYTES, optimize } from "../../src/runtime/optimize.ts";
import { NO_SEARCHES, optimize as optimizeInPage } from "../../src/runtime/optimize-browser.ts";
import { createService } from "../../src/service/service.ts";
import { heavyOf } from "../heavy.ts";

const data = "https://example.com/spring";
const logo = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#e05a8a" d="M0 0h8v8H0"/></svg>',
);
const ugly = { color: "#e08aa8", bg: "fff4f8", dotStyle: "dots", logoSize: 0.35, size: 200 } as const;
const few: SearchInput = { candidates: 6 };

test("optimize() improves a pale design with a large logo, and its reports are those of the designs", async () => {
  const { before, after, changes, candidates } = await optimize(data, { ...ugly, logo, ...few });
  expect(candidates).toBeLessThanOrEqual(6);
  expect(after.scan?.score).toBeGreaterThan((before.scan?.score ?? 1) + 0.1);
  expect(after.scan?.grade).toMatch(/[ABC]/);
  expect(Object.keys(changes)).toContain("color");
  expect(changes).not.toHaveProperty("dotStyle");
  const service = createService({ heavy: createHeavyWork() });
  const logoData = Buffer.from(logo).toString("base64");
  const given = { data, ...ugly, color: "e08aa8", logoData };
  expect(before).toEqual(await service.inspect(given));
  expect(after).toEqual(await service.inspect({ ...given, ...changes }));
});

test("optimize() accepts logos and data like draw()", async () => {
  const settings = { size: 64, allow: "margin", candidates: 2 } as const;
  const uri = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
  for (const one of [uri, new Blob([logo])]) {
    expect((await optimize(data, { ...settings, logo: one })).before.logo).toBeDefined();
  }
  expect((await optimize(new Uint8Array([255, 0]), settings)).before.options.data).toBe("");
});

const lost = { size: 1, arrayBuffer: () => Promise.reject(new Error("deleted")) };
const unread = {
  size: 1e9,
  arrayBuffer: () => {
    throw new Error("read");
  },
};

test.each([
  ["an unknown part", { allow: "mask" as "ec" }, { code: "INVALID_OPTION", field: "allow", rule: PARTS_LIST }],
  ["too many candidates", { candidates: 101 }, { code: "INVALID_OPTION", field: "candidates" }],
  ["an unknown option", { colour: "red" }, { code: "INVALID_OPTION", field: "colour" }],
  ["a wrong logo", { logo: 5 as unknown as string }, { code: "LOGO_INVALID", field: "logo", rule: ANY_LOGO }],
  ["a detached file", { logo: lost }, { code: "LOGO_INVALID", field: "logo", rule: UNREADABLE_LOGO }],
  ["a large file, unread", { logo: unread }, { code: "LOGO_TOO_LARGE", field: "logo" }],
  ["a broken logo", { logo: new Uint8Array([1]) }, { code: "LOGO_INVALID", field: "logoData" }],
])("optimize() rejects %s", async (_, options, fault) => {
  await expect(optimize(data, options as object)).rejects.toMatchObject(fault);
});

test("optimize() rejects wrong and missing data", async () => {
  await expect(optimize(5 as unknown as string)).rejects.toMatchObject({ field: "data", rule: DATA_OR_BYTES });
  await expect(optimize("")).rejects.toMatchObject({ code: "DATA_MISSING" });
  await expect(optimize("x".repeat(3000))).rejects.toMatchObject({ code: "DATA_TOO_LONG" });
});

test("rejects without a decoder, and in a page", async () => {
  const missing = createService({ heavy: heavyOf({}) });
  await expect(missing.optimize({ data })).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
  await expect(createService().optimize({ data })).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
  await expect(optimizeInPage()).rejects.toMatchObject({ code: "NOT_SUPPORTED", rule: NO_SEARCHES });
});

test("fetches a logo once, and keeps the given design if the scans of others fail", async () => {
  const work = createHeavyWork();
  let [scans, fetches] = [0, 0];
  const heavy: HeavyWork = {
    jobs: work.jobs,
    async run(job, signal) {
      // Each decoder scans the given design first.
      if (job.name === "scan" && ++scans > 2) throw new QrError("INTERNAL", { rule: "crashed" });
      return work.run(job, signal);
    },
  };
  const logos: LogoFetcher = {
    async fetch() {
      fetches++;
      return logo;
    },
  };
  const input = { data, ...ugly, color: "e08aa8", logo: "https://example.com/logo.svg", candidates: 3 };
  const { before, after, changes, candidates } = await createService({ heavy, logos }).optimize(input);
  expect([changes, candidates, fetches]).toEqual([{}, 3, 1]);
  expect(after).toEqual(before);
});
