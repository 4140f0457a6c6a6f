import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { lookTable, table } from "../../src/options/table.ts";
import { CELL_KINDS, FINDER } from "../../src/render/cells.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { coverageOf } from "../../src/render/fill.ts";
import {
  ALIGNED,
  alignmentCorners,
  finderKinds,
  LOOK_KINDS,
  lookOf,
  MARK,
  SPILL,
  TURNED,
} from "../../src/render/look.ts";
import { sizes } from "../../src/render/module-shapes.ts";
import { pupilOf, ringOf } from "../../src/render/shapes.ts";
import { styles } from "../../src/render/styles.ts";
import { placed, type Stamp } from "../../src/render/turns.ts";
import { textOf } from "../../src/svg.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { textFor } from "../lab/scan-lab/pictures.ts";
import { drawPngDesign } from "./pictures.ts";

const bold = lookTable.dotStyle.of.filter((name) => !(name in styles));

/** Returns the coverage of a stamp on a square of `modules` modules, ten pixels each, and a function to read it. */
function drawn(stamp: Stamp, modules: number) {
  const width = 10 * modules;
  const shares = coverageOf(placed(stamp, 0, 0), 1, { top: 0, width, height: width });
  return { shares, at: (x: number, y: number) => Math.round(1e6 * (shares[y * width + x] as number)) / 1e6 };
}

const EYES = lookTable.eyeStyle.of;
/** Rings of separate modules, which have gaps. */
const BEADS: readonly string[] = ["dotted", "tiles"];

describe.each(EYES)("the ring %s", (eye) => {
  const { at, shares } = drawn(ringOf(eye, false, false), 7);

  test("is a module wide where the centre lines cross it", () => {
    for (let place = 1; place < 9; place++) {
      for (const far of [place, 69 - place]) {
        expect([at(far, 35), at(35, far)]).toEqual([1, 1]);
      }
    }
    for (let place = 11; place < 59; place++) expect([at(place, 35), at(35, place)]).toEqual([0, 0]);
  });

  test("keeps to its module", () => {
    // A square ring has 24 modules. A circle with the same width has 6 times pi, and separate modules cover less.
    const area = shares.reduce((sum, share) => sum + share, 0) / 100;
    const moduleWide = (x: number, y: number) => at(Math.round(x * 10), Math.round(y * 10));
    expect(area).toBeGreaterThan(BEADS.includes(eye) ? 16 : 17);
    expect(area).toBeLessThanOrEqual(24.01);
    // Nothing of the ring is inside the light ring around the centre.
    for (let place = 2.1; place < 5; place += 0.1) expect(moduleWide(place, 3.4)).toBe(0);
  });

  test("of the other finder patterns mirrors it or equals it", () => {
    const others = [drawn(ringOf(eye, true, false), 7), drawn(ringOf(eye, false, true), 7)] as const;
    const points = [
      [2, 2],
      [67, 3],
      [4, 66],
      [65, 65],
    ] as const;
    const isPointed = points.some(([x, y]) => Math.abs(others[0].at(x, y) - at(x, y)) > 0.5);
    for (const [x, y] of points) {
      expect(others[0].at(x, y)).toBeCloseTo(isPointed ? at(69 - x, y) : at(x, y), 5);
      expect(others[1].at(x, y)).toBeCloseTo(isPointed ? at(x, 69 - y) : at(x, y), 5);
    }
  });
});

test.each(lookTable.pupilStyle.of)("the centre %s is dark over three modules along both centre lines", (pupil) => {
  for (const [isRight, isBelow] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    const { at } = drawn(pupilOf(pupil, isRight, isBelow), 3);
    for (let place = 1; place < 29; place++) expect([at(place, 15), at(15, place)]).toEqual([1, 1]);
  }
});

test.each(["pebble", "fluid"])("modules of full width ignore dotSize: %s", (dotStyle) => {
  const drawn = (format: "png" | "svg", dotSize?: number) => {
    const options = checkOptions({ data: "full width", dotStyle, format, ...(dotSize && { dotSize }) });
    return format === "svg" ? textOf(drawSvgDesign(options)) : Buffer.from(drawPngDesign(options)).toString("base64");
  };
  for (const format of ["png", "svg"] as const) expect(drawn(format, 0.5)).toBe(drawn(format));
});

test.each(Object.keys(sizes))("modules of other widths obey dotSize: %s", (dotStyle) => {
  const drawn = (dotSize: number) => textOf(drawSvgDesign(checkOptions({ data: "width", dotStyle, dotSize })));
  expect(drawn(0.5)).not.toBe(drawn(0.6));
});

test("markers of different shapes have different ids, on pages with the same code", () => {
  const idIn = (look: { dotStyle: string; dotSize?: number; margin?: number }) => {
    const svg = textOf(drawSvgDesign(checkOptions({ data: "markers", version: 30, ...look })));
    return /<marker id="([^"]+)"/.exec(svg)?.[1] ?? "none";
  };
  const looks = [{ dotStyle: "star" }, { dotStyle: "heart" }, { dotStyle: "star", dotSize: 0.7 }];
  const ids = looks.map(idIn);
  expect(ids).not.toContain("none");
  expect(new Set(ids).size).toBe(looks.length);
  expect(idIn({ dotStyle: "star", margin: 0 })).toBe(ids[0]);
});

describe.each(bold)("modules with the style %s", (dotStyle) => {
  test("need at most 150 kB in version 40", () => {
    const data = textFor(40, "M");
    const svg = textOf(drawSvgDesign(checkOptions({ data, version: 40, dotStyle })));
    expect(svg.length).toBeLessThanOrEqual(150_000);
  });

  test("look the same as in a PNG if the SVG has markers, at the edge of the code too", async () => {
    const options = checkOptions({
      data: "markers",
      version: 25,
      dotStyle,
      size: 5 * (117 + 4),
      margin: 2,
      eyeStyle: "arch",
    });
    const zoom = 3;
    const [png, svg] = [readPng(drawPngDesign(options)), await rasterize(textOf(drawSvgDesign(options)), zoom)];
    let [largest, sum] = [0, 0];
    for (let y = 0; y < png.height; y++) {
      for (let x = 0; x < png.width; x++) {
        let mean = 0;
        for (let at = 0; at < zoom * zoom; at++) {
          const [across, down] = [zoom * x + (at % zoom), zoom * y + Math.floor(at / zoom)];
          mean += (svg.data[4 * (down * svg.width + across)] as number) / zoom ** 2;
        }
        const difference = Math.abs(mean - (png.data[4 * (y * png.width + x)] as number));
        largest = Math.max(largest, difference);
        sum += difference;
      }
    }
    // The tips of neighbours may overlap. Markers blend with each other there, because each is drawn for itself.
    expect(largest).toBeLessThanOrEqual(48);
    expect(sum / png.width / png.height).toBeLessThan(2);
  });
});

test("a large code with flat marks has one marker, and with a gradient a path", () => {
  const svgOf = (words: object) =>
    textOf(drawSvgDesign(checkOptions({ data: "marks", version: 30, dotStyle: "star", ...words })));
  expect(svgOf({}).match(/<marker /g)).toHaveLength(1);
  expect(svgOf({ version: 5 })).not.toContain("<marker");
  expect(svgOf({ gradient: "linear,45,1a5fb4,813d9c" })).not.toContain("<marker");
});

test("kinds of cells do not overlap, and fit into a byte", () => {
  const firsts = [CELL_KINDS, TURNED, ALIGNED, MARK, SPILL, LOOK_KINDS];
  const counts = firsts.slice(1).map((first, index) => first - (firsts[index] as number));
  expect(TURNED).toBe(CELL_KINDS);
  expect(counts.slice(1)).toEqual([98, 25, 16, 16]);
  expect(finderKinds).toEqual([FINDER, TURNED, TURNED + 49]);
  expect(LOOK_KINDS).toBeLessThanOrEqual(256);
});

describe("alignment patterns", () => {
  const input = { data: "https://example.com", version: 7, size: 450, margin: 0 };
  const lookIn = (words: object) => lookOf(checkOptions({ ...input, ...words }));
  const symbol = encodeSymbol(input.data, { version: 7 });

  test("match the rings, unless alignmentStyle is square", () => {
    expect(alignmentCorners(symbol, lookIn({ eyeStyle: "circle" }))).toHaveLength(6);
    expect(alignmentCorners(symbol, lookIn({ eyeStyle: "circle", alignmentStyle: "square" }))).toEqual([]);
    expect(alignmentCorners(symbol, lookIn({ dotStyle: "star" }))).toEqual([]);
  });

  test("that a logo covers in part are drawn like other modules", () => {
    const modules = symbol.modules.slice();
    const look = lookIn({ eyeStyle: "circle" });
    const [[x, y] = [0, 0]] = alignmentCorners(symbol, look);
    modules[y * symbol.side + x] = 0;
    expect(alignmentCorners({ ...symbol, modules }, look)).toHaveLength(5);
  });

  test.each(table.eyeStyle.of)("of the style %s have round or cut corners where the rings have", async (eyeStyle) => {
    const options = checkOptions({ ...input, eyeStyle });
    const { data: pixels, width } = readPng(drawPngDesign(options));
    const [[x, y] = [0, 0]] = alignmentCorners(symbol, lookOf(options));
    const isDark = (left: number, top: number) => (pixels[4 * (top * width + left)] as number) < 128;
    const [scale, ring] = [10, 70];
    // The pixel at the corner, just inside, of the ring and of the pattern.
    expect(isDark(x * scale, y * scale)).toBe(isDark(0, 0));
    expect(isDark((x + 5) * scale - 1, (y + 5) * scale - 1)).toBe(isDark(ring - 1, ring - 1));
  });
});
