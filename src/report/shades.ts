import type { QrOptions } from "../options/table.ts";
import { mix } from "../render/colors.ts";
import { channels } from "../render/flatten.ts";
import { type PartPaint, paintsOf } from "../render/paints.ts";
import type { Way } from "./issues.ts";

/** The shades to suggest, as shares of the way to black or white. The last one still shows its hue. */
const SHARES = /* @__PURE__ */ Array.from({ length: 16 }, (_, at) => (at + 1) / 20);

type Extreme = "000000" | "ffffff";

/** Returns ways to darken or lighten the dark modules ("color") or the background ("bg"), mildest first. All colours keep
 *  their hues, and those that are already as dark or light as wanted stay. */
export function shadesOf(options: QrOptions, part: "color" | "bg", extreme: Extreme): readonly Way[] {
  const paints = part === "bg" ? [paintsOf(options).background] : frontPaints(options);
  const distances = paints.flatMap(({ value }) => colorsIn(value).map((color) => distance(color, extreme)));
  // A transparent background has no shades.
  if (distances.length === 0) return SHARES.map(() => ({ [part]: extreme }));
  return SHARES.map((share) => shadeWay(paints, extreme, (1 - share) * Math.max(...distances)));
}

/** Returns the paints of all dark parts, each once. */
export function frontPaints(options: QrOptions): readonly PartPaint[] {
  const { modules, ring, pupil } = paintsOf(options);
  return [...new Set([modules, ring, pupil])];
}

/** Returns `paints` with colours at most as far from `extreme` as `most`. */
function shadeWay(paints: readonly PartPaint[], extreme: Extreme, most: number): Way {
  const shade = (color: string) => {
    const own = distance(color, extreme);
    // Grey levels are linear in the channels, so this is exact.
    return own > most ? mix(color, extreme, 1 - most / own) : color;
  };
  return Object.fromEntries(paints.map(({ field, value }) => [field, mapColors(value, shade)]));
}

/** Returns the difference between the grey levels of a colour and black or white, 0 to 1. */
function distance(color: string, extreme: Extreme): number {
  return Math.abs(grayLevel(color) - grayLevel(extreme));
}

/** Returns the brightness that decoders see, 0 to 1. */
export function grayLevel(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

const COLOR = /\b[0-9a-f]{6}\b/g;

/** Returns the colours in the value of a paint; none for "transparent". */
export function colorsIn(value: string): readonly string[] {
  return value.match(COLOR) ?? [];
}

/** Returns the value of a paint with each of its colours replaced. */
export function mapColors(value: string, replace: (color: string) => string): string {
  return value.replace(COLOR, replace);
}
