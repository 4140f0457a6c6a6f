import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import type { PixelSource } from "../../src/core/image-writer.ts";
import { encodePixels, encodePng } from "../../src/core/pixels.ts";
import { pngGrid } from "../../src/core/symbol.ts";
import { toCanvas, toSvg } from "../../src/index.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { freeTable } from "../../src/options/table.ts";
import { CANVAS, LARGE_CANVAS } from "../../src/render/canvas.ts";
import type { CanvasLike } from "../../src/render/canvas-like.ts";
import { CELL_KINDS, cellsOf } from "../../src/render/cells.ts";
import { drawWhole, tiled } from "../../src/render/coverage.ts";
import { designPixels } from "../../src/render/design.ts";
import { planDesign } from "../../src/render/design-svg.ts";
import { captionJobOf } from "../../src/render/frame-svg.ts";
import { artBox } from "../../src/render/pictures.ts";
import { planPicture } from "../../src/render/plan-picture.ts";
import { artRows } from "../../src/render/png.ts";
import { type DotStyle, styles } from "../../src/render/styles.ts";
import { drawTiles, FULL, pitchOf, tilesFor } from "../../src/render/tiles.ts";
import { createCanvas } from "../canvas.ts";

/** Pictures of more than 2048 pixels, which are drawn in parts, so that they need little memory. */

const symbol = encodeSymbol("HELLO"); // version 1, 21 modules per side
const SCALE = 240;

describe.each(Object.keys(styles) as DotStyle[])("%s", (name) => {
  const grid = pngGrid(symbol.side, { size: SCALE * symbol.side, margin: 0 });
  const size = SCALE * symbol.side;

  test("tiles drawn in parts are those drawn at once", () => {
    const parts = tilesFor(name, SCALE);
    expect(parts.draw).toBeTypeOf("function");
    expect(parts.data.length).toBeLessThanOrEqual(4 * 1024 * 1024);
    const area = SCALE * pitchOf(SCALE);
    const data = new Uint8Array(CELL_KINDS * area);
    drawTiles(styles[name], SCALE)((kind) => data.subarray(kind * area), new Set(Array(CELL_KINDS).keys()), 0, SCALE);
    const whole = tiled(cellsOf(symbol, styles[name]), { data, lines: SCALE }, grid);
    const drawn = drawWhole(symbol, grid, name);
    const [found, wanted] = [new Uint8Array(size), new Uint8Array(size)];
    const wrong: number[] = [];
    for (let y = 0; y < size; y++) {
      whole(wanted, y);
      drawn(found, y);
      if (Buffer.compare(found, wanted) !== 0) wrong.push(y);
    }
    expect(wrong).toEqual([]);
  });
});

/** Returns the pixels of a design, and the place of the code in a frame. */
function drawnAt(look: object, size: number) {
  const plan = planPicture(checkOptions({ data: "HELLO", ...look, size }, freeTable), undefined, { plan: planDesign });
  return { pixels: designPixels(plan), code: plan.frame?.code };
}

/** Returns a function that draws scanline `y`, and one that returns its red, green, blue and alpha. Scanlines must be drawn
 *  in order. */
function scanlinesOf({ width, palette, channels = 3, row }: PixelSource) {
  const line = new Uint8Array(width * (palette ? 1 : channels));
  const draw = (y: number) => row(line, y);
  const colors = (y: number): Uint8Array => {
    draw(y);
    const drawn = new Uint8Array(4 * width).fill(255);
    for (let x = 0; x < width; x++) {
      const from = channels * (palette ? (line[x] as number) : x);
      for (let channel = 0; channel < channels; channel++) {
        drawn[4 * x + channel] = (palette ?? line)[from + channel] as number;
      }
    }
    return drawn;
  };
  return { draw, colors };
}

/** Every this many scanlines, the scanlines of two pictures are compared. */
const STEP = 13;

test.each([
  { dotStyle: "star", eyeStyle: "leaf", pupilStyle: "star" },
  { dotStyle: "vertical-line", eyeStyle: "circle", pupilStyle: "circle", color: "a51d2d" },
  { dotStyle: "rounded", dotSize: 1, eyeColor: "a51d2d", bg: "transparent" },
  { dotStyle: "dots", dotSize: 0.8, gradient: "linear,45,000000,a51d2d" },
  { dotStyle: "square", frame: "rounded", frameColor: "1a5fb4" },
  { dotStyle: "square", frame: "ticket", bgGradient: "radial,ffffff,f9f06b" },
])("a design of %j looks the same at twice the size", (look) => {
  // Tiles of 228 pixels, and frames of more than 2048, are drawn in parts.
  const side = "frame" in look ? 2000 : 114 * symbol.side;
  const { pixels: small, code } = drawnAt({ ...look, margin: 0 }, side);
  const { pixels: large } = drawnAt({ ...look, margin: 0 }, 2 * side);
  // In a frame, the size of the modules is rounded.
  const isInCode = (x: number, y: number) =>
    code && x >= code.left && x < code.left + code.side && y >= code.top && y < code.top + code.side;
  expect([large.width, large.height]).toEqual([2 * small.width, 2 * small.height]);
  const [smallLines, largeLines] = [scanlinesOf(small), scanlinesOf(large)];
  // Only those that are compared, and three above and below them.
  const isNeeded = (y: number) => [0, 3, STEP - 3].includes(y % STEP);
  const lines = Array.from({ length: small.height }, (_, y) =>
    isNeeded(y) ? smallLines.colors(y) : void smallLines.draw(y),
  );
  const differs = (one: number | undefined, other: number | undefined) => Math.abs((one ?? 0) - (other ?? 0)) > 20;
  const wrong: string[] = [];
  let compared = 0;
  for (let y = 0; y < small.height - 3; y++) {
    const isCompared = y >= 3 && y % STEP === 0;
    const line = isCompared ? largeLines.colors(2 * y) : void largeLines.draw(2 * y);
    largeLines.draw(2 * y + 1);
    if (!line) continue;
    for (let at = 16; at < 4 * small.width - 16; at += 12) {
      if (isInCode(at / 4, y)) continue;
      for (let channel = at; channel < at + 4; channel++) {
        const value = lines[y]?.[channel];
        // Edges are less sharp in the smaller picture.
        const around = [lines[y - 3]?.[channel], lines[y + 3]?.[channel]];
        around.push(lines[y]?.[channel - 12], lines[y]?.[channel + 12]);
        if (around.some((other) => differs(value, other))) continue;
        compared++;
        if (differs(value, line[2 * at + (channel - at)])) wrong.push(`${at / 4} ${y}`);
      }
    }
  }
  expect(compared).toBeGreaterThan(20_000);
  expect(wrong.length, wrong.slice(0, 5).join()).toBe(0);
});

test("a PNG of 16384 pixels in a style, and one in RGBA", () => {
  const grid = pngGrid(symbol.side, { size: 16_384, margin: 4 });
  const row = drawWhole(symbol, grid, "dots");
  const line = new Uint8Array(16_384);
  for (const y of [0, grid.offset, grid.offset + grid.scale * 7 - 1, 16_383]) {
    row(line, y);
    expect(Math.max(...line)).toBeLessThanOrEqual(FULL);
  }
  const png = encodePixels({ width: 16_384, height: 3, channels: 4, row: (into) => into.fill(9) });
  expect(new DataView(png.buffer, 16).getUint32(0)).toBe(16_384);
  expect(encodePng("HELLO", {}, { size: 16_384, margin: 4, color: "000000", bg: "ffffff" }).length).toBeGreaterThan(9);
});

describe("logos and captions", () => {
  const planned = (size: number, look: object = {}) => {
    const input = { data: "HELLO", logo: "https://example.com/a.png", ...look, size };
    return planPicture(checkOptions(input, freeTable), 1, { plan: planDesign });
  };

  test("have a limited number of pixels", () => {
    expect(artBox(planned(2000))?.width).toBeGreaterThan(300);
    for (const size of [2000, 10_000]) {
      const plan = planned(size);
      const { left, right } = plan.logo?.plate.art ?? { left: 0, right: 0 };
      expect(artBox(plan)?.width).toBe(right - left);
    }
    expect(artBox(planned(16_384, { logoSize: 0.4, margin: 0 }))?.width).toBe(4096);
    const framed = (size: number) => captionJobOf(planned(size, { caption: "Scan", frame: "rounded" }), false);
    expect(framed(2048)?.width).toBe(2048 - 2 * Math.round(2048 * 0.08));
    const [half, largest] = [framed(8192), framed(16_384)];
    expect(largest?.width).toBe(8192);
    expect((largest?.largest ?? 0) / 8192).toBeCloseTo((half?.largest ?? 0) / (half?.width ?? 1), 2);
  });

  test("are enlarged while they are drawn", () => {
    const box = { left: 100, top: 10, right: 106, bottom: 14 };
    const at = artRows(Uint8Array.of(1, 2, 3, 4, 5, 6), 1, { width: 3, height: 2 }, box);
    expect([10, 11, 12, 13].map((y) => [...at(y)].join(""))).toEqual(["112233", "112233", "445566", "445566"]);
    const same = artRows(Uint8Array.of(1, 2, 3, 4), 2, { width: 2, height: 1 }, { ...box, right: 102, bottom: 11 });
    expect([...same(10)]).toEqual([1, 2, 3, 4]);
  });
});

describe("toCanvas", () => {
  test("draws a large picture in parts", () => {
    const canvas = createCanvas();
    toCanvas(canvas, "HELLO", { size: 4000 });
    expect([canvas.width, canvas.height]).toEqual([4000, 4000]);
    // The first part is one pixel, which shows whether the canvas can be drawn to.
    expect(canvas.parts).toBeGreaterThan(2);
    const small = createCanvas();
    toCanvas(small, "HELLO", { size: 2048 });
    expect(small.parts).toBe(1);
  });

  const imageData = (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height) });
  const context = { createImageData: imageData, putImageData() {}, getImageData: () => imageData(1, 1) };
  const throwing = {
    ...context,
    getImageData() {
      throw new RangeError("out of memory");
    },
  };
  test.each([
    ["draws nothing", context],
    ["throws an error", throwing],
  ])("rejects a size at which the canvas %s", (_, given) => {
    const canvas = { width: 1, height: 1, getContext: () => given } as CanvasLike;
    const values = { width: 9000, height: 9000 };
    const error = expect.objectContaining({ code: "NOT_SUPPORTED", field: "canvas", rule: LARGE_CANVAS, values });
    expect(() => toCanvas(canvas, "HELLO", { size: 9000 })).toThrow(error);
    expect(() => toCanvas(canvas, "HELLO", { size: 2048 })).not.toThrow();
    const none = { width: 1, height: 1, getContext: () => null };
    expect(() => toCanvas(none, "HELLO", { size: 9000 })).toThrow(expect.objectContaining({ rule: CANVAS }));
  });
});

test("an SVG can have 16384 pixels", () => {
  expect(toSvg("HELLO", { size: 16_384, margin: 40 })).toContain('width="16384" height="16384"');
});
