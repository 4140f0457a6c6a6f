/** Millimeters of a module below which phones fail. */
const MIN_MODULE = 0.3;

/** Modules up to which phones read a code from ten times its width; for more, the distance shrinks in proportion. */
const USUAL_MODULES = 33;

/** Returns from how far, in centimeters, phones read a code of `modules` on `mm` millimeters, both including the quiet zone; or,
 *  if they cannot read it, the smallest width in millimeters at which they can. */
export function distanceOf(modules: number, mm: number): { readonly far: number } | { readonly least: number } {
  const least = Math.ceil(modules * MIN_MODULE);
  if (mm < least) return { least };
  const far = mm * Math.min(1, USUAL_MODULES / modules);
  return { far: Math.max(5, Math.round(far / 5) * 5) };
}

/** Paper sizes, portrait, in millimeters. The style sheet uses the same names. */
export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export type Paper = keyof typeof PAPERS;

/** Millimeters around the codes of a page, more than the unprintable edge of printers, and between codes. */
const EDGE = 10;
const GAP = 4;

/** Returns how many codes that are `width` millimeters wide fit on a page, and how many pages `copies` take. */
export function layoutOf(paper: Paper, width: number, copies: number) {
  const [across = 0, down = 0] = PAPERS[paper].map((length) => Math.floor((length - 2 * EDGE + GAP) / (width + GAP)));
  return { perPage: across * down, pages: Math.ceil(copies / (across * down)) };
}
