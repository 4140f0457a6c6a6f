import { expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingReader } from "../../src/adapters/zxing-reader.ts";
import type { Pixels } from "../../src/ports.ts";
import { isoqr } from "./fake-terminal.ts";

type Colour = readonly [red: number, green: number, blue: number];
/** The beginning of an escape sequence; a pattern may not have it written out. */
const ESC = "\u001B";
const PARTS = new RegExp(`${ESC}\\[[0-9;]*m|[\\s\\S]`, "gu");
const LINE = new RegExp(`^${ESC}\\[38;5;16;48;5;231m[ ▀▄█]+${ESC}\\[0m$`);

const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];

/** Pixels a half block. */
const SCALE = 6;

/** What a terminal whose letters are `ink` on `paper` shows of `text`, with some of itself around. */
function screen(text: string, ink: Colour, paper: Colour): Pixels {
  const rows = text
    .trimEnd()
    .split("\n")
    .flatMap((line) => halves(line, ink, paper));
  const columns = Math.max(...rows.map(({ length }) => length));
  const [width, height] = [(columns + 8) * SCALE, (rows.length + 8) * SCALE];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = rows[Math.floor(y / SCALE) - 4]?.[Math.floor(x / SCALE) - 4] ?? paper;
      data.set([...colour, 255], 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** The upper and the lower halves of one line. */
function halves(line: string, ink: Colour, paper: Colour): [Colour[], Colour[]] {
  let [front, back] = [ink, paper];
  const [upper, lower]: [Colour[], Colour[]] = [[], []];
  for (const [part] of line.matchAll(PARTS)) {
    if (part.startsWith(ESC)) [front, back] = colours(part, ink, paper);
    else {
      upper.push("▀█".includes(part) ? front : back);
      lower.push("▄█".includes(part) ? front : back);
    }
  }
  return [upper, lower];
}

function colours(rendition: string, ink: Colour, paper: Colour): [Colour, Colour] {
  const found = [...rendition.matchAll(/[34]8;(?:5;(16|231)|2;(\d+);(\d+);(\d+))/g)].map(
    ([, index, ...rgb]): Colour => (index ? (index === "16" ? black : white) : (rgb.map(Number) as unknown as Colour)),
  );
  return [found[0] ?? ink, found[1] ?? paper];
}

const read = await loadZxingReader(readPackageFile);

test.each([
  ["dark", white, black],
  ["light", black, white],
  ["sepia", [101, 75, 60], [244, 236, 216]],
] as [string, Colour, Colour][])(
  "on a %s terminal the code is read as a dark one, quiet zone and all",
  async (_, ink, paper) => {
    for (const text of ["https://example.com", "WIFI:T:WPA;S:Guests;P:coffee+tea;;"]) {
      const { out, code } = await isoqr([text], { columns: 80 });
      expect(code).toBe(0);
      expect(await read(screen(out, ink, paper))).toMatchObject([{ text, inverted: false }]);
      // Every line resets what it set.
      for (const line of out.trimEnd().split("\n")) expect(line).toMatch(LINE);
    }
  },
);

test("colours are those that were asked for", async () => {
  const { out } = await isoqr(["hi", "--color", "1e40af", "--bg", "fef3c7"], { columns: 80 });
  expect(out).toContain("\u001B[38;2;30;64;175;48;2;254;243;199m");
  expect(await read(screen(out, white, black))).toMatchObject([{ text: "hi" }]);
});

test("into a pipe it goes without escapes, readable on both kinds of terminals", async () => {
  const { out } = await isoqr(["https://example.com"]);
  expect(out).toMatch(/^[ ▀▄█\n]+$/);
  expect(await read(screen(out, white, black))).toMatchObject([{ text: "https://example.com", inverted: false }]);
  expect(await read(screen(out, black, white))).toMatchObject([{ text: "https://example.com", inverted: true }]);
  for (const environment of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    expect((await isoqr(["https://example.com"], { columns: 80, environment })).out).toBe(out);
  }
});

test("a code wider than the terminal is not broken into pieces", async () => {
  const refused = {
    code: 1,
    out: "",
    told: "isoqr: the code is 33 columns wide and the terminal 32: widen it, or add -o FILE\n",
  };
  expect(await isoqr(["https://example.com"], { columns: 32 })).toMatchObject(refused);
  expect(await isoqr(["https://example.com"], { columns: 33 })).toMatchObject({ code: 0 });
});
