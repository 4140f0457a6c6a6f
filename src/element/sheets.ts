import { styleOf } from "./markup.ts";

/** By the size of the picture; there are as many as sizes are allowed, at most. */
const sheets = new Map<number, CSSStyleSheet>();

/** The style sheet that all elements of one size share. */
export function sheetOf(size: number): CSSStyleSheet {
  let sheet = sheets.get(size);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styleOf(size));
    sheets.set(size, sheet);
  }
  return sheet;
}
