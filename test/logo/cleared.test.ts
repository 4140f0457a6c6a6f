import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import type { LogoLayout } from "../../src/logo/budget.ts";
import { layOut, logoLayoutOf } from "../../src/logo/placement.ts";
import { checkOptions } from "../../src/options/parse.ts";
import type { QrOptions } from "../../src/options/table.ts";
import { artBox } from "../../src/render/pictures.ts";
import { planOf } from "../../src/render/plan.ts";
import { type DotStyle, MODULE_UNITS, styles } from "../../src/render/styles.ts";
import { decoders } from "../decoders/decoders.ts";
import { colourAt, type Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { drawLogoPicture } from "../render/pictures.ts";

const [color, bg] = ["112233", "ddeeff"];
const names = Object.keys(styles) as DotStyle[];

const input = {
  size: fc.integer({ min: 100, max: 700 }),
  margin: fc.integer({ min: 0, max: 10 }),
  logoSize: fc.double({ min: 0.1, max: 0.4, noNaN: true }),
  logoMargin: fc.integer({ min: 0, max: 20 }),
  dotStyle: fc.constantFrom(...names),
  ec: fc.constantFrom("L", "M", "Q", "H"),
  boost: fc.boolean(),
};
const aspects = fc.double({ min: 0.05, max: 20, noNaN: true });
const texts = fc.string({ minLength: 1, maxLength: 120 });

/** Draws the QR code with an invisible logo, which leaves everything around the logo visible. */
async function drawn(options: QrOptions, layout: LogoLayout, zoom = 1): Promise<Pixels> {
  const { width, height } = artBox(planOf(options, () => layout)) ?? { width: 0, height: 0 };
  const pixels = { width, height, data: new Uint8Array(width * height * 4) };
  const { body } = drawLogoPicture(options, layout, { pixels });
  return typeof body === "string" ? rasterize(body, zoom) : readPng(body);
}

/** Returns the box of module (x, y) in pixels. */
function boxOf({ grid: { offset, scale } }: LogoLayout, x: number, y: number) {
  const [left, top] = [offset + x * scale, offset + y * scale];
  return { left, top, right: left + scale, bottom: top + scale };
}

/** Returns whether the plate overlaps the box of module (x, y). */
function touches(layout: LogoLayout, x: number, y: number): boolean {
  const [box, { background }] = [boxOf(layout, x, y), layout.plate];
  const over = (a: number, b: number) => a - b > 1e-6 * layout.grid.scale;
  return (
    over(box.right, background.left) &&
    over(background.right, box.left) &&
    over(box.bottom, background.top) &&
    over(background.bottom, box.top)
  );
}

function isInFinder(side: number, x: number, y: number): boolean {
  const [near, far] = [7, side - 7];
  return (x < near && (y < near || y >= far)) || (x >= far && y < near);
}

/** Checks that the modules that the plate touches have the background colour everywhere, except at corners that the
 *  style fills because three dark modules meet there, and that all other modules have their own colour at the centre.
 *  Apart from the touched modules, the symbol must be the same as without a logo. */
function expectWhole(options: QrOptions, layout: LogoLayout, picture: Pixels, zoom = 1): void {
  const { symbol, grid } = layout;
  const original = encodeSymbol(options.data, { ...options, version: symbol.version, mask: symbol.mask });
  const radius = (styles[options.dotStyle as DotStyle].inner / MODULE_UNITS) * grid.scale;
  const wrong: string[] = [];
  const compare = (found: unknown, expected: unknown, place: string) => {
    if (found !== expected) wrong.push(`${place}: ${found} instead of ${expected}`);
  };
  for (let y = 0; y < grid.side; y++) {
    for (let x = 0; x < grid.side; x++) {
      const dark = original.modules[y * grid.side + x] === 1;
      const touched = touches(layout, x, y);
      const name = `module (${x}, ${y})`;
      compare(symbol.modules[y * grid.side + x], dark && !touched ? 1 : 0, name);
      const { left, top, right, bottom } = boxOf(layout, x, y);
      if (!touched) {
        // Finder patterns are drawn with their own rounded corners.
        if (grid.scale * zoom < 4 || (symbol.modules[6 * grid.side + 6] && isInFinder(grid.side, x, y))) continue;
        const [px, py] = [Math.floor(((left + right) / 2) * zoom), Math.floor(((top + bottom) / 2) * zoom)];
        compare(colourAt(picture, px, py), dark ? color : bg, name);
        continue;
      }
      // An untouched neighbour may cover part of a pixel at the edge.
      const first = (value: number) => Math.ceil(value * zoom - 0.01);
      const end = (value: number) => Math.floor(value * zoom + 0.01);
      /** Returns -1 if the pixel is within `radius` of the start of the module, 1 if it is within `radius` of the end,
       *  and 0 elsewhere. */
      const nearest = (at: number, start: number, end: number) =>
        at / zoom < start + radius ? -1 : (at + 1) / zoom > end - radius ? 1 : 0;
      const isDark = (column: number, row: number) => symbol.modules[row * grid.side + column] === 1;
      for (let py = first(top); py < end(bottom); py++) {
        for (let px = first(left); px < end(right); px++) {
          const [dx, dy] = [nearest(px, left, right), nearest(py, top, bottom)];
          if (dx && dy && isDark(x + dx, y) && isDark(x, y + dy) && isDark(x + dx, y + dy)) continue;
          compare(colourAt(picture, px, py), bg, `${name} at ${px} ${py}`);
        }
      }
    }
  }
  expect(wrong.slice(0, 5), JSON.stringify(options)).toEqual([]);
}

const laidOut = (data: string, aspect: number, given: object) => {
  const options = checkOptions({ color, bg, ...given, data });
  return { options, layout: logoLayoutOf(options, aspect) };
};

describe("modules that the plate touches", () => {
  test("leaves out the modules that the plate touches, in a PNG of any size and style", async () => {
    const check = async (data: string, aspect: number, given: object) => {
      const { options, layout } = laidOut(data, aspect, given);
      if (layout.grid.scale >= 2) expectWhole(options, layout, await drawn(options, layout));
    };
    await fc.assert(fc.asyncProperty(texts, aspects, fc.record(input), check), { numRuns: 40 });
  });

  test("leaves out the modules that the plate touches, in an SVG of any size and style", async () => {
    const check = async (data: string, aspect: number, given: object) => {
      const { options, layout } = laidOut(data, aspect, { ...given, format: "svg" });
      expectWhole(options, layout, await drawn(options, layout, 2), 2);
    };
    await fc.assert(fc.asyncProperty(texts, aspects, fc.record(input), check), { numRuns: 25 });
  });

  test.each(names)("draws neighbours of the plate as if the modules below it were light: %s", async (dotStyle) => {
    const data = "https://example.com/";
    for (const format of ["png", "svg"]) {
      const { options, layout } = laidOut(data, 1, {
        size: 300,
        logoSize: 0.3,
        ec: "H",
        boost: true,
        dotStyle,
        format,
      });
      const picture = await drawn(options, layout, format === "svg" ? 2 : 1);
      expectWhole(options, layout, picture, format === "svg" ? 2 : 1);
      const again = drawLogoPicture(options, layout, { pixels: { width: 1, height: 1, data: new Uint8Array(4) } });
      const lines = String(again.body).match(/<path/g);
      if (format === "svg") expect(lines, "nothing is drawn on top of the modules").toHaveLength(2);
      for (const decoder of decoders) expect(await decoder.read(picture), `${format} ${decoder.name}`).toBe(data);
    }
  });

  test("leaves out modules that the plate touches, even in a finder pattern", async () => {
    for (const dotStyle of names) {
      for (const format of ["png", "svg"]) {
        const given = { size: 210, margin: 0, logoSize: 0.4, logoMargin: 20, ec: "L", dotStyle, format };
        const options = checkOptions({ color, bg, ...given, data: "HELLO" });
        const layout = layOut(options, 1, 1);
        expect(layout.cleared[0]?.left, "the plate reaches the finder patterns").toBeLessThan(7);
        expectWhole(options, layout, await drawn(options, layout));
      }
    }
  });
});
