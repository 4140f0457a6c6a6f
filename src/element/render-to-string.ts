import { QrError } from "../errors.ts";
import { checkOptions } from "../options/parse.ts";
import type { OptionsOf } from "../options/table.ts";
import { drawSvg } from "../render/picture.ts";
import { type ElementOption, settleLogo, spellings } from "./attributes.ts";
import { namedParts, styleOf } from "./markup.ts";

/** What an element can be told in markup. */
export type ElementOptions = { readonly data: string } & OptionsOf<Exclude<ElementOption, "data">>;

/** Where no page is known: only whether an address can be one counts. */
const SOME_PAGE = "https://page.invalid/";

/** A whole `<qr-code>` as markup, its picture in a declarative shadow root: it shows before, and without, any script. A
 *  logo, which may be relative or a data URI as in the element, is drawn by the browser, on a code that has the error
 *  correction for it.
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION or DATA_TOO_LONG. */
export function renderToString(words: ElementOptions): string {
  const options = checkOptions(settleLogo({ ...words, format: "svg" }, SOME_PAGE));
  if (options.data.includes("\0")) {
    const rule = "must be without NUL characters, of which HTML makes others: set it as a property of the element";
    throw new QrError("INVALID_OPTION", 400, `data ${rule}`, "data");
  }
  const attributes = spellings
    .filter(({ name }) => words[name] !== undefined)
    .map(({ name, kebab }) => ` ${kebab}="${escapeAttribute(String(words[name]))}"`);
  const style = `<style>${styleOf(options.size)}</style>`;
  const shadow = `${style}${namedParts(drawSvg(options), options)}<slot></slot>`;
  return `<qr-code${attributes.join("")}><template shadowrootmode="open">${shadow}</template></qr-code>`;
}

/** HTML would read a carriage return, as contact cards have them, as a line feed. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
