import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, inject, test } from "vitest";
import { isFull } from "../sweep.ts";
import { versionOf } from "./install.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { node, deno, bun } = inject("runtimes");

/** Excludes tests that Bun cannot pass. Its servers do not report the requested host name (SNI). It detects broken
 *  sockets only when it writes to them, so a retried query may use another broken socket. */
const NOT_IN_BUN = "^(?!.*(?:certificate is untrusted|a momentary outage causes no error))";

interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

beforeAll(() => {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "worker"], { stdio: ["ignore", 2, 2] });
}, 60_000);

// Other test files run in another version of Node.js, so this one runs only in `npm run test:full`.
const engines = [
  ...(node && isFull ? [{ engine: "node", words: [node], pattern: "" }] : []),
  ...(deno ? [{ engine: "deno", words: [deno, "run", "--allow-all", "--no-prompt"], pattern: "" }] : []),
  ...(bun ? [{ engine: "bun", words: [bun], pattern: NOT_IN_BUN }] : []),
];

test.each(engines)(
  "passes the tests of the logo guard, links in SQLite and PostgreSQL, and threads inside $engine",
  async ({ engine, words: [program = "", ...words], pattern }) => {
    const reportFile = join(inject("checkout"), `${engine}.json`);
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/runtimes/inside/vitest.config.ts"];
    const env = { ...process.env, ENGINE: engine, ENGINE_VERSION: versionOf(program) };
    const more = ["--reporter=json", `--outputFile=${reportFile}`, ...(pattern ? ["-t", pattern] : [])];
    const child = spawn(program, [...words, ...vitest, ...more], { cwd: root, env, stdio: "ignore" });
    await once(child, "exit");
    const report: Report = JSON.parse(readFileSync(reportFile, "utf8"));
    const failed = report.testResults.flatMap(({ message, assertionResults }) => [
      ...assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
      ...(message ? [message] : []),
    ]);
    expect(failed).toEqual([]);
    expect([report.success, report.numFailedTests]).toEqual([true, 0]);
    expect(report.numPassedTests).toBeGreaterThan(140);
  },
  120_000,
);
