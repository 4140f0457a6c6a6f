import { afterEach, describe, expect, test, vi } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZbarScanner } from "../../src/adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { packageMissing } from "../../src/errors.ts";
import type { DecoderName, HeavyWork, ScanJob, Scanner, ScanReport } from "../../src/ports.ts";
import { brokenDecoder, pauseBroken } from "../../src/scan/broken-decoders.ts";
import { createScan } from "../../src/scan/scan.ts";
import { inspect } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { heavy } from "../service/reports.ts";
import { testError } from "../test-error.ts";

const url = "https://example.com";
const report: ScanReport = { decoder: "zbar-wasm 0.11.0", passed: true, conditions: [], margins: [] };

/** Returns heavy work whose scans settle in the same way as `scan`. */
const heavyOf = (scan: (decoder: DecoderName) => Promise<ScanReport>): HeavyWork =>
  withJobs(heavy, { scan: ({ decoder }) => scan(decoder) });

const jobOf = (decoder: DecoderName) => ({ name: "scan", input: { decoder } as ScanJob }) as const;

/** Reads the files of a package, with the content of one file replaced. */
const readWith = (file: string, text: string) => async (path: string) =>
  path.endsWith(file) ? new TextEncoder().encode(text) : readPackageFile(path);

const damages: readonly [string, DecoderName, (decoder: DecoderName) => Promise<Scanner>][] = [
  ["zbar.wasm", "zbar", () => loadZbarScanner(readWith("zbar.wasm", "no WebAssembly"))],
  ["zxing_reader.wasm", "zxing", () => loadZxingScanner(readWith("zxing_reader.wasm", "no WebAssembly"))],
  ["package.json without a version", "zbar", () => loadZbarScanner(readWith("package.json", "{}"))],
  ["package.json with a number as version", "zbar", () => loadZbarScanner(readWith("package.json", '{"version":1}'))],
  ["package.json that is not JSON", "zbar", () => loadZbarScanner(readWith("package.json", "{"))],
];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each(damages)("a report says what to do about a damaged %s", async (_, decoder, loadScanner) => {
  const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  const scan = createScan({ loadScanner, inflate: () => new Uint8Array(), rasterize: () => Promise.reject() });
  const work = withJobs(heavy, {
    scan: (input) => (input.decoder === decoder ? scan(input) : heavy.run({ name: "scan", input })),
  });
  const lines: string[] = [];
  const paused = pauseBroken(work, (line) => lines.push(line));
  const reports = [await inspect({ data: url }, { heavy: paused }), await inspect({ data: url }, { heavy: paused })];
  const [name, pack] = decoder === "zbar" ? ["zbar-wasm", "@undecaf/zbar-wasm"] : ["zxing-wasm", "zxing-wasm"];
  for (const { scan: proof, valid } of reports) {
    expect(proof?.decoders.find((row) => row.name === name)).toEqual({
      name,
      version: null,
      passed: null,
      error: `cannot be loaded: reinstall the npm package ${pack}`,
    });
    expect([valid, proof?.passed, proof?.grade]).toEqual([true, true, "B"]);
  }
  expect(lines).toEqual([expect.stringMatching(`^Scans run without ${decoder}, which cannot be loaded: \\w*Error: `)]);
  expect(lines.join()).not.toContain(url);
  for (const print of printed) expect(print).not.toHaveBeenCalled();
});

describe("a broken decoder", () => {
  test("is loaded once a minute, and logged once until it works again", async () => {
    vi.useFakeTimers();
    let [calls, isBroken] = [0, true];
    const lines: string[] = [];
    const work = pauseBroken(
      heavyOf(async () => {
        calls++;
        if (isBroken) throw brokenDecoder(new Error("damaged"));
        return report;
      }),
      (line) => lines.push(line),
    );
    const rejected = () => expect(work.run(jobOf("zbar"))).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
    await rejected();
    await rejected();
    vi.advanceTimersByTime(59_999);
    await rejected();
    expect(calls).toBe(1);
    vi.advanceTimersByTime(1);
    await rejected();
    await rejected();
    expect(calls).toBe(2);
    expect(lines).toEqual(["Scans run without zbar, which cannot be loaded: Error: damaged"]);
    vi.advanceTimersByTime(60_000);
    isBroken = false;
    expect(await work.run(jobOf("zbar"))).toEqual(report);
    expect(await work.run(jobOf("zbar"))).toEqual(report);
    isBroken = true;
    await rejected();
    expect([calls, lines.length]).toEqual([5, 2]);
  });

  test("does not stop the other one, and is logged once for simultaneous scans", async () => {
    const lines: string[] = [];
    const work = pauseBroken(
      heavyOf(async (decoder) => (decoder === "zbar" ? Promise.reject(brokenDecoder("damaged")) : report)),
      (line) => lines.push(line),
    );
    const results = await Promise.allSettled((["zbar", "zxing", "zbar"] as const).map((name) => work.run(jobOf(name))));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    expect(lines).toHaveLength(1);
  });

  test.each([
    ["crashes", testError("INTERNAL", "the decoder crashed", undefined, "unreachable")],
    ["times out", testError("TIMED_OUT", "the decoder timed out")],
    ["is not installed", packageMissing("@undecaf/zbar-wasm")],
  ])("is not one that %s, which is tried again in each scan", async (_, error) => {
    let calls = 0;
    const log = vi.fn();
    const work = pauseBroken(
      heavyOf(async () => {
        calls++;
        throw error;
      }),
      log,
    );
    for (let round = 0; round < 2; round++) await expect(work.run(jobOf("zbar"))).rejects.toBe(error);
    expect(calls).toBe(2);
    expect(log).not.toHaveBeenCalled();
  });

  test("makes a picture invalid if no other decoder is available", async () => {
    const { valid, scan, issues } = await inspect(
      { data: url },
      {
        heavy: pauseBroken(
          heavyOf(async (decoder) => {
            throw decoder === "zbar" ? packageMissing("@undecaf/zbar-wasm") : brokenDecoder("damaged");
          }),
        ),
      },
    );
    expect([valid, scan]).toEqual([false, undefined]);
    expect(issues.map(({ message }) => message)).toEqual([
      "the scan check was skipped: no decoder is available: cannot be loaded: reinstall the npm package zxing-wasm; " +
        "not installed: run npm install @undecaf/zbar-wasm",
    ]);
  });
});
