import { describe, expect, test } from "vitest";
import { packageMissing, packageUnsupported, QrError } from "../../src/errors.ts";
import { verbatim } from "../../src/messages/message.ts";
import { scanSkipped } from "../../src/messages/report-rules.ts";
import type { DecoderName, HeavyWork, Margin, ScanJob, ScanReport } from "../../src/ports.ts";
import { brokenDecoder } from "../../src/scan/broken-decoders.ts";
import { noMargins, strains } from "../../src/scan/margins.ts";
import { CRASHED } from "../../src/scan/scan.ts";
import { inspect } from "../../src/service/service.ts";
import { DECODER_TIME } from "../../src/work/heavy-jobs.ts";
import { withJobs } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { heavy, logoData, url } from "../service/reports.ts";
import { testError } from "../test-error.ts";
import { localPool } from "../work/pools.ts";

type ScanOf = Readonly<Record<DecoderName, () => Promise<ScanReport>>>;

/** Returns heavy work whose decoders respond as listed in `scans`. */
const heavyWith = (scans: Partial<ScanOf>): HeavyWork =>
  withJobs(heavy, {
    scan: (input) => scans[input.decoder]?.() ?? heavy.run({ name: "scan", input }),
  });

const reportOf = (decoder: string, margins: readonly Margin[] = [], passed = true): ScanReport => {
  return { decoder, passed, conditions: [{ name: "clean", passed }], margins };
};
/** Returns the margin with the value for a decoder that reads all copies. */
const bestMargin = (margin: Margin): Margin => ({
  ...margin,
  value: strains.find(({ name }) => name === margin.name)?.steps.at(-1) ?? null,
});
const reject = (error: Error) => () => Promise.reject(error);
const missing = { zxing: packageMissing("zxing-wasm"), zbar: packageMissing("@undecaf/zbar-wasm") } as const;
const crashed = testError("INTERNAL", "the decoder crashed");
const overdue = testError("TIMED_OUT", "the decoder timed out");
const busy = testError("BUSY", "too many images are being processed: try again in a few seconds");

const zxingRow = { name: "zxing-wasm", version: expect.stringMatching(/^3\./), passed: true };
const zbarRow = { name: "zbar-wasm", version: expect.stringMatching(/^0\.11\./), passed: true };

describe("two decoders", () => {
  test("each read the code, and the report contains both", async () => {
    const { scan, valid, issues } = await inspect({ data: url }, { heavy });
    expect(valid).toBe(true);
    expect(issues).toEqual([]);
    expect(scan?.decoders).toEqual([zxingRow, zbarRow]);
    expect(scan?.decoder).toMatch(/^zxing-wasm 3\./);
    expect(scan?.conditions.length).toBeGreaterThan(10);
    expect(scan?.margins.map(({ name }) => name)).toEqual(strains.map(({ name }) => name));
  });

  test("run at the same time", async () => {
    const running = new Set<string>();
    let most = 0;
    const wait = (name: string) => async () => {
      running.add(name);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running.delete(name);
      return reportOf(`${name} 1.0.0`);
    };
    await inspect({ data: url }, { heavy: heavyWith({ zxing: wait("a"), zbar: wait("b") }) });
    expect(most).toBe(2);
  });

  test("the report contains the margin of the decoder that tolerates less", async () => {
    const margins = (values: readonly (number | null)[]) =>
      ["module", "noise", "light", "tilt", "quiet zone"].map((name, at) => ({
        name,
        value: values[at] ?? null,
        unit: "",
      }));
    const parts = heavyWith({
      zxing: async () => reportOf("one 1.0.0", margins([1.3, 40, 12, null, 0])),
      zbar: async () => reportOf("two 1.0.0", margins([1.7, 52, 7, 8, 1])),
    });
    const { scan } = await inspect({ data: url }, { heavy: parts });
    expect(scan?.margins).toEqual(margins([1.7, 40, 12, null, 1]));
  });

  test("a code that only one of them reads is not valid", async () => {
    const zbar = async () => reportOf("zbar-wasm 0.11.0", [], false);
    const { scan, valid, issues } = await inspect({ data: url }, { heavy: heavyWith({ zbar }) });
    expect(scan).toMatchObject({ passed: false, decoders: [{ passed: true }, { passed: false }] });
    expect(scan?.grade).toMatch(/[DF]/);
    expect(issues).toMatchObject([{ code: "scan_failed", severity: "error" }]);
    expect(issues[0]?.message).toMatch(/^the code does not scan with zbar-wasm: /);
    expect(valid).toBe(false);
  });

  test("only the reference counts if the other decoder does not read a code with a logo", async () => {
    const zbar = async () => reportOf("zbar-wasm 0.11.0", noMargins(), false);
    const parts = { heavy: heavyWith({ zbar }) };
    const input = { data: url, logoData, version: 7, size: 424 };
    const { scan, valid, issues } = await inspect(input, parts);
    expect(scan).toMatchObject({ passed: true, grade: "B", decoders: [{ passed: true }, { passed: false }] });
    expect([valid, issues]).toEqual([true, []]);
    const alone = await inspect(input, { heavy: heavyWith({ zbar: reject(missing.zbar) }) });
    expect(scan?.margins).toEqual(alone.scan?.margins);
    expect(scan?.score).toBeLessThan(alone.scan?.score ?? 0);
    // In these codes, the cause may be small modules, the shape, or anything except a logo.
    const others = [
      { ...input, dotStyle: "star" },
      { ...input, format: "svg", size: 100 },
      { ...input, logoData: undefined },
    ];
    for (const other of others) {
      const report = await inspect(other, parts);
      expect(report).toMatchObject({ valid: false, scan: { passed: false } });
    }
  });

  test.each<[string, object, string]>([
    ["that hides only the pattern in the centre", {}, "B"],
    ["in a pale code", { color: "808080" }, "C"],
    ["in a code of level L", { ec: "L", logoSize: 0.15 }, "C"],
    ["that uses most of the error correction", { ec: "M", logoSize: 0.3 }, "C"],
    ["in a version without a pattern in the centre", { version: 6 }, "C"],
    ["that hides several patterns", { version: 14 }, "C"],
  ])(
    "only the reference counts if the other one reads few copies of a code with a logo %s",
    async (_, input, grade) => {
      const margins = noMargins().map(({ name, unit }) => {
        const values: Readonly<Record<string, number>> = { noise: 16, tilt: 4, module: 2.5 };
        return { name, value: values[name] ?? 1, unit };
      });
      const zxing = async () => reportOf("zxing-wasm 3.1.4", noMargins().map(bestMargin));
      const zbar = async () => reportOf("zbar-wasm 0.11.0", margins);
      const options = { data: url, logoData, version: 7, size: 424, ...input };
      const { scan } = await inspect(options, { heavy: heavyWith({ zxing, zbar }) });
      expect(scan).toMatchObject({ passed: true, grade });
      expect(scan?.margins[1]?.value).toBe(grade === "B" ? 100 : 16);
    },
  );

  test("read a light code on a dark background", async () => {
    const { scan } = await inspect({ data: url, color: "ffffff", bg: "000000" }, { heavy });
    expect(scan?.decoders).toEqual([zxingRow, zbarRow]);
  });
});

describe("a decoder that fails", () => {
  test.each([
    ["crashes", crashed, ruleText(CRASHED)],
    ["takes too long", overdue, ruleText(DECODER_TIME)],
    ["is not installed", missing.zbar, "not installed: run npm install @undecaf/zbar-wasm"],
    [
      "has the wrong version",
      packageUnsupported("@undecaf/zbar-wasm", "^0.11.0", "0.9.2", "0.11"),
      "the npm package @undecaf/zbar-wasm must be version ^0.11.0, but 0.9.2 is installed: run npm install @undecaf/zbar-wasm@0.11",
    ],
  ])("only affects its own row if it %s", async (_, fault, message) => {
    const { scan, issues, valid } = await inspect({ data: url }, { heavy: heavyWith({ zbar: reject(fault) }) });
    expect(scan?.decoders).toEqual([zxingRow, { name: "zbar-wasm", version: null, passed: null, error: message }]);
    expect(scan).toMatchObject({ passed: true, grade: "B" });
    expect([valid, issues]).toEqual([true, []]);
  });

  test("that is the reference leaves the report to the other one", async () => {
    const { scan, issues } = await inspect({ data: url }, { heavy: heavyWith({ zxing: reject(missing.zxing) }) });
    const error = "not installed: run npm install zxing-wasm";
    expect(scan?.decoders).toEqual([{ name: "zxing-wasm", version: null, passed: null, error }, zbarRow]);
    expect(scan?.decoder).toMatch(/^zbar-wasm 0\.11\./);
    expect(scan).toMatchObject({ passed: true, conditions: [] });
    expect(scan?.margins.map(({ value }) => value)).not.toContain(null);
    expect(issues).toEqual([]);
  });

  test.each([
    ["zbar", 2],
    ["zxing", 2],
    // In a new thread, the time limit is twice as long, and longer than other jobs may wait.
    ["zxing", 1],
  ] as const)("that hangs is stopped, and the other one still reports: %s, %i threads", async (name, size) => {
    const hanging = heavyWith({ [name]: () => new Promise(() => {}) });
    const { pool, ended } = localPool(hanging, { size, timeLimit: 1_000, timeLimits: { scan: 1_000 } });
    const { scan } = await inspect({ data: url }, { heavy: pool });
    const overdueRow = { name: `${name}-wasm`, version: null, passed: null, error: ruleText(DECODER_TIME) };
    expect(scan?.decoders).toEqual(
      [zxingRow, zbarRow].map((row, at) => (at === (name === "zbar" ? 1 : 0) ? overdueRow : row)),
    );
    expect(ended).toHaveLength(1);
  });
});

test("a thread whose decoder has crashed is replaced", async () => {
  const cause = new WebAssembly.RuntimeError("unreachable");
  const zbar = reject(testError("INTERNAL", "the decoder crashed", undefined, cause));
  const { pool, ended, spawned } = localPool(heavyWith({ zbar }), { size: 1 });
  for (const data of ["a", "b"]) {
    const { scan } = await inspect({ data }, { heavy: pool });
    expect(scan?.decoders[1]).toMatchObject({ passed: null, error: ruleText(CRASHED) });
  }
  expect([ended, spawned()]).toEqual([[0, 1], 2]);
});

test("a thread whose decoder cannot be loaded is not replaced", async () => {
  const { pool, ended, spawned } = localPool(heavyWith({ zbar: reject(brokenDecoder(new Error("damaged"))) }), {
    size: 1,
  });
  for (const data of ["a", "b"]) {
    const { scan } = await inspect({ data }, { heavy: pool });
    expect(scan?.decoders[1]).toMatchObject({
      passed: null,
      error: "cannot be loaded: reinstall the npm package @undecaf/zbar-wasm",
    });
  }
  expect([ended, spawned()]).toEqual([[], 1]);
});

describe("without any decoder", () => {
  test.each([
    [missing.zxing, missing.zbar, "warning", "no decoder is installed: run npm install zxing-wasm @undecaf/zbar-wasm"],
    [
      packageUnsupported("zxing-wasm", "^3.0.0", "2.2.4", "3"),
      missing.zbar,
      "warning",
      "no decoder is available: the npm package zxing-wasm must be version ^3.0.0, but 2.2.4 is installed: run npm install zxing-wasm@3; not installed: run npm install @undecaf/zbar-wasm",
    ],
    [
      new QrError("UNREACHABLE", verbatim("a {part} is not on this device")),
      new QrError("UNREACHABLE", verbatim("a {part} is not on this device")),
      "warning",
      "no decoder is available: a {part} is not on this device",
    ],
    [crashed, missing.zbar, "error", "the decoder failed; try again"],
  ] as const)("the report says why: %#", async (zxing, zbar, severity, reason) => {
    const parts = { heavy: heavyWith({ zxing: reject(zxing), zbar: reject(zbar) }) };
    const { issues, ...report } = await inspect({ data: url }, parts);
    expect(report).not.toHaveProperty("scan");
    expect(issues).toMatchObject([
      { code: "scan_skipped", severity, field: "data", message: ruleText(scanSkipped, { text: reason }) },
    ]);
    expect(report.valid).toBe(severity === "warning");
  });
});

describe("on a busy server", () => {
  test("a full queue rejects the report, and starts no other decoder", async () => {
    const started: string[] = [];
    const full: HeavyWork = {
      jobs: heavy.jobs,
      async run({ input }) {
        started.push((input as ScanJob).decoder);
        throw busy;
      },
    };
    await expect(inspect({ data: url }, { heavy: full })).rejects.toBe(busy);
    expect(started).toEqual(["zxing"]);
  });

  test("finishes a report before it starts the next one", async () => {
    const order: string[] = [];
    const spy = withJobs(heavy, {
      scan: async (input) => {
        order.push(`${input.data} ${input.decoder}`);
        return reportOf(`${input.decoder} 1.0.0`);
      },
    });
    const { pool } = localPool(spy, { size: 1, queue: 3 });
    await Promise.all(["a", "b", "c"].map((data) => inspect({ data }, { heavy: pool })));
    expect(order).toEqual(["a zxing", "a zbar", "b zxing", "b zbar", "c zxing", "c zbar"]);
  });

  test("finishes all accepted reports, although the queue is full", async () => {
    const { pool } = localPool(heavy, { size: 1, queue: 1 });
    const reports = await Promise.allSettled(
      ["a", "b", "c", "d", "e", "f"].map((data) => inspect({ data }, { heavy: pool })),
    );
    const finished = reports.filter(({ status }) => status === "fulfilled");
    expect(finished).toHaveLength(2);
    expect(finished).toMatchObject([{ value: { scan: { passed: true } } }, { value: { scan: { passed: true } } }]);
    const refused = { status: "rejected", reason: { code: "BUSY" } };
    expect(reports.filter(({ status }) => status === "rejected")).toMatchObject(Array(4).fill(refused));
  });

  test.each([
    [overdue, overdue],
    [overdue, missing.zbar],
    [crashed, overdue],
  ])("rejects the report if no decoder runs, and at least one takes too long: %#", async (zxing, zbar) => {
    const parts = { heavy: heavyWith({ zxing: reject(zxing), zbar: reject(zbar) }) };
    await expect(inspect({ data: url }, parts)).rejects.toMatchObject({ code: "BUSY" });
  });
});
