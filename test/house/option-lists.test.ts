import { expect, test } from "vitest";
import { listsIn, optionLists } from "./option-lists.ts";

/** Lists that the option table cannot replace, by file and declaration, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  "src/api.ts Report": "the properties of a symbol, some of which have the names of options",
  "src/cli/flags.ts overrides": "what differs on the command line; all other options have flags from their rows",
  "src/core/symbol.ts SymbolSettings": "the core handles bytes and numbers, and does not know the option table",
  "src/core/symbol.ts Frame": "the core handles bytes and numbers, and does not know the option table",
  "src/render/look.ts lookOf": "the options that identify shapes for caches, which codes of all colours share",
  "src/report/search-ways.ts alternatives":
    "the parts of a search with their ways, of which the compiler names missing ones",
  "src/http/drop-in/tables.ts services": "the parameters of other services, some of which have the names of options",
  "src/http/reference/picture-operations.ts examples": "an example request",
  "demo/look/presets.ts thumbnailOf": "the options of a sample picture",
  "demo/look/shapes.ts sample": "the options of a sample picture",
};

test("no list of more than three option names outside src/options", () => {
  const lists = optionLists().map((list) => ({ ...list, key: `${list.path} ${list.declaration}` }));
  const places = lists
    .filter(({ key }) => !Object.hasOwn(reasons, key))
    .map(({ path, line, names }) => `${path}:${line} lists ${names.join(", ")}`);
  const rule =
    "Derive the list from src/options/table.ts, such as from a property of the rows, or move it to src/options. A record " +
    "of all options with the type Record<OptionName, ...> is allowed, because the compiler names missing ones.";
  expect(places, `${rule}\n  ${places.join("\n  ")}\n`).toEqual([]);
  const unused = Object.keys(reasons).filter((reason) => !lists.some(({ key }) => key === reason));
  expect(unused, "Remove the exceptions that no list needs.").toEqual([]);
});

test.each([
  'const names = ["size", "color", "bg", "margin"];',
  'const names = ["size", "color"].concat("bg", "margin", "ec", "mask");',
  'const names = [...["size", "color"], ...["bg", "margin"]] as const;',
  'const names = [["size", 1], ["color", 2], ["bg", 3], ["margin", 4]];',
  'const names = [{ name: "size" }, { name: "color" }, { name: "bg" }, { name: "margin" }];',
  'const names = new Set(["size", "color", "bg", "margin"]);',
  'const names = "size color bg margin".split(" ");',
  "const names = `size,color,bg,margin`.split(',');",
  "const rows = { size: 1, color: 2, bg: 3, margin: 4 };",
  'const rows = { "size": 1, "color": 2, ["bg"]: 3, margin() {} };',
  "const rows: Partial<Record<OptionName, number>> = { size: 1, color: 2, bg: 3, margin: 4 };",
  'type Name = "size" | "color" | "bg" | "margin";',
  'type Some = Pick<QrOptions, "size" | "color" | "bg" | "margin">;',
  'type Names = readonly ["size", "color", "bg", "margin"];',
  "interface Some { size: number; color: string; bg: string; margin: number }",
  "type Some = { size: number; color: string; bg: string; margin: number };",
  "enum Name { size, color, bg, margin }",
  'const is = (name) => name === "size" || name === "color" || "bg" === name || !(name !== "margin");',
  "const isPlain = (o) => !(o.gradient || o.eyeColor || o.eyeGradient || o.pupilColor);",
  "const key = ({ size, color, bg, margin }) => [size, color, bg, margin].join();",
  "const key = (o) => [o.size, o.color, o.bg, o.margin].join();",
  'const f = (name) => { switch (name) { case "size": case "color": case "bg": case "margin": return 1; } };',
  "const isColor = /^(?:size|color|bg|margin)$/;",
  "const isColor = /^(?:eye|pupil|frame|caption)Color$/i;",
  "const isColor = /Color$/;",
  'const isColor = new RegExp("^(size|color|bg|margin)$");',
])("finds the list in %s", (text) => {
  expect(listsIn("src/example.ts", text).map(({ names }) => names.length)).not.toEqual([]);
});

test.each([
  'const names = ["size", "color", "bg"];',
  "const { size, color, bg, margin } = options;",
  "const draw = () => drawIt({ size, color, bg, margin });",
  "const labels: Readonly<Record<OptionName, string>> = { size: 1, color: 2, bg: 3, margin: 4 };",
  "const labels = english({ size: 1, color: 2, bg: 3, margin: 4 } satisfies Record<OptionName, string>);",
  'const text = "the size, color, bg and margin";',
  "const isWord = /^[a-zA-Z]+$/;",
  "const hasN = /n/i;",
])("finds no list in %s", (text) => {
  expect(listsIn("src/example.ts", text)).toEqual([]);
});
