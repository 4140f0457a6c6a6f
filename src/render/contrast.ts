/** The ratio below which small texts are hard to read. WCAG 2.2, 1.4.3. */
export const GOOD_CONTRAST = 4.5;

/** Relative luminance of six hex digits, 0 (black) to 1 (white). WCAG 2.2, with the bound of IEC 61966-2-1. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How well two colours stand out from each other, 1 to 21. WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `hex` with a share, 0 to 1, of `other` mixed in. */
export function mix(hex: string, other: string, share: number): string {
  const theirs = channels(other);
  return channels(hex)
    .map((value, channel) => Math.round(value + ((theirs[channel] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("");
}

function channels(hex: string): number[] {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
