/** Relative luminance of six hex digits, 0 (black) to 1 (white). WCAG 2.2. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
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

/** The colours of a card, six hex digits each. */
export interface CardColors {
  readonly ground: string;
  /** Text on the ground: black or white, one of which always has a contrast of at least 4.5. */
  readonly text: string;
  /** The ornament, from the outermost shape inwards: shades of the ground on the side away from the text's colour, so that
   *  text stays as readable on them. */
  readonly shades: readonly string[];
  readonly panel: string;
  /** Edge of the panel, which shows it on a white ground. */
  readonly edge: string;
  /** Dark modules of the code: the accent where scanners can tell it from the panel, else nearly black. */
  readonly code: string;
}

/** Below this contrast inspect warns of a code's colours. */
const CODE_CONTRAST = 4.5;

/** The colours that go with `accent`. */
export function cardColors(accent: string): CardColors {
  const text = contrast(accent, "ffffff") >= contrast(accent, "000000") ? "ffffff" : "000000";
  const away = text === "ffffff" ? "000000" : "ffffff";
  // A ground that is already as dark or as light as can be has its ornament on the other side, only fainter.
  const [towards, step] = contrast(accent, away) < 1.3 ? [text, 0.03] : [away, 0.05];
  return {
    ground: accent,
    text,
    shades: [1, 2, 3].map((steps) => mix(accent, towards, steps * step)),
    panel: "ffffff",
    edge: mix(accent, "000000", 0.16),
    code: contrast(accent, "ffffff") >= CODE_CONTRAST ? accent : "111111",
  };
}

function channels(hex: string): [number, number, number] {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}
