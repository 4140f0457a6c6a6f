import type { Translate } from "../product/languages.ts";
import type { playground } from "../product/texts.ts";

/** Width in millimetres of the smallest module that phones can scan in a print. */
const MIN_MODULE = 0.3;

/** The minimum distance in centimetres at which the main cameras of most phones can focus. */
const NEAREST = 10;

/** Returns the distance in centimetres from which phones can scan a QR code or, if they cannot, the minimum width in
 *  millimetres. Including the quiet zone, the code has `modules` modules and `mm` millimetres. `reach` is the distance in
 *  the code's report, in multiples of its width. Without a report, there is no distance, and the minimum width depends only
 *  on the modules. */
export function distanceOf(
  modules: number,
  mm: number,
  reach?: number,
): { readonly distance: number | undefined } | { readonly minWidth: number } {
  const minWidth = Math.ceil(reach === undefined ? modules * MIN_MODULE : (10 * NEAREST) / reach);
  if (mm < minWidth) return { minWidth };
  return { distance: reach === undefined ? undefined : Math.round((mm * reach) / 50) * 5 };
}

/** Paper sizes in millimetres, portrait. The style sheet uses the same names. */
export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export type Paper = keyof typeof PAPERS;

/** The margin of the page, and the gap between two QR codes, in millimetres. The margin is wider than the unprintable
 *  edge of most printers. */
const EDGE = 10;
const GAP = 4;

/** Returns how many pictures fit on a page, and how many pages `copies` require. The pictures are `width` millimetres wide.
 *  `ratio` is their height as a multiple of their width. */
export function layoutOf(paper: Paper, width: number, ratio: number, copies: number) {
  const [across = 0, down = 0] = PAPERS[paper].map((length, at) =>
    Math.floor((length - 2 * EDGE + GAP) / (width * (at === 0 ? 1 : ratio) + GAP)),
  );
  return { perPage: across * down, pages: Math.ceil(copies / (across * down)) };
}

/** Returns how many pages `count` codes need and, if they need several, how the codes are divided among them. */
export function sheetText(
  { count, perPage, pages }: { readonly count: number; readonly perPage: number; readonly pages: number },
  text: Translate<Pick<typeof playground, "pageCount" | "perPage" | "perPageAndRest" | "pagesShared">>,
): string {
  const total = text("pageCount", { count: pages });
  // Not a plural form: some languages have the same form for all numbers.
  if (pages === 1) return total;
  const rest = count % perPage;
  const share = rest > 0 ? text("perPageAndRest", { count: perPage, rest }) : text("perPage", { count: perPage });
  return text("pagesShared", { pages: total, share });
}
