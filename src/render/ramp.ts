import { channels } from "./flatten.ts";
import { directionOf, type Gradient, type GradientBox } from "./gradient.ts";
import type { Paint } from "./look.ts";

/** A paint as numbered colours. Neighbours of a gradient differ by at most one in each channel, except where it jumps,
 *  so there are no bands. */
export interface Ramp {
  /** The colours, three bytes each. A plain colour has one. */
  readonly colors: Uint8Array;
  /** Pixel x of scanline y has colour number steps[at(y) + x]. `at` may overwrite `steps`. */
  readonly steps: Uint16Array;
  at(y: number): number;
}

/** Returns the ramp of a paint for scanlines of `size` pixels. `box` is in pixels. Outside it, the outermost colours of
 *  a gradient continue. */
export function rampOf(paint: Paint, box: GradientBox, size: number): Ramp {
  if (typeof paint === "string") {
    return { colors: Uint8Array.from(channels(paint)), steps: new Uint16Array(size), at: () => 0 };
  }
  const { colors, places } = divide(paint);
  if (paint.angle === undefined) return radial(colors, places, box, size);
  const [across, down] = directionOf(paint.angle);
  const length = box.side * (Math.abs(across) + Math.abs(down));
  const centre = box.offset + box.side / 2;
  const first = 0.5 + (0.5 - centre) * ((across + down) / length);
  const [slope, fall] = [across / length, down / length];
  // Half a pixel is about one colour then.
  const canShift = colors.length <= 2 * size && across !== 0;
  return canShift
    ? shifted(colors, places, first, slope, fall, size)
    : linear(colors, places, first, slope, fall, size);
}

/** Number of places at which the colours of a gradient are looked up. */
const PLACES = 4096;

/** Returns the colours of a gradient, and the number of the colour at each of PLACES + 1 places. Between two stops, there
 *  are as many colours as the channel that changes most has values. */
function divide({ stops }: Gradient): { colors: Uint8Array; places: Uint16Array } {
  const colors: number[] = channels(stops[0]?.color ?? "");
  const places = new Uint16Array(PLACES + 1);
  let [last, filled] = [0, 0];
  for (let index = 1; index < stops.length; index++) {
    const [from, to] = [stops[index - 1], stops[index]] as [Gradient["stops"][0], Gradient["stops"][0]];
    const [old, next] = [channels(from.color), channels(to.color)];
    const most = Math.max(...next.map((value, channel) => Math.abs(value - (old[channel] as number))));
    const count = to.at > from.at ? most : Math.min(1, most);
    for (let step = 1; step <= count; step++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = old[channel] as number;
        colors.push(Math.round(value + (((next[channel] as number) - value) * step) / count));
      }
      // A colour begins halfway between its place and that of the one before.
      const start = Math.ceil(PLACES * (from.at + ((to.at - from.at) * (step - 0.5)) / count));
      places.fill(last++, filled, start);
      filled = start;
    }
  }
  places.fill(last, filled);
  return { colors: Uint8Array.from(colors), places };
}

const placeOf = (share: number) => (share <= 0 ? 0 : share >= 1 ? PLACES : (share * PLACES + 0.5) | 0);

/** Paints scanlines that are parts of one long line, each moved by at most half a pixel. Equal sequences of colours
 *  compress well. */
function shifted(
  colors: Uint8Array,
  places: Uint16Array,
  first: number,
  slope: number,
  fall: number,
  size: number,
): Ramp {
  const perLine = fall / slope;
  const before = Math.max(0, -Math.round((size - 1) * perLine));
  const steps = new Uint16Array(size + Math.abs(Math.round((size - 1) * perLine)) + 1);
  for (let x = 0; x < steps.length; x++) steps[x] = places[placeOf(first + (x - before) * slope)] as number;
  return { colors, steps, at: (y) => before + Math.round(y * perLine) };
}

function linear(
  colors: Uint8Array,
  places: Uint16Array,
  first: number,
  slope: number,
  fall: number,
  size: number,
): Ramp {
  const steps = new Uint16Array(size);
  return {
    colors,
    steps,
    at(y) {
      const start = first + y * fall;
      if (slope === 0) steps.fill(places[placeOf(start)] as number);
      else for (let x = 0; x < size; x++) steps[x] = places[placeOf(start + x * slope)] as number;
      return 0;
    },
  };
}

function radial(colors: Uint8Array, places: Uint16Array, { offset, side }: GradientBox, size: number): Ramp {
  const steps = new Uint16Array(size);
  const middle = offset + side / 2 - 0.5;
  const scale = (PLACES * Math.SQRT2) / side;
  return {
    colors,
    steps,
    at(y) {
      const down = (y - middle) ** 2;
      for (let x = 0; x < size; x++) {
        const place = Math.sqrt((x - middle) ** 2 + down) * scale + 0.5;
        steps[x] = places[place < PLACES ? place | 0 : PLACES] as number;
      }
      return 0;
    },
  };
}
