import { type Gray, shrink } from "../../../../src/scan/gray.ts";
import { darkArea } from "./light.ts";
import { randomFrom } from "./random.ts";
import { rescale } from "./resample.ts";

/** Damage to printed codes. */

/** Pixels per module while the ink spread is computed. */
const FINE = 12;

/** Grows the dark parts by `percent` % of a module in every direction, like ink on soft paper, rounded to twelfths of a
 *  module. If `percent` is negative, grows the light parts instead. The result has `target` pixels per module. */
export function spreadInk(gray: Gray, scale: number, percent: number, target: number): Gray {
  const { width, height, data } = rescale(gray, scale, FINE);
  const gaps = distances(width, height, (at) => (data[at] as number) < 128 === percent > 0);
  const radius = Math.round((FINE * Math.abs(percent)) / 100);
  const [off, on] = percent > 0 ? [255, 0] : [0, 255];
  const grown = new Uint8Array(data.length).fill(off);
  for (let dy = -radius; dy <= radius; dy++) {
    const half = Math.floor(Math.sqrt(radius * radius - dy * dy));
    const start = Math.max(0, -dy) * width;
    const end = Math.min(height, height - dy) * width;
    for (let at = start, from = start + dy * width; at < end; at++, from++) {
      if ((gaps[from] as number) <= half) grown[at] = on;
    }
  }
  return shrink({ width, height, data: grown }, target / FINE);
}

/** Returns, for each pixel, the distance to the nearest pixel in its row for which `grows` returns true. */
function distances(width: number, height: number, grows: (at: number) => boolean): Uint16Array {
  const gaps = new Uint16Array(width * height);
  for (let start = 0; start < gaps.length; start += width) {
    let gap = width;
    for (let at = start; at < start + width; at++) gaps[at] = gap = grows(at) ? 0 : gap + 1;
    for (let at = start + width - 1; at >= start; at--) {
      gap = Math.min(gap + 1, gaps[at] as number);
      gaps[at] = gap;
    }
  }
  return gaps;
}

/** Stains the code with dark and light drops, 0.6 to 1.6 modules wide, until they cover `percent` % of it. Pictures of
 *  the same size get the same drops. */
export function stain(gray: Gray, scale: number, percent: number): Gray {
  return cover(gray, percent, (random, paint) => {
    const radius = scale * (0.3 + random() / 2);
    paint(random(), random(), radius, random() < 0.5 ? 40 : 225);
  });
}

/** Scratches the code with light lines, 0.4 modules wide and up to a third of the code long, until they cover `percent`
 *  % of it. Pictures of the same size get the same lines. */
export function scratch(gray: Gray, scale: number, percent: number): Gray {
  return cover(gray, percent, (random, paint) => {
    const [x, y, angle, length] = [random(), random(), random() * Math.PI, random() / 3];
    const steps = Math.ceil((length * gray.width) / (0.2 * scale));
    for (let step = 0; step <= steps; step++) {
      const way = (length * step) / steps;
      paint(x + way * Math.cos(angle), y + way * Math.sin(angle), 0.2 * scale, 225);
    }
  });
}

/** Paints a disc of `radius` pixels. `x` and `y` are the position of its centre, as fractions of the code's width and
 *  height. */
type Paint = (x: number, y: number, radius: number, value: number) => void;

/** Calls `mark` until the painted area covers `percent` % of the code. */
function cover(gray: Gray, percent: number, mark: (random: () => number, paint: Paint) => void): Gray {
  const { left, top, right, bottom } = darkArea(gray);
  const { width, height } = gray;
  const random = randomFrom(width);
  const data = gray.data.slice();
  const painted = new Uint8Array(data.length);
  let missing = ((right - left) * (bottom - top) * percent) / 100;
  const paint: Paint = (x, y, radius, value) => {
    if (x < 0 || x > 1 || y < 0 || y > 1) return;
    const [column, row] = [left + x * (right - left), top + y * (bottom - top)];
    const [last, end] = [Math.min(width - 1, column + radius), Math.min(height - 1, row + radius)];
    for (let v = Math.max(0, Math.ceil(row - radius)); v <= end; v++) {
      for (let u = Math.max(0, Math.ceil(column - radius)); u <= last; u++) {
        if ((u - column) ** 2 + (v - row) ** 2 > radius * radius) continue;
        const at = v * width + u;
        data[at] = value;
        missing -= 1 - (painted[at] as number);
        painted[at] = 1;
      }
    }
  };
  while (missing > 0) mark(random, paint);
  return { width, height, data };
}
