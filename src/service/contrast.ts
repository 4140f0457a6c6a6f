import type { Report } from "../api.ts";
import { rounded } from "./decimals.ts";

/** Ratios below which symbols and small texts are hard to see. WCAG 2.2, 1.4.11 and 1.4.3. */
export const LEAST_CONTRAST = 3;
export const GOOD_CONTRAST = 4.5;

/** How the two colours, of six hex digits, stand out from each other. `ratio` is from 1 to 21, `symbolContrast` the
 *  difference of their reflectances, 0 to 1. */
export function contrastOf(color: string, bg: string): Report["contrast"] {
  const [front, back] = [luminance(color), luminance(bg)];
  const [dark, light] = front < back ? [front, back] : [back, front];
  return {
    ratio: rounded((light + 0.05) / (dark + 0.05)),
    symbolContrast: rounded(light - dark),
    inverted: front > back,
  };
}

/** What to change so that the contrast becomes good: the nearest darker shade of the dark colour or, where even black is
 *  not enough, the nearest lighter tint of the light one. */
export function contrastAdvice(color: string, bg: string): { field: "color" | "bg"; advice: string } {
  const [dark, light] = luminance(color) > luminance(bg) ? (["bg", "color"] as const) : (["color", "bg"] as const);
  const words = { color, bg };
  const shade = firstGood((part) => blended(words[dark], 0, part), words[light]);
  if (shade) return { field: dark, advice: `make ${dark} ${shade} or darker` };
  const tint = firstGood((part) => blended(words[light], 255, part), words[dark]);
  return tint
    ? { field: light, advice: `make ${light} ${tint} or lighter` }
    : { field: dark, advice: `make ${dark} 000000` };
}

/** The first of 64 even steps whose colour has good contrast to `other`. */
function firstGood(step: (part: number) => string, other: string): string | undefined {
  const colours = Array.from({ length: 64 }, (_, at) => step((at + 1) / 64));
  return colours.find((colour) => contrastOf(colour, other).ratio >= GOOD_CONTRAST);
}

function blended(colour: string, end: number, part: number): string {
  return channels(colour)
    .map((value) => Math.round(value + (end - value) * part))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("");
}

/** Relative luminance, 0 to 1. WCAG 2.2, "relative luminance", with the bound of IEC 61966-2-1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  const value = Number.parseInt(colour, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
