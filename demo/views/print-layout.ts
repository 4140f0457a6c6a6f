/** Width in millimetres of the smallest module that phones can scan. */
const MIN_MODULE = 0.3;

/** Maximum width in modules of a code that phones can scan from ten times its width. For a code with more modules, the
 *  phone must be closer to the code. */
const USUAL_MODULES = 33;

/** Returns the distance in centimetres from which phones can scan a code that is `modules` and `mm` millimetres
 *  wide, both including the quiet zone. If they cannot scan it, returns the smallest width in millimetres at which
 *  they can. */
export function distanceOf(modules: number, mm: number): { readonly distance: number } | { readonly minWidth: number } {
  const minWidth = Math.ceil(modules * MIN_MODULE);
  if (mm < minWidth) return { minWidth };
  const distance = mm * Math.min(1, USUAL_MODULES / modules);
  return { distance: Math.max(5, Math.round(distance / 5) * 5) };
}

/** Paper sizes in millimetres, portrait. The style sheet uses the same names. */
export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export type Paper = keyof typeof PAPERS;

/** Margin of the page, wider than the edge that printers leave blank, and gap between two codes. Both are in
 *  millimetres. */
const EDGE = 10;
const GAP = 4;

/** Returns how many codes of `width` millimetres fit on a page, and how many pages `copies` take. */
export function layoutOf(paper: Paper, width: number, copies: number) {
  const [across = 0, down = 0] = PAPERS[paper].map((length) => Math.floor((length - 2 * EDGE + GAP) / (width + GAP)));
  return { perPage: across * down, pages: Math.ceil(copies / (across * down)) };
}
