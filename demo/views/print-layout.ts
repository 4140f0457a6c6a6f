/** Width in millimetres of the smallest module that phones can scan. */
const MIN_MODULE = 0.3;

/** Maximum width in modules of a QR code that phones can scan from a distance of ten times its width. Codes with more
 *  modules require a shorter distance. */
const USUAL_MODULES = 33;

/** Returns the distance in centimetres from which phones can scan a QR code. Including the quiet zone, the code is
 *  `modules` modules and `mm` millimetres wide. If phones cannot scan a code of this width, returns the minimum width
 *  in millimetres instead. */
export function distanceOf(modules: number, mm: number): { readonly distance: number } | { readonly minWidth: number } {
  const minWidth = Math.ceil(modules * MIN_MODULE);
  if (mm < minWidth) return { minWidth };
  const distance = mm * Math.min(1, USUAL_MODULES / modules);
  return { distance: Math.max(5, Math.round(distance / 5) * 5) };
}

/** Paper sizes in millimetres, portrait. The style sheet uses the same names. */
export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export type Paper = keyof typeof PAPERS;

/** The margin of the page, and the gap between two QR codes, in millimetres. The margin is wider than the unprintable
 *  edge of most printers. */
const EDGE = 10;
const GAP = 4;

/** Returns how many QR codes of `width` millimetres fit on a page, and how many pages `copies` require. */
export function layoutOf(paper: Paper, width: number, copies: number) {
  const [across = 0, down = 0] = PAPERS[paper].map((length) => Math.floor((length - 2 * EDGE + GAP) / (width + GAP)));
  return { perPage: across * down, pages: Math.ceil(copies / (across * down)) };
}
