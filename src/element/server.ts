import { QrError } from "../errors.ts";
import { checkOptions, type RawOptions, textIn } from "../options/parse.ts";
import { freeTable } from "../options/table.ts";
import { drawSvgDesign } from "../render/design-svg.ts";
import { textOf } from "../svg.ts";
import { readAttributes, writtenText } from "./attributes.ts";
import { NO_TEXT, namedParts, styleOf } from "./markup.ts";

export const NUL =
  "{field} must not contain NUL characters, because HTML replaces them: set it as a property of the element";

/** Base URL for checking a relative logo while the URL of the page is unknown. */
export const PLACEHOLDER_PAGE = "https://page.invalid/";

/** Returns a declarative shadow root with the picture, without its logo and the text of its caption.
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION or DATA_TOO_LONG. */
export function shadowRootOf(input: RawOptions): string {
  const options = checkOptions({ ...input, format: "svg" }, freeTable);
  if (textIn(options).includes("\0")) {
    throw new QrError("INVALID_OPTION", { field: "data", rule: NUL });
  }
  const style = `<style>${styleOf(options)}</style>`;
  const picture = textOf(namedParts(drawSvgDesign(options, { caption: NO_TEXT }), options));
  return `<template shadowrootmode="open">${style}${picture}<slot></slot></template>`;
}

export type ServerContent = typeof serverContent;

/** Returns the content that the components for frameworks render inside `<qr-code>` on a server: the picture in a
 *  declarative shadow root. Returns undefined in a page, because the element draws the picture there, and for invalid
 *  options, because the element reports them in the page. */
export function serverContent(attributes: Readonly<Record<string, unknown>>): string | undefined {
  if (globalThis.HTMLElement) return undefined;
  // The attributes that the framework writes. HTML converts their names to lower case.
  const written = new Map(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => [name.toLowerCase(), value === true ? "" : writtenText(name.toLowerCase(), value)]),
  );
  try {
    return shadowRootOf(
      readAttributes({
        getAttributeNames: () => [...written.keys()],
        getAttribute: (name) => written.get(name) ?? null,
        textContent: null,
        baseURI: PLACEHOLDER_PAGE,
      }),
    );
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}
