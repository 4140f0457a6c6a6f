import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { end, run, serve } from "./program.ts";

const { oldestNode, node18, node, deno, bun } = inject("runtimes");
const old = [
  ...(oldestNode ? [{ engine: "Node 18.0.0", path: oldestNode }] : []),
  ...(node18 ? [{ engine: "the last Node 18", path: node18 }] : []),
];
const newer = [
  { engine: "this Node", path: process.execPath },
  ...(node ? [{ engine: "the newest Node", path: node }] : []),
];
const program = readFileSync(new URL("everywhere.mjs", import.meta.url), "utf8");

/** The program in CommonJS. */
const inCommonJs = program
  .replace(/^import \* as (\w+) from (".*?");$/gm, "const $1 = require($2);")
  .replace(/^import (\{.*?\}) from (".*?");$/gm, "const $1 = require($2);");

let expected: unknown;

beforeAll(async () => {
  writeFileSync(join(inject("checkout"), "everywhere.mjs"), program);
  writeFileSync(join(inject("checkout"), "everywhere.cjs"), inCommonJs);
  expected = await printedBy(process.execPath, "everywhere.mjs");
});

/** Resolves to the results of the program, which uses a new server: only the first request for a link gets its token. */
async function printedBy(engine: string, file: string): Promise<unknown> {
  const server = await serve({ words: [process.execPath, "dist/serve.js", "--port", "0", "--links", "memory:"] });
  const { gone, seen } = run({ words: [engine, "--no-warnings", file], env: { SERVER: server.url } });
  const ending = await gone;
  await end(server, "SIGKILL");
  expect([ending, seen.err]).toEqual([[0, null], ""]);
  return JSON.parse(seen.out);
}

test("prints the expected results on this version of Node", () => {
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(expected).toMatchObject({
    library: { svg: hash, drawn: hash, sameClass: true, noUrl: expect.stringContaining("http or https URL") },
    modules: { pooled: hash, surrogate: true, element: hash, card: hash, wifi: "WIFI:T:WPA;S:a\\;b;P:12345678;;" },
    client: { png: hash, batch: [200, 400], valid: true, link: ["sprZHUDeqC", true, true], aborted: "late" },
  });
});

test.each(old)("$engine: the library and the client behave as on this Node", async ({ path }) => {
  expect(await printedBy(path, "everywhere.mjs")).toEqual(expected);
});

test.each([...old, ...newer])("$engine: the library and the client behave the same in CommonJS", async ({ path }) => {
  expect(await printedBy(path, "everywhere.cjs")).toEqual(expected);
});

test.each([
  ...newer.map(({ engine, path }) => ({ engine, words: [path] })),
  ...(deno ? [{ engine: "Deno", words: [deno, "run", "--no-prompt", "--allow-read", "--allow-env"] }] : []),
  ...(bun ? [{ engine: "Bun", words: [bun] }] : []),
])("$engine: require returns the ES modules, so that a process has one copy of the code", async ({ words }) => {
  const code =
    'Promise.all([import("isoqr"), import("isoqr/client")]).then(([a, b]) => ' +
    'console.log(a.QrError === require("isoqr").QrError, b.createClient === require("isoqr/client").createClient))';
  writeFileSync(join(inject("checkout"), "copies.cjs"), code);
  const { gone, seen } = run({ words: [...words, "copies.cjs"] });
  await gone;
  expect(seen.out).toBe("true true\n");
});
