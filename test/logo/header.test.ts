import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLogoHeader } from "../../src/logo/header.ts";
import { processorTime } from "../processor-time.ts";
import { logoFile, plainPng, QUARTERS, svgBytes } from "./logos.ts";
import { refusalBy } from "./refusal.ts";

/** Returns the message with which the header check rejects `bytes`. */
const refusal = (bytes: Uint8Array) => refusalBy(() => readLogoHeader(bytes));

test.each([
  ["still.png", "png"],
  ["interlaced.png", "png"],
  ["baseline.jpg", "jpeg"],
  ["progressive.jpg", "jpeg"],
  ["gray.jpg", "jpeg"],
  ["lossless.webp", "webp"],
  ["lossy.webp", "webp"],
  ["alpha.webp", "webp"],
  ["animated.webp", "webp"],
])("%s is a %s of 64 x 48", (name, kind) => {
  expect(readLogoHeader(logoFile(name))).toMatchObject({ kind, width: 64, height: 48 });
});

test.each([
  ['viewBox="0 0 64 48"', 64, 48],
  ['viewBox=" -5,-5 , 64e0 4.8e1 "', 64, 48],
  ['width="64" height="48"', 64, 48],
  ['width="64px" height="48PX" viewBox="0 0 1 1"', 64, 48],
  ['width="1in" height="72pt"', 96, 96],
  ['width="25.4mm" height="2.54cm"', 96, 96],
  ['width="100%" height="100%" viewBox="0 0 30 20"', 30, 20],
  ['width="20em" viewBox="0 0 30 20"', 30, 20],
  [`x='>' width='64' height="4&#56;"`, 64, 48],
])("an SVG with %s is %d x %d", (attributes, width, height) => {
  const size = readLogoHeader(svgBytes(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`));
  expect(size.kind).toBe("svg");
  expect(size.width).toBeCloseTo(width, 9);
  expect(size.height).toBeCloseTo(height, 9);
});

test.each([
  `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${QUARTERS}\n`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${QUARTERS}`,
  `  ${QUARTERS.replace("<svg", "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'").replace("</svg", "</svg:svg")}`,
])("recognizes %.40j as the start of an SVG", (text) => {
  expect(readLogoHeader(svgBytes(text))).toMatchObject({ kind: "svg", width: 64, height: 48 });
});

describe("rejected files", () => {
  const changed = (name: string, at: number, ...bytes: number[]) => {
    const file = logoFile(name);
    file.set(bytes, at);
    return file;
  };
  const frame = (name: string) => logoFile(name).findIndex((byte, at, all) => byte === 0xff && all[at + 1] === 0xc0);
  test.each([
    ["an empty file", new Uint8Array(0), "use a PNG, JPEG, WebP or SVG file"],
    ["a GIF", logoFile("still.gif"), "use a PNG, JPEG, WebP or SVG file"],
    ["a web page", svgBytes("<!doctype html><title>x</title><svg></svg>"), "use a PNG, JPEG, WebP or SVG file"],
    ["12 bits", changed("baseline.jpg", frame("baseline.jpg") + 4, 12), "more than 8 bits per channel"],
    [
      "a JPEG with arithmetic coding",
      changed("baseline.jpg", frame("baseline.jpg") + 1, 0xc9),
      "must be a baseline or",
    ],
    ["a JPEG without components", changed("baseline.jpg", frame("baseline.jpg") + 9, 0), "a damaged JPEG file"],
    ["a PNG without a header", changed("still.png", 12, 0), "a damaged PNG file"],
    ["a PNG of width 0", changed("still.png", 16, 0, 0, 0, 0), "a damaged PNG file"],
    ["a WebP with an unknown first chunk", changed("lossy.webp", 12, 0), "a damaged WebP file"],
    [
      "a large JPEG",
      changed("baseline.jpg", frame("baseline.jpg") + 5, 0xff, 0, 0xff, 0),
      "must be at most 40 megapixels, not 65280 x 65280 px",
    ],
    ["a large WebP", changed("lossy.webp", 26, 64, 31), "must be at most 4096 x 4096 px, not 8000 x 48"],
    ["a WebP of two sizes", changed("alpha.webp", 24, 0xff, 0xff, 0xff), "a damaged WebP file"],
    ["a large PNG", changed("still.png", 16, 0xff, 0xff, 0xff, 0xff), "px, not 4294967295 x 48"],
  ])("rejects %s", (_, bytes, message) => {
    expect(refusal(bytes)).toContain(message);
  });

  test("returns 413 for more than 2 MB", () => {
    const bytes = new Uint8Array(2 * 1024 * 1024 + 1);
    expect(() => readLogoHeader(bytes)).toThrow(expect.objectContaining({ code: "LOGO_TOO_LARGE" }));
  });

  test("rejects a decompression bomb of 50 megapixels without decoding it", async () => {
    const bomb = plainPng(7200, 7000);
    expect(bomb.length).toBeLessThan(100_000);
    const judged = () => expect(refusal(bomb)).toContain("40 megapixels, not 7200 x 7000 px");
    expect(await processorTime(judged)).toBeLessThan(100);
  });

  test("throws only QrErrors for any bytes", () => {
    const heads = ["still.png", "baseline.jpg", "lossy.webp", "lossless.webp", "animated.webp"].map(logoFile);
    heads.push(svgBytes(QUARTERS));
    const edit = fc.record({ at: fc.nat(400), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.array(edit, { maxLength: 8 }), fc.nat(400), (head, edits, length) => {
        const bytes = head.slice(0, Math.max(3, length));
        for (const { at, byte } of edits) if (at < bytes.length) bytes[at] = byte;
        expect(refusal(bytes)).toMatch(/^(logo (is|must be|cannot be) |accepted$)/);
      }),
      { numRuns: 2000 },
    );
  });
});
