import { expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingReader } from "../../src/adapters/zxing-reader.ts";
import { black, type Color, ESC, screen, white } from "../decoders/terminal.ts";
import { isoqr } from "./fake-terminal.ts";

const LINE = new RegExp(`^${ESC}\\[38;5;16;48;5;231m[ ▀▄█]+${ESC}\\[0m$`);

const readPixels = await loadZxingReader(readPackageFile);
const read = ({ data, ...size }: ReturnType<typeof screen>) =>
  readPixels({ ...size, data: new Uint8Array(data.buffer) });

test.each([
  ["dark", white, black],
  ["light", black, white],
  ["sepia", [101, 75, 60], [244, 236, 216]],
] as [string, Color, Color][])(
  "decoders read a dark code with its quiet zone on a %s terminal",
  async (_, ink, paper) => {
    for (const text of ["https://example.com", "WIFI:T:WPA;S:Guests;P:coffee+tea;;"]) {
      const { out, code } = await isoqr([text], { columns: 80 });
      expect(code).toBe(0);
      expect(await read(screen(out, ink, paper))).toMatchObject([{ text, inverted: false }]);
      // Every line must set its colours at the start and reset them at the end.
      for (const line of out.trimEnd().split("\n")) expect(line).toMatch(LINE);
    }
  },
);

test("uses the requested colours", async () => {
  const { out } = await isoqr(["hi", "--color", "1e40af", "--bg", "fef3c7"], { columns: 80 });
  expect(out).toContain("\u001B[38;2;30;64;175;48;2;254;243;199m");
  expect(await read(screen(out, white, black))).toMatchObject([{ text: "hi" }]);
});

test("writes no escape sequences to a pipe, and the code scans on light and dark terminals", async () => {
  const { out } = await isoqr(["https://example.com"]);
  expect(out).toMatch(/^[ ▀▄█\n]+$/);
  expect(await read(screen(out, white, black))).toMatchObject([{ text: "https://example.com", inverted: false }]);
  expect(await read(screen(out, black, white))).toMatchObject([{ text: "https://example.com", inverted: true }]);
  for (const environment of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    expect((await isoqr(["https://example.com"], { columns: 80, environment })).out).toBe(out);
  }
});

test("rejects a code that is wider than the terminal", async () => {
  const refused = {
    code: 1,
    out: "",
    stderr: "isoqr: the code needs 33 columns, but the terminal has 32: widen the terminal, or add -o FILE\n",
  };
  expect(await isoqr(["https://example.com"], { columns: 32 })).toMatchObject(refused);
  expect(await isoqr(["https://example.com"], { columns: 33 })).toMatchObject({ code: 0 });
});
