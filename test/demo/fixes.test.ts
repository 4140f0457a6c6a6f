import fc from "fast-check";
import { expect, test } from "vitest";
import { fixFor } from "../../demo/stage/fixes.ts";
import type { Issue } from "../../src/api.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { inspect } from "../../src/service/inspect.ts";

async function issuesOf(words: RawOptions): Promise<{ issues: readonly Issue[]; fix: ReturnType<typeof fixFor> }> {
  const { issues: all, options } = await inspect(words);
  const issues = all.filter(({ code }) => code !== "scan_skipped");
  return { issues, fix: issues.map((issue) => fixFor(issue, options)).find((fix) => fix !== undefined) };
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, "0"));
const words = fc.record({
  data: fc.string({ minLength: 1, maxLength: 60, unit: "grapheme-ascii" }),
  color: fc.oneof(hex, fc.constant("red")),
  bg: hex,
  margin: fc.integer({ min: 0, max: 12 }).map(String),
  size: fc.integer({ min: 20, max: 400 }).map(String),
});

test("clicks on what is offered lead to a code without issues", async () => {
  await fc.assert(
    fc.asyncProperty(words, async (given) => {
      let wanted: RawOptions = given;
      for (let clicks = 0; clicks < 12; clicks++) {
        const { issues, fix } = await issuesOf(wanted);
        if (issues.length === 0) return;
        expect(fix, issues.map(({ message }) => message).join("\n")).toBeDefined();
        wanted = { ...wanted, ...fix?.look };
      }
      expect((await issuesOf(wanted)).issues).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("a text too long for its level gets the highest level that holds it", async () => {
  const { issues, fix } = await issuesOf({ data: "x".repeat(2000), ec: "H", size: 2048 });
  expect(issues.map(({ code }) => code)).toEqual(["data_too_long"]);
  expect(fix?.look).toEqual({ ec: "M" });
});

test("a text too long for any code is left to its writer", async () => {
  const { issues, fix } = await issuesOf({ data: "x".repeat(3000) });
  expect([issues.map(({ code }) => code), fix]).toEqual([["data_too_long"], undefined]);
});

test.each([
  [
    "the logo spoils 9 codewords of block 1, which can correct 4: raise ec to Q or lower logoSize to at most 0.2",
    { ec: "Q" },
  ],
  ["the logo spoils 9 codewords of block 1, which can correct 4: lower logoSize to at most 0.2", { logoSize: "0.2" }],
  [
    "the logo spoils 9 codewords of block 1, which can correct 4: leave the logo out",
    { logo: undefined, logoData: undefined },
  ],
])("%s", async (message, look) => {
  const { options } = await inspect({ data: "x" });
  expect(fixFor({ code: "logo_too_large", severity: "error", field: "logoSize", message }, options)?.look).toEqual(
    look,
  );
});
