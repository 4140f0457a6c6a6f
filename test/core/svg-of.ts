import { encodeOutline, type Frame } from "../../src/core/core.ts";
import { svgDocument } from "../../src/core/svg-document.ts";

/** Returns `text` as an SVG document, like the library. */
export function encodeSvg(
  text: string,
  settings: Parameters<typeof encodeOutline>[1],
  frame: Frame,
  title: string,
): string {
  return svgDocument(encodeOutline(text, settings, frame.margin), frame, title);
}
