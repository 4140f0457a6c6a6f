/** Where everything stands on a card, in pixels. */
export const CARD = { width: 1200, height: 630 } as const;

/** A rectangle. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  /** White ground of the code. */
  readonly panel: Box & { readonly radius: number };
  /** The code without its quiet zone: its corner, and pixels a module. */
  readonly code: { readonly left: number; readonly top: number; readonly scale: number };
  /** Room for the title and what stands below it. */
  readonly text: Box;
}

const PANEL = 446;
/** For codes whose modules would be too small otherwise. */
const LARGE_PANEL = 566;
const LEAST_SCALE = 4;
const QUIET = 4;
const EDGE = 76;
const GAP = 56;
/** Room above and below text: as above the usual panel. */
const TOP = (CARD.height - PANEL) / 2;

/** The layout for a code of `side` modules. Texts that run from right to left have the code on their left; without a text
 *  it stands in the middle. */
export function layoutFor(side: number, text: "ltr" | "rtl" | "none"): Layout {
  const places = side + 2 * QUIET;
  const size = Math.floor(PANEL / places) >= LEAST_SCALE ? PANEL : LARGE_PANEL;
  const margin = (CARD.height - size) / 2;
  const outside = Math.min(EDGE, margin);
  const left = text === "none" ? (CARD.width - size) / 2 : text === "rtl" ? outside : CARD.width - outside - size;
  const scale = Math.floor(size / places);
  const inset = (size - side * scale) >> 1;
  const textLeft = text === "rtl" ? left + size + GAP : EDGE;
  const textRight = text === "rtl" ? CARD.width - EDGE : left - GAP;
  return {
    panel: { left, top: margin, width: size, height: size, radius: 28 },
    code: { left: left + inset, top: margin + inset, scale },
    text: { left: textLeft, top: TOP, width: textRight - textLeft, height: CARD.height - 2 * TOP },
  };
}
