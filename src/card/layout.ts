import { contrast, GOOD_CONTRAST, mix } from "../render/colors.ts";

/** The size of a card in pixels, as all lengths here are. */
export const CARD = { width: 1200, height: 630 } as const;

/** A rectangle. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where everything stands on a card. */
export interface Layout {
  /** White background of the code. */
  readonly panel: Box & { readonly radius: number };
  /** The code without its quiet zone: its corner, and pixels a module. */
  readonly code: { readonly left: number; readonly top: number; readonly scale: number };
  /** Room for the title. */
  readonly title: Box;
  /** A point of the caption's base line, and the part of the caption that is left of it; undefined where there is no room
   *  for one. */
  readonly caption:
    | { readonly x: number; readonly y: number; readonly width: number; readonly anchor: number }
    | undefined;
}

/** What the title asks of the layout: texts that run from right to left have the code on their left, and without a title
 *  it stands in the middle. */
export type Flow = "ltr" | "rtl" | "none";

/** Side of the panel, and of the one for codes whose modules would be smaller than LEAST_SCALE in it. */
const PANEL = 446;
const LARGE_PANEL = 566;
const LEAST_SCALE = 4;
const RADIUS = 28;
/** Quiet zone in modules. ISO/IEC 18004:2015, 9.1. */
const QUIET = 4;
/** Between the card's edge and what stands nearest to it, and between the title and the panel. */
const EDGE = 76;
const GAP = 56;
/** Above the usual panel, and so above and below text. */
const TOP = (CARD.height - PANEL) / 2;
/** Height that a caption takes from the title. */
const CAPTION = 60;
/** From the panel to the base line of a caption below it, which make one block in the middle of the card. */
const UNDER_PANEL = 68;

/** The layout for a code of `side` modules, with a caption or without. */
export function layoutFor(side: number, flow: Flow, captioned: boolean): Layout {
  const size = (side + 2 * QUIET) * LEAST_SCALE <= PANEL ? PANEL : LARGE_PANEL;
  const below = flow === "none" && captioned && size === PANEL ? UNDER_PANEL : 0;
  const top = (CARD.height - size - below) / 2;
  const edge = Math.min(EDGE, top);
  const left = { ltr: CARD.width - edge - size, rtl: edge, none: (CARD.width - size) / 2 }[flow];
  const scale = Math.floor(size / (side + 2 * QUIET));
  const inset = (size - side * scale) >> 1;
  const textLeft = flow === "rtl" ? left + size + GAP : EDGE;
  const width = CARD.width - edge - size - GAP - EDGE;
  return {
    panel: { left, top, width: size, height: size, radius: RADIUS },
    code: { left: left + inset, top: top + inset, scale },
    title: { left: textLeft, top: TOP, width, height: CARD.height - 2 * TOP - (captioned ? CAPTION : 0) },
    caption: captioned ? captionFor(flow, textLeft, width, below && top + size + below) : undefined,
  };
}

/** A caption stands below the title, even with the panel's lower edge; without a title, in the middle, on `base` if there
 *  is room below the panel. */
function captionFor(flow: Flow, left: number, width: number, base: number): Layout["caption"] {
  if (flow !== "none") {
    const anchor = flow === "rtl" ? 1 : 0;
    return { x: left + anchor * width, y: CARD.height - TOP - 6, width, anchor };
  }
  if (base === 0) return undefined;
  return { x: CARD.width / 2, y: base, width: CARD.width - 2 * EDGE, anchor: 0.5 };
}

/** The colors of a card, six hex digits each. */
export interface CardColors {
  readonly background: string;
  /** Text on the background: black or white, one of which always has a contrast of at least 4.5. */
  readonly text: string;
  /** The ornament, from the outermost shape inwards: shades of the background, away from the color of the text, which stays
   *  readable on them. */
  readonly shades: readonly string[];
  readonly panel: string;
  /** Border of the panel, which shows it on a white background. */
  readonly edge: string;
  /** Dark modules: the accent if its contrast with the panel is good enough for scanners, else nearly black. */
  readonly code: string;
}

/** Returns the colors that go with `accent`. */
export function cardColors(accent: string): CardColors {
  const text = contrast(accent, "ffffff") >= contrast(accent, "000000") ? "ffffff" : "000000";
  const away = text === "ffffff" ? "000000" : "ffffff";
  // If the background is almost black or white already, the shades go the other way, and are fainter.
  const [towards, step] = contrast(accent, away) < 1.3 ? [text, 0.03] : [away, 0.05];
  return {
    background: accent,
    text,
    shades: [1, 2, 3].map((steps) => mix(accent, towards, steps * step)),
    panel: "ffffff",
    edge: mix(accent, "000000", 0.16),
    code: contrast(accent, "ffffff") >= GOOD_CONTRAST ? accent : "111111",
  };
}
