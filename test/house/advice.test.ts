import { expect, test } from "vitest";
import { advice } from "./advice.ts";
import { phrasesIn } from "./phrases.ts";

const lines = (count: number) => "let a;\n".repeat(count);

test("names files of more than 350 lines, except tables and languages", () => {
  const paths = ["src/a.ts", "src/table.ts", "src/settings-table.ts", "src/languages/de.ts"];
  const sources = paths.map((path) => ({ path, text: lines(351) }));
  expect(advice([], sources)).toEqual(["over 350 lines: src/a.ts (351)"]);
  expect(advice([], [{ path: "src/a.ts", text: lines(350) }])).toEqual([]);
});

test("names folders of more than 15 files", () => {
  const files = (count: number) => Array.from({ length: count }, (_, i) => ({ path: `src/a/${i}.ts`, text: "" }));
  expect(advice(files(16), [])).toEqual(["over 15 files in a folder: src/a (16)"]);
  expect(advice(files(15), [])).toEqual([]);
});

test("names short files that a single file imports at startup", () => {
  const short = { path: "src/short.ts", text: lines(19) };
  const user = (path: string, code = 'import { a } from "./short.ts";') => ({ path, text: code });
  expect(advice([short, user("src/a.ts")], [])).toEqual([
    "under 20 lines, and imported by one file only: src/short.ts",
  ]);
  expect(advice([short, user("src/a.ts"), user("src/b.ts")], [])).toEqual([]);
  expect(advice([{ ...short, text: lines(20) }, user("src/a.ts")], [])).toEqual([]);
  expect(advice([short, user("src/a.ts", 'import("./short.ts")')], [])).toEqual([]);
});

test("finds phrases that read like a translation, with their lines", () => {
  const [found] = phrasesIn("first\nIt is drawn anew");
  expect(found).toEqual({ line: 2, found: "anew", instead: "again" });
  expect(phrasesIn("beside it, once more, nowhere, likewise, it shall")).toEqual([]);
});
