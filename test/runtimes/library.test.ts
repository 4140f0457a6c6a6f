import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, inject, test } from "vitest";
import { lookSets } from "../engines/option-sets.ts";
import { run } from "./program.ts";

const { node, deno, bun } = inject("runtimes");
const permissions = ["--no-prompt", "--allow-net=127.0.0.1", "--allow-read=dist,node_modules"];

const engines = [
  ...(node ? [{ engine: "the newest Node", words: [node, "--throw-deprecation"] }] : []),
  ...(deno ? [{ engine: "Deno", words: [deno, "run", ...permissions] }] : []),
  ...(bun ? [{ engine: "Bun", words: [bun] }] : []),
];

const looks = lookSets(300, 45);
const captions = looks.slice(0, 20).map((input) => ({ ...input, frame: "ticket", caption: "Scan me, スキャン, امسح" }));

const file = fileURLToPath(new URL("library.mjs", import.meta.url));

async function printedBy(words: readonly string[]) {
  const { gone, seen } = run({ words: [...words, "library.mjs"] });
  expect([await gone, seen.err]).toEqual([[0, null], ""]);
  return JSON.parse(seen.out);
}

let expected: unknown;
beforeAll(async () => {
  cpSync(file, join(inject("checkout"), "library.mjs"));
  const sets = `export const looks = ${JSON.stringify(looks)};\nexport const captions = ${JSON.stringify(captions)};\n`;
  writeFileSync(join(inject("checkout"), "looks.mjs"), sets);
  expected = await printedBy([process.execPath, "--throw-deprecation"]);
});

test("prints the expected results on Node", () => {
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(expected).toMatchObject({ png: hash, pooled: hash, symbol: 3, payload: { kind: "wifi" }, disposed: "BUSY" });
  expect(expected).toMatchObject({ looks: looks.map(() => hash), captions: captions.map(() => hash) });
  expect(expected).toMatchObject({ batch: 2, valid: true, link: "sprZHUDeqC", entries: [hash, "DATA_MISSING", hash] });
});

test.each(engines)("$engine: library, pool and client behave as on Node", async ({ words }) => {
  expect(await printedBy(words)).toEqual(expected);
});
