import { encodeOutline, type Frame } from "../../src/core/core.ts";
import { outlinedSvg } from "../../src/render/svg.ts";
import { textOf } from "../../src/svg.ts";

/** Returns an SVG document with the QR code for `text`, as the library draws it. */
export function encodeSvg(
  text: string,
  settings: Parameters<typeof encodeOutline>[1],
  frame: Frame,
  title: string,
): string {
  return textOf(outlinedSvg(encodeOutline(text, settings, frame.margin), { ...frame, title }));
}
