import { channels } from "./flatten.ts";
import { directionOf, type Gradient, type GradientBox } from "./gradient.ts";
import type { Paint } from "./paints.ts";

/** A paint as numbered colours. To avoid visible banding, consecutive colours of a gradient differ by at most one in
 *  each channel, unless each is at most BAND pixels wide or the gradient jumps. */
export interface Ramp {
  /** The colours, three bytes each. A plain colour has one. */
  readonly colors: Uint8Array;
  /** Pixel x of scanline y has colour number steps[at(y) + x]. `at` may overwrite `steps`. */
  readonly steps: Uint16Array;
  at(y: number): number;
  /** Returns whether the colours of scanline y may differ from those of the previous one. */
  isNew(y: number): boolean;
}

/** Returns the ramp of a paint for scanlines of `size` pixels. `box` is in pixels. Outside it, the outermost colours of
 *  a gradient continue. Several scanlines in a row of modules have the same colours, because equal scanlines compress
 *  well. */
export function rampOf(paint: Paint, box: GradientBox, size: number, rows: Rows = { offset: 0, scale: 1 }): Ramp {
  if (typeof paint === "string") {
    const [colors, steps] = [Uint8Array.from(channels(paint)), new Uint16Array(size)];
    return { colors, steps, at: () => 0, isNew: (y) => y === 0 };
  }
  const centre = box.offset + box.side / 2;
  if (paint.angle === undefined) {
    const slope = Math.SQRT2 / box.side;
    const line = divide(paint, 1 / slope, size);
    return radial(line, bandsOf(line, slope, rows), centre - 0.5, slope);
  }
  const [across, down] = directionOf(paint.angle);
  const length = box.side * (Math.abs(across) + Math.abs(down));
  const line = divide(paint, length, size);
  const [slope, fall] = [across / length, down / length];
  const start = 0.5 + (0.5 - centre) * (slope + fall);
  const bands = bandsOf(line, fall, rows);
  if (across === 0) return vertical(line, bands, start, fall);
  return shifted(line, bands, start, slope, fall, rows);
}

interface Rows {
  /** Where the first row of modules begins, and the height of a row, in pixels. */
  readonly offset: number;
  readonly scale: number;
  /** Up to `most` scanlines (default 1) have the same colours if that changes each channel by at most one. More scanlines
   *  have the same colours only if a gradient changes by at most one colour in them. */
  readonly most?: number;
  /** The first and the last scanline, by default those of a square. The first may be negative. */
  readonly first?: number;
  readonly last?: number;
}

/** Width of the narrowest bands of the same colour, in pixels. */
const BAND = 1.5;

/** The colours along a gradient, for scanlines of `size` pixels. */
interface Line {
  readonly colors: Uint8Array;
  /** The number of the colour at each of PLACES + 1 places. */
  readonly places: Uint16Array;
  /** The number of colours that the whole gradient would have if all of them were as narrow as the narrowest one. */
  readonly density: number;
  /** Like `density`, for the number of values of the channel that changes most. */
  readonly steepness: number;
  readonly size: number;
}

/** Returns how many scanlines may have the same colours. `fall` is the share of the gradient per scanline. */
function rowsFor({ density, steepness }: Line, fall: number, { most = 1 }: Rows): number {
  if (fall === 0) return MAX_ROWS;
  const within = (share: number) => 1 + Math.floor(share / Math.abs(fall));
  const rows = Math.max(within(1 / density), Math.min(most, within(2 / steepness)));
  return Math.min(MAX_ROWS, rows);
}

const MAX_ROWS = 16;

/** Consecutive scanlines that have the same colours. */
interface Bands {
  /** Returns the middle of the scanlines that have the same colours as scanline `y`. */
  middleOf(y: number): number;
  isNew(y: number): boolean;
}

/** Divides scanlines into bands of equal height. If bands could be higher than a row of modules, each row is a band. */
function bandsOf(line: Line, fall: number, rows: Rows): Bands {
  const most = rowsFor(line, fall, rows);
  const height = rows.scale > 1 && rows.scale < most ? rows.scale : most;
  const above = height - (Math.floor(rows.offset) % height);
  const placeIn = (y: number) => (((y + above) % height) + height) % height;
  return { middleOf: (y) => y - placeIn(y) + (height - 1) / 2, isNew: (y) => y === 0 || placeIn(y) === 0 };
}

/** Number of places at which the colours of a gradient are looked up. */
const PLACES = 4096;

/** Divides a gradient of `length` pixels. Between two stops, there is a colour for each value of the channel that
 *  changes most, but never more colours than bands of BAND pixels. */
function divide({ stops }: Gradient, length: number, size: number): Line {
  const colors: number[] = channels(stops[0]?.color ?? "");
  const places = new Uint16Array(PLACES + 1);
  let [last, filled, density, steepness] = [0, 0, 0, 1];
  for (let index = 1; index < stops.length; index++) {
    const [from, to] = [stops[index - 1], stops[index]] as [Gradient["stops"][0], Gradient["stops"][0]];
    const [old, next] = [channels(from.color), channels(to.color)];
    const most = Math.max(...next.map((value, channel) => Math.abs(value - (old[channel] as number))));
    const bands = Math.ceil((length * (to.at - from.at)) / BAND);
    const count = Math.min(most, Math.max(1, bands));
    if (count > 0) density = Math.max(density, count / (to.at - from.at));
    if (count > 0) steepness = Math.max(steepness, most / (to.at - from.at));
    for (let step = 1; step <= count; step++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = old[channel] as number;
        colors.push(Math.round(value + (((next[channel] as number) - value) * step) / count));
      }
      // A colour begins halfway between the place of the previous colour and its own place.
      const start = Math.ceil(PLACES * (from.at + ((to.at - from.at) * (step - 0.5)) / count));
      places.fill(last++, filled, start);
      filled = start;
    }
  }
  places.fill(last, filled);
  return { colors: Uint8Array.from(colors), places, density, steepness, size };
}

const placeOf = (share: number) => (share <= 0 ? 0 : share >= 1 ? PLACES : (share * PLACES + 0.5) | 0);

/** Paints scanlines that are parts of one long line, each moved by at most half a pixel. Equal sequences of colours
 *  compress well. */
function shifted(
  { colors, places, size }: Line,
  { middleOf, isNew }: Bands,
  start: number,
  slope: number,
  fall: number,
  { first = 0, last = size - 1 }: Rows,
): Ramp {
  const perLine = fall / slope;
  const shiftOf = (y: number) => Math.round(middleOf(y) * perLine);
  const shifts = [shiftOf(first), shiftOf(last)];
  const before = -Math.min(...shifts);
  const steps = new Uint16Array(size + before + Math.max(...shifts));
  for (let x = 0; x < steps.length; x++) steps[x] = places[placeOf(start + (x - before) * slope)] as number;
  return { colors, steps, at: (y) => before + shiftOf(y), isNew };
}

/** Paints scanlines from the top to the bottom. */
function vertical(line: Line, bands: Bands, start: number, fall: number): Ramp {
  const { places } = line;
  return filled(line, bands, (steps, y) => steps.fill(places[placeOf(start + y * fall)] as number));
}

function radial(line: Line, bands: Bands, middle: number, slope: number): Ramp {
  const { places, size } = line;
  // Not **, whose last digit differs between engines.
  const square = (x: number) => {
    const distance = (x - middle) * PLACES * slope;
    return distance * distance;
  };
  const squares = Float64Array.from({ length: size }, (_, x) => square(x));
  // Pixel x equals pixel `width` - x, which exists if x is in the right half.
  const width = Math.round(2 * middle);
  return filled(line, bands, (steps, y) => {
    const more = square(y);
    for (let x = width >> 1; x < size; x++) {
      const place = (Math.sqrt((squares[x] as number) + more) + 0.5) | 0;
      const step = places[place < PLACES ? place : PLACES] as number;
      steps[x] = step;
      if (width >= x) steps[width - x] = step;
    }
  });
}

/** Returns a ramp that paints scanlines with `fill`, which is called once per band, with the middle of the band. */
function filled(
  { colors, size }: Line,
  { middleOf, isNew }: Bands,
  fill: (steps: Uint16Array, middle: number) => void,
): Ramp {
  const steps = new Uint16Array(size);
  let last = Number.NaN;
  return {
    colors,
    steps,
    at(y) {
      const middle = middleOf(y);
      if (middle !== last) fill(steps, middle);
      last = middle;
      return 0;
    },
    isNew,
  };
}
