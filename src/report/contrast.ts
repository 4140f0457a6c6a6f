import type { Report } from "../api.ts";
import type { Rule } from "../messages/message.ts";
import { setDarker, setLighter, setTo } from "../messages/report-rules.ts";
import { contrastRatio, GOOD_CONTRAST, luminance, mix } from "../render/colors.ts";

/** Returns the contrast between two colours of six hex digits. `ratio` is from 1 to 21. `symbolContrast` is the difference
 *  between the two reflectances, from 0 to 1. `inverted` is true if `color` is lighter. */
export function contrastOf(color: string, bg: string): Report["contrast"] {
  const [front, back] = [luminance(color), luminance(bg)];
  return {
    ratio: rounded(contrastRatio(front, back)),
    symbolContrast: rounded(Math.abs(front - back)),
    inverted: front > back,
  };
}

/** Suggests the nearest shade of the dark colour with good contrast or, if even black is not enough, the nearest tint
 *  of the light colour. `to` is the suggested value for the option `field`. Both colours are six hex digits. */
export function contrastAdvice(color: string, bg: string): { field: "color" | "bg"; to: string; rule: Rule } {
  const [dark, light] = luminance(color) > luminance(bg) ? (["bg", "color"] as const) : (["color", "bg"] as const);
  const input = { color, bg };
  const shade = firstGood(input[dark], "000000", input[light]);
  if (shade) return { field: dark, to: shade, rule: setDarker };
  const tint = firstGood(input[light], "ffffff", input[dark]);
  return tint ? { field: light, to: tint, rule: setLighter } : { field: dark, to: "000000", rule: setTo };
}

/** Returns `color`, or its nearest shade, with good contrast on a lighter background; black if there is none. */
export function shadeOn(color: string, bg: string): string {
  return luminance(color) < luminance(bg) && isGood(color, bg) ? color : (firstGood(color, "000000", bg) ?? "000000");
}

/** Returns `color`, or its nearest tint, with good contrast on a darker background; white if there is none. */
export function tintOn(color: string, bg: string): string {
  return luminance(color) > luminance(bg) && isGood(color, bg) ? color : (firstGood(color, "ffffff", bg) ?? "ffffff");
}

/** Tries 64 equal steps from `color` to black or white, and returns the first colour on the far side of `other` that has good
 *  contrast with it, if any. */
function firstGood(color: string, extreme: "000000" | "ffffff", other: string): string | undefined {
  const isDark = extreme === "000000";
  const colors = Array.from({ length: 64 }, (_, at) => mix(color, extreme, (at + 1) / 64));
  return colors.find((one) => luminance(one) < luminance(other) === isDark && isGood(one, other));
}

const isGood = (color: string, bg: string) => contrastOf(color, bg).ratio >= GOOD_CONTRAST;

/** Rounds to four decimals, as in reports. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
