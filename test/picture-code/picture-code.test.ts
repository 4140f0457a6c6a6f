import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { logoPixels, logoUnknownFormat } from "../../src/messages/logo-rules.ts";
import { fewPixels, numberRange, oneOf } from "../../src/messages/option-rules.ts";
import { pictureAspect, pictureUnreadable } from "../../src/messages/picture-rules.ts";
import { PICTURE_BYTES } from "../../src/picture-code/library.ts";
import { type PictureCodeOptions, toPictureCode } from "../../src/runtime/picture.ts";
import { decoders, jsqr, nuintun } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { quirc } from "../decoders/quirc.ts";
import { wechat } from "../decoders/wechat.ts";
import { emptyPng, encode, portrait } from "./pictures.ts";
import { drawPortrait } from "./portrait.ts";

const url = "https://example.com/hello";

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../logo/${name}`, import.meta.url)));

test.each(["photo", "halftone"] as const)(
  "six decoders read a portrait at version 10 with grade B, as %s",
  async (look) => {
    const code = await toPictureCode(url, { picture: portrait, look });
    expect(code).toMatchObject({ data: url, symbol: { version: 10, ec: "Q" } });
    expect(code.strength).toBeGreaterThanOrEqual(0.35);
    expect(code.scan?.grade).toMatch(/[AB]/);
    for (const { wrong, correctable } of code.blocks) expect(wrong / correctable).toBeLessThanOrEqual(0.1);
    const pixels = await readPng(code.png);
    const all = [...decoders, jsqr, nuintun, quirc, wechat];
    const texts = await Promise.all(all.map((decoder) => decoder.read(pixels)));
    expect(texts.filter((text) => text === url).length).toBeGreaterThanOrEqual(6);
  },
);

test("the stronger the code, the closer it is to the picture, within the budget of every block", async () => {
  const differences: number[] = [];
  for (const strength of [0, 0.4, 0.8]) {
    const code = await toPictureCode(url, { picture: portrait, strength, ec: "H" });
    const { data } = await readPng(code.png);
    const shown = drawPortrait(513);
    let sum = 0;
    for (let y = 0; y < 513; y++) {
      for (let x = 0; x < 513; x++)
        sum += Math.abs((data[4 * ((y + 43) * 600 + x + 43)] ?? 0) - (shown.data[4 * (y * 513 + x)] ?? 0));
    }
    differences.push(sum);
    expect(code.strength).toBe(strength);
    const most = Math.max(...code.blocks.map(({ wrong }) => wrong));
    expect(code.scan?.unusedErrorCorrection).toBeCloseTo(1 - most / 14, 2);
    expect(most).toBe(strength === 0.8 ? 1 : 0);
  }
  expect(differences).toEqual(differences.toSorted((one, other) => other - one));
});

test("a strength of 0 is black and white, and the same options give the same bytes", async () => {
  const { png } = await toPictureCode(url, { picture: portrait, strength: 0 });
  const { data } = await readPng(png);
  expect(data.filter((value, at) => at % 4 < 3 && value > 0 && value < 255)).toHaveLength(0);
  expect((await toPictureCode(url, { picture: portrait, strength: 0 })).png).toEqual(png);
});

test("reports a part of the picture that looks like a finder pattern", async () => {
  const target = toPng("a code has finder patterns");
  const draw = (picture: Uint8Array) => toPictureCode(url, { picture, strength: 0.3 });
  expect(await draw(target)).toMatchObject({ finderLike: true, scan: { grade: expect.stringMatching(/[BC]/) } });
  expect((await draw(portrait)).finderLike).toBe(false);
});

test("reads the text with a suffix", async () => {
  const code = await toPictureCode(url, { picture: portrait, free: "fragment", strength: 0.3 });
  expect(code.data).toMatch(/^https:\/\/example\.com\/hello#[@-O]+$/);
  expect(code.scan?.passed).toBe(true);
});

test("rejects a strength that leaves no readable code, and names one that reads", async () => {
  const options = { picture: portrait, look: "halftone" } as const;
  const error = await toPictureCode(url, { ...options, strength: 1 }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "INVALID_OPTION", field: "strength", rule: pictureUnreadable });
  const { max } = (error as { values: { max: number } }).values;
  expect((await toPictureCode(url, { ...options, strength: max })).scan?.passed).toBe(true);
});

test.each([
  ["100 megapixels", emptyPng(10_000, 10_000), "LOGO_INVALID", logoPixels],
  ["a text file", new TextEncoder().encode("not a picture"), "LOGO_INVALID", logoUnknownFormat],
  ["no bytes", new Uint8Array(), "LOGO_INVALID", logoUnknownFormat],
  ["5 times as wide as high", emptyPng(500, 100), "LOGO_INVALID", pictureAspect],
] as const)("rejects a picture with %s", async (_, picture, code, rule) => {
  await expect(toPictureCode(url, { picture })).rejects.toMatchObject({ code, field: "picture", rule });
});

test("rejects a file of more than 2 MB", async () => {
  const picture = new Uint8Array(2 * 1024 * 1024 + 1);
  await expect(toPictureCode(url, { picture })).rejects.toMatchObject({ code: "LOGO_TOO_LARGE", field: "picture" });
});

test("draws a picture whose bytes are from another realm", async () => {
  const picture = runInNewContext("Uint8Array.from(bytes)", { bytes: [...portrait] });
  expect(picture).not.toBeInstanceOf(Uint8Array);
  const options = { strength: 0, size: 390 };
  const { png } = await toPictureCode(url, { picture, ...options });
  expect(png).toEqual((await toPictureCode(url, { picture: portrait, ...options })).png);
});

test.each(["animated.webp", "alpha.webp", "cmyk.jpg", "progressive.jpg", "gray.jpg", "interlaced.png"])(
  "draws %s",
  async (name) => {
    const code = await toPictureCode(url, { picture: file(name), strength: 0.3 });
    expect(code.scan?.passed).toBe(true);
  },
);

test.each([
  ["white", 255],
  ["black", 0],
  ["grey", 128],
])("draws a readable code of a %s picture", async (_, level) => {
  const data = new Uint8Array(4 * 64 * 64).map((_, at) => (at % 4 === 3 ? 255 : level));
  const code = await toPictureCode(url, { picture: encode({ width: 64, height: 64, data }) });
  expect(code.scan?.passed).toBe(true);
});

test.each([
  [{ strength: 1.5 }, "strength", numberRange],
  [{ look: "oil" }, "look", oneOf],
  [{ size: 64 }, "size", fewPixels],
  [{ picture: "photo.jpg" }, "picture", PICTURE_BYTES],
] as const)("rejects %o", async (wrong, field, rule) => {
  const options = { picture: portrait, ...wrong } as unknown as PictureCodeOptions;
  await expect(toPictureCode(url, options)).rejects.toMatchObject({ code: "INVALID_OPTION", field, rule });
});

test("rejects data that is missing or too long, and unknown options", async () => {
  const options: PictureCodeOptions = { picture: portrait };
  await expect(toPictureCode("", options)).rejects.toMatchObject({ code: "DATA_MISSING" });
  await expect(toPictureCode("x".repeat(3000), options)).rejects.toMatchObject({ code: "DATA_TOO_LONG" });
  const unknown = { ...options, strenght: 1 } as PictureCodeOptions;
  await expect(toPictureCode(url, unknown)).rejects.toMatchObject({ code: "INVALID_OPTION", field: "strenght" });
});
