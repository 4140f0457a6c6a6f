import { contrast, GOOD_CONTRAST, mix } from "../render/contrast.ts";

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
    code: contrast(accent, "ffffff") >= GOOD_CONTRAST ? accent : "111111",
  };
}
