import { styleOf } from "./markup.ts";

/** By the document, which shares its sheets with no other, and by the size of the picture; there are as many as sizes are
 *  allowed, at most. */
const sheets = new WeakMap<Document, Map<number, CSSStyleSheet>>();

/** Gives `root`, in `page`, the one style sheet that all pictures of `size` share; none in a document that is not shown, or
 *  of an imitation of a browser. */
export function wearSheet(root: ShadowRoot, size: number, page: Document): void {
  if (!root.adoptedStyleSheets) return;
  const view = page.defaultView;
  const sheet = view ? sheetOf(size, page, view) : undefined;
  // Browsers take their time even for the one that is there.
  if (root.adoptedStyleSheets[0] !== sheet) root.adoptedStyleSheets = sheet ? [sheet] : [];
}

function sheetOf(size: number, page: Document, view: Window & typeof globalThis): CSSStyleSheet {
  const known = sheets.get(page) ?? new Map<number, CSSStyleSheet>();
  sheets.set(page, known);
  let sheet = known.get(size);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(styleOf(size));
    known.set(size, sheet);
  }
  return sheet;
}
