import { channels } from "./flatten.ts";

/** The contrast ratio below which small text is hard to read. WCAG 2.2, 1.4.3. */
export const GOOD_CONTRAST = 4.5;

/** The ratio below which low contrast is an error. WCAG 2.2, 1.4.11. */
export const MIN_CONTRAST = 3;

/** Returns the page that a code on a transparent background is meant for: white, or black if the code is too light for
 *  white. The arguments are its contrast ratios with both. White is better even for some codes that contrast more with black,
 *  because it does not invert them. */
export function pageFor(onWhite: number, onBlack: number): "ffffff" | "000000" {
  return onWhite >= Math.min(onBlack, MIN_CONTRAST) ? "ffffff" : "000000";
}

/** Returns the page that a transparent code in `color` is meant for. */
export function pageForColor(color: string): "ffffff" | "000000" {
  return pageFor(contrast(color, "ffffff"), contrast(color, "000000"));
}

/** The linear value, 0 to 1, of each sRGB value. WCAG 2.2, with the threshold from IEC 61966-2-1. */
const linear = /* @__PURE__ */ Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Returns the relative luminance, 0 to 1, of a colour, 0xRRGGBB. WCAG 2.2. */
export function luminanceOf(color: number): number {
  const [red, green, blue] = [linear[color >> 16], linear[(color >> 8) & 255], linear[color & 255]] as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the relative luminance, 0 to 1, of a colour of six hex digits. WCAG 2.2. */
export function luminance(hex: string): number {
  return luminanceOf(Number.parseInt(hex, 16));
}

/** Returns the contrast ratio of two colours, 1 to 21. WCAG 2.2. */
export function contrast(one: string, other: string): number {
  return contrastRatio(luminance(one), luminance(other));
}

/** Returns the contrast ratio of two relative luminances, 1 to 21. WCAG 2.2. */
export function contrastRatio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the six hex digits of a colour, 0xRRGGBB. */
export function hexOf(color: number): string {
  return color.toString(16).padStart(6, "0");
}

/** Mixes `other` into `hex`. `share` is the proportion of `other`, 0 to 1. */
export function mix(hex: string, other: string, share: number): string {
  const others = channels(other);
  return channels(hex)
    .map((value, channel) => Math.round(value + ((others[channel] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("");
}

/** Returns `color` if scanners can read modules of this colour on `back`, and otherwise nearly black or white. */
export function readableOn(back: string, color: string): string {
  if (contrast(color, back) >= GOOD_CONTRAST) return color;
  return contrast("111111", back) >= contrast("ffffff", back) ? "111111" : "ffffff";
}
