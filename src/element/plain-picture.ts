import { svgDocument } from "../core/svg-document.ts";
import type { QrOptions } from "../options/table.ts";
import { outlineOf } from "../render/picture.ts";
import { namedParts, nodesOf } from "./markup.ts";

/** Pictures without title and outline, by what else they are drawn from: a page's codes are mostly alike, and browsers copy
 *  nodes in a fraction of the time that it takes to make them. */
const moulds = new Map<string, SVGElement>();
const MOST_MOULDS = 32;

/** The nodes of the picture that `options` ask for, without its logo. @throws {QrError} DATA_TOO_LONG. */
export function plainPicture(options: QrOptions): SVGElement {
  const { size, color, bg, dotStyle, title } = options;
  const { path, units } = outlineOf(options);
  const key = `${units} ${size} ${color} ${bg} ${dotStyle}`;
  const mould = moulds.get(key) ?? nodesOf(namedParts(svgDocument({ path: "", units }, options, ""), options), "");
  if (moulds.size >= MOST_MOULDS) moulds.clear();
  moulds.set(key, mould);
  const picture = mould.cloneNode(true) as SVGElement;
  const { firstElementChild: label, lastElementChild: modules } = picture;
  if (label) label.textContent = title;
  modules?.setAttribute("d", path);
  return picture;
}
