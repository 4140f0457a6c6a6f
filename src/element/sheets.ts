import { styleOf } from "./markup.ts";

/** By the document, which shares its sheets with no other, and by the size of the picture; there are as many as sizes are
 *  allowed, at most. */
const sheets = new WeakMap<Document, Map<number, CSSStyleSheet>>();

/** The style sheets of an element with pictures of `size` in `page`: one, that all elements of one size share; none in a
 *  document that is not shown. */
export function sheetsOf(size: number, page: Document): CSSStyleSheet[] {
  const view = page.defaultView;
  if (!view) return [];
  const known = sheets.get(page) ?? new Map<number, CSSStyleSheet>();
  sheets.set(page, known);
  let sheet = known.get(size);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(styleOf(size));
    known.set(size, sheet);
  }
  return [sheet];
}
