import { contrast, mix, readableOn } from "../render/colors.ts";

/** Card size in pixels. All lengths in this file are in pixels. */
export const CARD = { width: 1200, height: 630 } as const;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly panel: Box & { readonly radius: number };
  /** Position of the QR code without its quiet zone, and its pixels per module. */
  readonly code: { readonly left: number; readonly top: number; readonly scale: number };
  readonly title: Box;
  /** A point on the baseline, and the share of the text's width to the left of that point. Undefined if there is no space
   *  for a caption. */
  readonly caption:
    | { readonly x: number; readonly y: number; readonly width: number; readonly anchor: number }
    | undefined;
}

/** Direction of the title. The QR code is on the side where its lines end or, without a title, in the centre. */
export type Flow = "ltr" | "rtl" | "none";

/** Sides of the normal panel and of the large panel. A card has the large one if modules on the normal one would be smaller
 *  than MIN_SCALE. */
const PANEL = 446;
const LARGE_PANEL = 566;
const MIN_SCALE = 4;
const RADIUS = 28;
/** Quiet zone in modules. ISO/IEC 18004:2015, 9.1. */
export const QUIET_ZONE = 4;
/** Space at the edge of the card, and between title and panel. */
const EDGE = 76;
const GAP = 56;
/** Space above the normal panel, and above and below text. Also the height of a caption below the title. */
const TOP = (CARD.height - PANEL) / 2;
const CAPTION = 60;
/** Distance from the panel to the baseline of a caption below it. */
const UNDER_PANEL = 68;

/** Returns the width and height of the panel for a symbol with `side` modules per side. */
export function panelFor(side: number): number {
  return (side + 2 * QUIET_ZONE) * MIN_SCALE <= PANEL ? PANEL : LARGE_PANEL;
}

export function layoutFor(side: number, flow: Flow, captioned: boolean): Layout {
  const size = panelFor(side);
  const below = flow === "none" && captioned && size === PANEL ? UNDER_PANEL : 0;
  const top = (CARD.height - size - below) / 2;
  const edge = Math.min(EDGE, top);
  const left = { ltr: CARD.width - edge - size, rtl: edge, none: (CARD.width - size) / 2 }[flow];
  const scale = Math.floor(size / (side + 2 * QUIET_ZONE));
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

/** Returns the position of the caption: below the title or, without a title, centred on the baseline `base`. Returns
 *  undefined if there is no title and `base` is 0, which means that there is no space. */
function captionFor(flow: Flow, left: number, width: number, base: number): Layout["caption"] {
  if (flow !== "none") {
    const anchor = flow === "rtl" ? 1 : 0;
    return { x: left + anchor * width, y: CARD.height - TOP - 6, width, anchor };
  }
  if (base === 0) return undefined;
  return { x: CARD.width / 2, y: base, width: CARD.width - 2 * EDGE, anchor: 0.5 };
}

/** The colours of a card, six hex digits each. */
export interface CardColors {
  readonly background: string;
  /** Text colour: black or white, depending on the contrast, which is always at least 4.5. */
  readonly text: string;
  /** Shades of the background for the ornament, outermost first. Text stays readable on them. */
  readonly shades: readonly string[];
  readonly panel: string;
  /** Border of the panel, which stays visible on white. */
  readonly edge: string;
  /** Dark modules: the accent if its contrast is high enough for scanners, else nearly black. */
  readonly code: string;
}

/** Returns the colours of a card with the accent colour `accent`, six hex digits. */
export function cardColors(accent: string): CardColors {
  const text = contrast(accent, "ffffff") >= contrast(accent, "000000") ? "ffffff" : "000000";
  const away = text === "ffffff" ? "000000" : "ffffff";
  // If the background is almost black or white, the shades are fainter, and differ from it in the other direction.
  const [towards, step] = contrast(accent, away) < 1.3 ? [text, 0.03] : [away, 0.05];
  return {
    background: accent,
    text,
    shades: [1, 2, 3].map((steps) => mix(accent, towards, steps * step)),
    panel: "ffffff",
    edge: mix(accent, "000000", 0.16),
    code: readableOn("ffffff", accent),
  };
}
