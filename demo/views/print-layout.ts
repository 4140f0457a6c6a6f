/** Width in millimetres of the smallest module that phones can scan. */
const MIN_MODULE = 0.3;

/** Maximum width in modules of a QR code that phones can scan from ten times its width. Phones must be closer to a code
 *  with more modules. */
const USUAL_MODULES = 33;

/** Returns the distance in centimetres from which phones can scan a QR code. The code is `modules` modules and `mm`
 *  millimetres wide, including the quiet zone. If phones cannot scan a code of this width, returns the smallest width
 *  in millimetres that they can scan. */
export function distanceOf(modules: number, mm: number): { readonly distance: number } | { readonly minWidth: number } {
  const minWidth = Math.ceil(modules * MIN_MODULE);
  if (mm < minWidth) return { minWidth };
  const distance = mm * Math.min(1, USUAL_MODULES / modules);
  return { distance: Math.max(5, Math.round(distance / 5) * 5) };
}

/** Paper sizes in millimetres, portrait. The style sheet uses the same names. */
export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export type Paper = keyof typeof PAPERS;

/** Margin of the page, and gap between two QR codes, in millimetres. The margin is wider than the edge that printers
 *  leave blank. */
const EDGE = 10;
const GAP = 4;

/** Returns how many QR codes of `width` millimetres fit on a page, and how many pages `copies` take. */
export function layoutOf(paper: Paper, width: number, copies: number) {
  const [across = 0, down = 0] = PAPERS[paper].map((length) => Math.floor((length - 2 * EDGE + GAP) / (width + GAP)));
  return { perPage: across * down, pages: Math.ceil(copies / (across * down)) };
}
