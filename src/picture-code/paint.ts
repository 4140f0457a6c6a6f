import type { QrSymbol } from "../core/symbol.ts";
import type { Look } from "../options/picture-table.ts";
import { freeModules } from "../scan/codewords.ts";
import { ditherLevels } from "./halftone.ts";
import { MIDDLE, type Tones } from "./tone.ts";

/** How far the tones of modules must be from thresholds, in grey levels, and how much of a module that concerns. */
interface Demand {
  /** Of the mean of the dot in the middle of a module. */
  readonly dot: number;
  /** Of the mean of the whole module. It may be negative. */
  readonly whole: number;
  /** Width of the dot in modules. */
  readonly width: number;
}

const between = (from: number, to: number, share: number) => from + (to - from) * share;

/** Returns what a picture code of this strength demands of its modules: from squares of full contrast to small, weak dots.
 *  Decoders sample the middle of modules, so dots of full contrast cost less than weaker ones that are larger. Up to WEAKER,
 *  dots only become smaller. */
function demandOf(strength: number): Demand {
  const rest = Math.max(0, strength - WEAKER) / (1 - WEAKER);
  return {
    dot: between(MIDDLE, 32, rest),
    whole: between(MIDDLE, -60, Math.sqrt(strength)),
    width: between(1, 0.35, strength),
  };
}

const WEAKER = 0.7;

/** Width of a dot that covers the whole module. */
const WHOLE = 1.5;

/** No module needs to be darker than this, or lighter than white less this. */
const DEEPEST = 20;

/** How often the tones are moved. Thresholds depend on the tones, so both converge together. */
const ROUNDS = 6;

/** Widths in modules of the squares in which decoders take thresholds: about five blocks of eight pixels, of a large and of a
 *  small picture. */
const SPANS = [5, 13];

/** Returns the colours of the symbol, three bytes per pixel. With the look "photo", they are those of the picture, lighter or
 *  darker where modules need it; with "halftone", the same tones as black and white dots that are smaller than modules, after
 *  Chu et al., Halftone QR Codes, 2013. `wrong` has 1 for each module that shows the picture instead of
 *  its value. */
export function paintPicture(
  { colors, levels, width }: Tones,
  symbol: QrSymbol,
  scale: number,
  { strength, wrong, look }: { readonly strength: number; readonly wrong: Uint8Array; readonly look: Look },
): Uint8ClampedArray {
  const { side, version, modules } = symbol;
  const demand = demandOf(strength);
  // Alignment and timing patterns and format information have no error correction, or little, so all of them is drawn.
  const patterns = { ...demand, dot: look === "photo" ? between(MIDDLE, 80, strength) : MIDDLE, width: WHOLE };
  const now = levels.slice();
  const whole = dotOf(WHOLE, scale, width);
  const dot = dotOf(demand.width, scale, width);
  const free = freeModules(version, side);
  const cornerOf = (at: number) => Math.floor(at / side) * scale * width + (at % side) * scale;
  for (let at = 0; at < modules.length; at++) {
    if (inFinder(at, side) || strength === 0) move(now, whole, cornerOf(at), modules[at] ? -255 : 255);
  }
  for (let round = 0; round < ROUNDS && strength > 0; round++) {
    const means = SPANS.map((span) => blur(now, width, Math.round((span * scale) / 2)));
    for (let at = 0; at < modules.length; at++) {
      if (inFinder(at, side) || wrong[at]) continue;
      const sign = modules[at] ? -1 : 1;
      const corner = cornerOf(at);
      const middle = corner + (scale >> 1) * width + (scale >> 1);
      const local = means.map((mean) => mean[middle] as number);
      const threshold = sign < 0 ? Math.min(MIDDLE, ...local) : Math.max(MIDDLE, ...local);
      const { dot: margin, whole: wholeMargin } = free[at] ? demand : patterns;
      const limit = sign < 0 ? DEEPEST : 255 - DEEPEST;
      const reach = (shape: Dot, by: number) => {
        const level = threshold + sign * by;
        const goal = sign < 0 ? Math.max(level, limit) : Math.min(level, limit);
        const lack = sign * (goal - meanOf(now, shape, corner));
        if (lack > 0) move(now, shape, corner, sign * lack);
      };
      reach(whole, wholeMargin);
      reach(free[at] ? dot : whole, margin);
    }
  }
  if (look === "photo") return recolor(colors, levels, now);
  const dots = ditherLevels(now, width, side);
  const out = new Uint8ClampedArray(colors.length);
  for (let pixel = 0; pixel < dots.length; pixel++) out.fill(dots[pixel] as number, 3 * pixel, 3 * pixel + 3);
  return out;
}

/** Returns the colours with new levels: darker ones keep their hue, and lighter ones approach white. */
function recolor(colors: Uint8ClampedArray, from: Float32Array, to: Float32Array): Uint8ClampedArray {
  const out = new Uint8ClampedArray(colors.length);
  for (let pixel = 0, at = 0; pixel < to.length; pixel++, at += 3) {
    const [old, level] = [from[pixel] as number, to[pixel] as number];
    for (let channel = at; channel < at + 3; channel++) {
      const value = colors[channel] as number;
      if (level <= old) out[channel] = old > 0 ? (value * level) / old : 0;
      else out[channel] = value + ((255 - value) * (level - old)) / (255 - old);
    }
  }
  return out;
}

/** Returns whether a module belongs to a finder pattern or its separator, which are always black and white. */
function inFinder(at: number, side: number): boolean {
  const [x, y] = [at % side, Math.floor(at / side)];
  return (x < 8 && y < 8) || (x >= side - 8 && y < 8) || (x < 8 && y >= side - 8);
}

/** A round dot in the middle of a module. */
interface Dot {
  /** The indices of its pixels, counted from the module's first pixel. */
  readonly pixels: Int32Array;
  /** How much of each of these pixels belongs to the dot, 0 to 1. */
  readonly shares: Float32Array;
  /** The sum of all shares. */
  readonly area: number;
}

/** Returns a dot of `width` modules, for modules of `scale` pixels in a picture with rows of `rowLength` pixels. A dot of WHOLE
 *  modules covers the whole module. */
function dotOf(width: number, scale: number, rowLength: number): Dot {
  const radius = (width * scale) / 2;
  const shares = Float32Array.from({ length: scale * scale }, (_, at) => {
    const [x, y] = [(at % scale) + 0.5 - scale / 2, Math.floor(at / scale) + 0.5 - scale / 2];
    return Math.max(0, Math.min(1, radius - Math.hypot(x, y) + 0.5));
  });
  const pixels = Int32Array.from(shares, (_, at) => Math.floor(at / scale) * rowLength + (at % scale));
  const isInside = (_: number, at: number) => (shares[at] as number) > 0;
  return {
    pixels: pixels.filter(isInside),
    shares: shares.filter(isInside),
    area: shares.reduce((sum, one) => sum + one, 0),
  };
}

/** Returns the mean level of a dot in the module whose first pixel is `corner`. */
function meanOf(levels: Float32Array, { pixels, shares, area }: Dot, corner: number): number {
  let sum = 0;
  for (let i = 0; i < pixels.length; i++) {
    sum += (shares[i] as number) * (levels[corner + (pixels[i] as number)] as number);
  }
  return sum / area;
}

/** Adds `by` to the levels of a dot in the module whose first pixel is `corner`. */
function move(levels: Float32Array, { pixels, shares }: Dot, corner: number, by: number): void {
  for (let i = 0; i < pixels.length; i++) {
    const pixel = corner + (pixels[i] as number);
    levels[pixel] = Math.max(0, Math.min(255, (levels[pixel] as number) + by * (shares[i] as number)));
  }
}

/** Returns the mean of the square of 2 * radius + 1 pixels around each pixel. Around the picture is a white quiet zone. */
function blur(levels: Float32Array, width: number, radius: number): Float32Array {
  const pass = (from: Float32Array, step: number, line: number): Float32Array => {
    const to = new Float32Array(from.length);
    for (let i = 0; i < width; i++) {
      const start = i * line;
      const value = (at: number) => (at < 0 || at >= width ? 255 : (from[start + at * step] as number));
      let sum = 0;
      for (let at = -radius; at <= radius; at++) sum += value(at);
      for (let at = 0; at < width; at++) {
        to[start + at * step] = sum / (2 * radius + 1);
        sum += value(at + radius + 1) - value(at - radius);
      }
    }
    return to;
  };
  return pass(pass(levels, 1, width), width, 1);
}
