import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/options/parse.ts";
import { hexOf } from "../../src/render/colors.ts";
import { channels } from "../../src/render/flatten.ts";
import { colorsOf, parseGradient, shareAt } from "../../src/render/gradient.ts";
import { rampOf } from "../../src/render/ramp.ts";
import { readPng } from "../decoders/png-reader.ts";
import { drawPngDesign } from "./pictures.ts";

const BOX = { offset: 12, side: 232 };
const SIZE = 256;
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, "0"));
const kind = fc.oneof(
  fc.integer({ min: 0, max: 359 }).map((angle) => `linear,${angle}`),
  fc.constant("radial"),
);
const texts = fc
  .tuple(kind, fc.array(color, { minLength: 2, maxLength: 5 }))
  .map(([name, colors]) => `${name},${colors.join(",")}`);

function colorOf(ramp: ReturnType<typeof rampOf>, x: number, y: number): number[] {
  const at = 3 * (ramp.steps[ramp.at(y) + x] as number);
  return [...ramp.colors.subarray(at, at + 3)];
}

/** Offsets in pixels, in x and y, at which the exact gradient is sampled. Colours must be within the range of these
 *  samples. */
const REACH = [-1.25, -0.625, 0, 0.625, 1.25];

test.each([
  ["every scanline has its own colours", 1, { offset: 0, scale: 1 }],
  ["scanlines of the background share colours", 2, { offset: 12, scale: 8, most: 4 }],
  ["scanlines of modules share colours", 2, { offset: 12, scale: 8, most: 16 }],
])("differs from the exact gradient by no more than a move of a pixel: %s", (_name, most, rows) => {
  fc.assert(
    fc.property(texts, fc.nat(SIZE - 1), fc.nat(SIZE - 1), (text, x, y) => {
      const gradient = parseGradient(text);
      const ramp = rampOf(gradient, BOX, SIZE, rows);
      const [share, colorAt] = [shareAt(gradient, BOX), colorsOf(gradient)];
      const near = REACH.flatMap((dx) =>
        REACH.map((dy) => channels(hexOf(colorAt(Math.min(1, Math.max(0, share(x + 0.5 + dx, y + 0.5 + dy))))))),
      );
      colorOf(ramp, x, y).forEach((value, channel) => {
        const values = near.map((each) => each[channel] as number);
        expect(value).toBeGreaterThanOrEqual(Math.min(...values) - most);
        expect(value).toBeLessThanOrEqual(Math.max(...values) + most);
      });
    }),
    { numRuns: 250 },
  );
});

test("has no bands: colours change by one value in each channel, or are at most two pixels wide", () => {
  fc.assert(
    fc.property(fc.array(color, { minLength: 2, maxLength: 5 }), (list) => {
      const ramp = rampOf(parseGradient(`linear,90,${list.join(",")}`), { offset: 0, side: SIZE }, SIZE);
      const colors = Array.from({ length: SIZE }, (_, x) => colorOf(ramp, x, 0));
      const isSame = (x: number, other: number) => colors[x]?.join() === colors[other]?.join();
      for (let x = 3; x < SIZE; x++) {
        const change = Math.max(...(colors[x] ?? []).map((value, at) => Math.abs(value - (colors[x - 1]?.[at] ?? 0))));
        if (change > 1) expect(isSame(x - 1, x - 3) && isSame(x, x + 2)).toBe(false);
      }
    }),
  );
});

test("jumps where two stops have the same position", () => {
  const ramp = rampOf(parseGradient("linear,90,000000,000000@50,ffffff@50,ffffff"), { offset: 0, side: 100 }, 100);
  expect([0, 49, 51, 99].map((x) => colorOf(ramp, x, 3)[0])).toEqual([0, 0, 255, 255]);
});

describe("the number of colours", () => {
  const draw = (input: Record<string, string>) =>
    readPng(drawPngDesign(checkOptions({ data: "https://example.com", size: 256, ...input })));

  test.each([
    ["two similar colours", { gradient: "linear,45,1a5fb4,813d9c" }],
    [
      "two similar colours and curved edges",
      { gradient: "radial,1a5fb4,813d9c", dotStyle: "rounded", eyeStyle: "leaf" },
    ],
    ["two colours and no background", { gradient: "linear,45,1a5fb4,813d9c", bg: "transparent" }],
    ["many colours and curved edges", { gradient: "linear,45,000000,f0f0f0", eyeStyle: "circle" }],
    ["a gradient in the background and curved edges", { bgGradient: "radial,ffffff,f9f06b", dotStyle: "rounded" }],
    [
      "two gradients and a frame",
      { gradient: "linear,45,1a5fb4,813d9c", eyeGradient: "radial,a51d2d,63452c", frame: "ticket" },
    ],
  ])("is at most 256 for %s", (_name, input) => {
    const { depth, colourType } = draw(input);
    expect({ depth, colourType }).toEqual({ depth: 8, colourType: 3 });
  });

  test.each([
    ["gradients of many colours", { gradient: "linear,45,000000,ffffff", eyeGradient: "linear,135,a51d2d,ffffff" }],
    [
      "two gradients with curved edges between them",
      { gradient: "linear,45,1a5fb4,813d9c", bgGradient: "radial,ffffff,f9f06b", dotStyle: "rounded" },
    ],
  ])("is not limited for %s", (_name, input) => {
    expect(draw(input).colourType).toBe(2);
  });

  test("is small for plain colours, so that few bits per pixel suffice", () => {
    expect(draw({ eyeColor: "a51d2d" }).depth).toBe(2);
    expect(draw({ eyeColor: "a51d2d", pupilColor: "1a5fb4" }).depth).toBe(2);
  });
});
