import type { PixelSource } from "../core/image-writer.ts";
import { checkPixels, pngGrid } from "../core/symbol.ts";
import { sizeForCode } from "./frame.ts";
import { inkOf, MAX_COLORS, mix } from "./look-ink.ts";
import type { Paint } from "./paints.ts";
import { type Parts, partsOf, rowsOf } from "./parts.ts";
import type { LookedPlan, PngDesign } from "./plan.ts";
import { type Ramp, rampOf } from "./ramp.ts";
import { FULL } from "./tiles.ts";

/** Draws a logo onto `pixels`. If they have a palette, `background` is the colour of the background. Callers pass this
 *  function, because pictures without logos do not need its code. */
export type PaintLogo = (pixels: PixelSource, background: Paint) => PixelSource;

/** Returns the pixels of the code in a plan with a look. A palette has at most `most` colours. */
export function lookPixels(
  { code, symbol, look }: LookedPlan<PngDesign>,
  paintLogo?: PaintLogo,
  most: number = MAX_COLORS,
): PixelSource {
  const { size } = code;
  checkPixels(symbol.side, size, () => sizeForCode(code, symbol.side, Number.POSITIVE_INFINITY) as number);
  const grid = pngGrid(symbol.side, code);
  const same = look.paints.map((paint) => look.paints.indexOf(paint));
  const parts = partsOf(symbol, grid, look, same);
  const box = { offset: grid.offset, side: grid.side * grid.scale };
  const ramps = look.paints.map((paint, part) =>
    rampOf(same[part] === part ? paint : "", box, size, { ...grid, ...MODULE_STEPS }),
  );
  const background =
    look.background === "transparent"
      ? undefined
      : rampOf(look.background, { offset: 0, side: size }, size, { ...grid, ...BACKGROUND_STEPS });
  // A logo may be translucent, and blends with the colours of a gradient would not fit into the palette.
  const isFlat = typeof look.background === "string";
  const ink = isFlat || !paintLogo ? inkOf(parts, ramps, background, { size, most }) : undefined;
  const drawn = ink ?? { row: drawBlends(size, parts, ramps, background) };
  const pixels = { width: size, height: size, channels: background ? 3 : 4, ...drawn } as const;
  return paintLogo?.(pixels, look.background) ?? pixels;
}

/** Maximum number of scanlines with the same colours: see `rampOf`. It is lower for the background, where steps would
 *  be more visible. */
const MODULE_STEPS = { most: 16 };
const BACKGROUND_STEPS = { most: 4 };

/** Returns the function that draws scanlines in true colour: each pixel is a blend of its part's paint and the
 *  background's. */
function drawBlends(
  size: number,
  parts: Parts,
  ramps: readonly Ramp[],
  background: Ramp | undefined,
): PixelSource["row"] {
  const bytes = background ? 3 : 4;
  return rowsOf(parts, size, {
    bytes,
    ramps,
    background,
    drawBackground(into, { colors, steps, at }, y) {
      const start = at(y);
      for (let x = 0; x < size; x++) paint(into, 3 * x, colors, 3 * (steps[start + x] as number));
    },
    drawRun(into, levels, { part, from, to }, y) {
      const { colors, steps, at } = ramps[part] as Ramp;
      const start = at(y);
      for (let x = from; x < to; x++) {
        const [first, color, level] = [bytes * x, 3 * (steps[start + x] as number), levels[x] as number];
        if (level === FULL || !background) paint(into, first, colors, color);
        else {
          for (let channel = 0; channel < 3; channel++) {
            into[first + channel] = mix(colors[color + channel] as number, into[first + channel] as number, level);
          }
        }
        if (!background) into[first + 3] = (255 / FULL) * level;
      }
    },
  });
}

function paint(into: Uint8Array, at: number, colors: Uint8Array, color: number): void {
  into[at] = colors[color] as number;
  into[at + 1] = colors[color + 1] as number;
  into[at + 2] = colors[color + 2] as number;
}
