import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { zxing } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const url = "https://example.com/hello";

/** Returns the path of a picture in a new folder, and that of the code to write there. */
function files(): { photo: string; code: string } {
  const folder = newFolder();
  const photo = join(folder, "photo.png");
  writeFileSync(photo, toPng("a picture", { size: 200 }));
  return { photo, code: join(folder, "code.png") };
}

test("writes a code that shows a picture, and prints its grade", async () => {
  const { photo, code } = files();
  const run = await isoqr(["picture", photo, url, "-o", code, "--strength", "0.3"]);
  expect(run).toMatchObject({ code: 0, out: "" });
  expect(run.stderr).toMatch(
    /code\.png written, strength 0\.3, grade [BC], but a part of the picture looks like a finder pattern/,
  );
  expect(await zxing.read(await readPng(new Uint8Array(readFileSync(code))))).toBe(url);
  expect(await isoqr(["picture", photo, url, "-o", code, "--strength", "0.3"])).toMatchObject({ code: 1 });
});

test("prints JSON with --json", async () => {
  const { photo, code } = files();
  const { out } = await isoqr(["picture", photo, url, "-o", code, "--strength", "0", "--version", "7", "--json"]);
  const printed = JSON.parse(out);
  expect(printed).toMatchObject({ file: code, replaced: false, data: url, strength: 0, version: 7, ec: "Q" });
  expect(printed.bytes).toBe(readFileSync(code).length);
  expect(printed.grade).toMatch(/[A-D]/);
});

test.each([
  [["picture"], "an image and a text are required"],
  [["picture", "photo.png"], "an image and a text are required"],
  [["picture", "photo.png", "text"], "an output file is required"],
  [["picture", "photo.png", "some", "text", "-o", "code.png"], 'unexpected argument "text"'],
  [["picture", "missing.png", "text", "-o", "code.png"], "reading missing.png failed"],
  [["picture", "photo.png", "text", "-o", "code.png", "--strength", "2"], "--strength must be a number from 0 to 1"],
])("rejects isoqr %j", async (words, message) => {
  const { code, stderr } = await isoqr(words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("writes nothing if the picture cannot be read", async () => {
  const { photo, code } = files();
  writeFileSync(photo, "not a picture");
  const run = await isoqr(["picture", photo, url, "-o", code]);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("the image cannot be read as an image") });
  expect(existsSync(code)).toBe(false);
});

test("the help lists the flags of picture codes", async () => {
  const { out } = await isoqr(["picture", "--help"]);
  for (const flag of ["--strength 0..1", "--look photo|halftone", "--free padding|fragment|query", "-o"]) {
    expect(out).toContain(flag);
  }
});
