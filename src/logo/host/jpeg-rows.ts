import { readSize } from "../../adapters/resize.ts";
import type { Pixels } from "../../ports.ts";
import { type JpegComponent, ZIGZAG } from "./jpeg-coefficients.ts";
import { type JpegScans, readJpegScans } from "./jpeg-scans.ts";
import { createShrinker, type Shrinker } from "./shrinker.ts";

/** Returns the pixels of a JPEG, scaled down to `readSize`. If the file is baseline, only a few rows are in memory at a
 *  time. Converts inks to RGB without a colour profile, like browsers without colour conversion. The file must have passed
 *  `readJpegHeader`. @throws {Error} if the file is damaged. */
export function readJpegRows(bytes: Uint8Array): Pixels {
  let painter: Painter | undefined;
  readJpegScans(bytes, (scans, unit, row) => {
    painter ??= createPainter(scans);
    for (const [i, component] of scans.components.entries()) {
      drawStrip(component, scans, row, painter.strips[i] as Uint8ClampedArray);
    }
    const top = unit * 8 * scans.maxV;
    for (let y = top; y < Math.min(scans.height, top + 8 * scans.maxV); y++) {
      painter.paint(y - top);
      painter.shrinker.add(painter.rgba, { x: 0, y, step: 1 });
    }
  });
  if (!painter) throw new Error("JPEG has no rows");
  return painter.shrinker.finish();
}

interface Painter {
  readonly shrinker: Shrinker;
  /** The samples of each component in one row of units. */
  readonly strips: readonly Uint8ClampedArray[];
  /** The pixels that `paint` has drawn. */
  readonly rgba: Uint8Array;
  /** Draws a row of pixels. `y` is its index in the strips. */
  paint(y: number): void;
}

/** The ids of components that some encoders use for RGB: the letters. */
const RGB = "82,71,66";

/** Creates an object that converts samples to colours. ITU-T T.871, 7; Adobe Technical Note 5116, 18. */
function createPainter({ width, height, maxH, maxV, components, transform }: JpegScans): Painter {
  const rgba = new Uint8ClampedArray(4 * width).fill(255);
  const strips = components.map(({ across, v }) => new Uint8ClampedArray(64 * across * v));
  const columns = components.map(({ h }) => Uint16Array.from({ length: width }, (_, x) => Math.floor((x * h) / maxH)));
  const isCmyk = components.length === 4;
  const isPlain = transform === 0 || (transform === undefined && components.map(({ id }) => id).join() === RGB);
  const isYcc = isCmyk ? transform === 2 : !isPlain;
  // Files with Adobe's marker contain inverted inks: 255 is no ink.
  const flip = isCmyk && transform === undefined ? 255 : 0;
  const last = components.length - 1;
  const at = (i: number) => Math.min(i, last);
  const [one, two, three, four] = [0, 1, 2, 3].map((i) => columns[at(i)]) as unknown as Four<Uint16Array>;
  return {
    shrinker: createShrinker({ width, height }, readSize({ width, height })),
    strips,
    rgba: new Uint8Array(rgba.buffer),
    paint(y) {
      const rows = [0, 1, 2, 3].map((i) => {
        const { v, across } = components[at(i)] as JpegComponent;
        return strips[at(i)]?.subarray(8 * across * Math.floor((y * v) / maxV));
      });
      const [first, second, third, fourth] = rows as unknown as Four<Uint8ClampedArray>;
      for (let x = 0, to = 0; x < width; x++, to += 4) {
        let red = first[one[x] as number] as number;
        let green = second[two[x] as number] as number;
        let blue = third[three[x] as number] as number;
        if (isYcc && last > 0) {
          const [luminance, cb, cr] = [red, green - 128, blue - 128];
          red = luminance + 1.402 * cr;
          green = luminance - 0.344136 * cb - 0.714136 * cr;
          blue = luminance + 1.772 * cb;
        }
        if (isCmyk) {
          const light = ((fourth[four[x] as number] as number) ^ flip) / 255;
          red = inkOf(red, isYcc, flip) * light;
          green = inkOf(green, isYcc, flip) * light;
          blue = inkOf(blue, isYcc, flip) * light;
        }
        rgba[to] = red;
        rgba[to + 1] = green;
        rgba[to + 2] = blue;
      }
    },
  };
}

type Four<Item> = readonly [Item, Item, Item, Item];

/** Returns the share of light that an ink lets through, from 0 to 255. Inks that were converted from luminance and
 *  chrominance are the complement of their colour. */
function inkOf(value: number, isYcc: boolean, flip: number): number {
  const level = Math.min(255, Math.max(0, value));
  return isYcc ? 255 - level : Math.abs(flip - level);
}

/** Cosines of the inverse transformation: one row per sample, one column per frequency. ITU-T T.81, A.3.3. */
const COSINES = /* @__PURE__ */ Float32Array.from({ length: 64 }, (_, i) => {
  const [sample, frequency] = [i >> 3, i & 7];
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * sample + 1) * frequency * Math.PI) / 16);
});

const scaled = /* @__PURE__ */ new Float32Array(64);
const half = /* @__PURE__ */ new Float32Array(64);

/** Draws the blocks of a component in one row of units, which has this index in the coefficients. */
function drawStrip(component: JpegComponent, scans: JpegScans, row: number, strip: Uint8ClampedArray): void {
  const { across, v, coefficients, ends, table } = component;
  const steps = scans.quantization[table];
  if (!steps) throw new Error("JPEG has no quantization table");
  for (let block = 0; block < across * v; block++) {
    const index = row * v * across + block;
    const to = 64 * across * Math.floor(block / across) + 8 * (block % across);
    // The largest frequencies in each direction. Most blocks contain only low ones.
    let [rows, columns] = [0, 0];
    scaled.fill(0);
    for (let k = 0; k <= (ends[index] as number); k++) {
      const at = ZIGZAG[k] as number;
      const value = coefficients[64 * index + at] as number;
      if (value === 0) continue;
      scaled[at] = value * (steps[k] as number);
      rows = Math.max(rows, at >> 3);
      columns = Math.max(columns, at & 7);
    }
    if (rows + columns === 0) {
      const level = (scaled[0] as number) / 8 + 128;
      for (let y = 0; y < 8; y++) strip.fill(level, to + 8 * across * y, to + 8 * across * y + 8);
      continue;
    }
    transformRows(rows, columns);
    for (let x = 0; x < 8; x++) {
      for (let y = 0; y < 8; y++) {
        let sum = 128;
        for (let k = 0; k <= rows; k++) sum += (COSINES[8 * y + k] as number) * (half[8 * k + x] as number);
        strip[to + 8 * across * y + x] = sum;
      }
    }
  }
}

/** Transforms the first `rows` rows and `columns` columns, both plus one, of the frequencies in `scaled` to `half`. */
function transformRows(rows: number, columns: number): void {
  for (let row = 0; row <= 8 * rows; row += 8) {
    for (let x = 0; x < 8; x++) {
      let sum = 0;
      for (let k = 0; k <= columns; k++) sum += (COSINES[8 * x + k] as number) * (scaled[row + k] as number);
      half[row + x] = sum;
    }
  }
}
