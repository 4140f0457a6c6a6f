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
  const shade = firstGood((part) => mix(input[dark], "000000", part), input[light]);
  if (shade) return { field: dark, to: shade, rule: setDarker };
  const tint = firstGood((part) => mix(input[light], "ffffff", part), input[dark]);
  return tint ? { field: light, to: tint, rule: setLighter } : { field: dark, to: "000000", rule: setTo };
}

/** Tries 64 equal steps and returns the colour of the first one that has good contrast with `other`, if any. */
function firstGood(step: (part: number) => string, other: string): string | undefined {
  const colors = Array.from({ length: 64 }, (_, at) => step((at + 1) / 64));
  return colors.find((color) => contrastOf(color, other).ratio >= GOOD_CONTRAST);
}

/** Rounds to four decimals, as in reports. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
