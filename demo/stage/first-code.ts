import { el } from "../dom.ts";
import { text } from "../languages/language.ts";
import { QrError } from "../product/messages.ts";
import { needsHost, type QrOptions } from "../product/options.ts";
import { drawSvgDesign, firstColor, nodesOf, pageForColor, paintsOf, type SvgDocument } from "../product/pictures.ts";
import { attempt, type Reading, readState } from "../reading.ts";
import { isPending, type State } from "../state.ts";

/** Creates the panel with only the QR code. It is empty if drawing the code takes a long time. The page shows it while it
 *  loads the report and the form, so every import of this module delays the first code. */
export function createFirstStage(state: State): HTMLElement {
  const reading = readState(state);
  const drawn = needsHost(reading.options) || isPending(state) ? undefined : drawPlain(reading);
  const paper = el("div", { class: "paper" }, drawn && pictureOf(drawn.svg));
  showPage(paper, reading.options);
  const panel = el("div", { class: "panel" }, el("div", { class: "easel" }, paper));
  return el("section", { class: "stage", "aria-hidden": "true" }, panel);
}

/** Returns the QR code without a logo, or undefined if there is no text or the text is too long. */
export function drawPlain({ data, options }: Reading): { readonly svg: SvgDocument } | undefined {
  if (data === undefined) return undefined;
  const svg = attempt(() => drawSvgDesign(options));
  return svg instanceof QrError ? undefined : { svg };
}

/** An SVG as nodes if this page drew it, or as text if the service drew it. */
export type ShownSvg = SvgDocument | string;

/** Returns the SVG as an element that fills its place on the page. */
export function pictureOf(svg: ShownSvg): Element {
  const picture = namedNodes(svg);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  return picture;
}

/** Returns the SVG as an element with a name in the language of the page. */
export function namedNodes(svg: ShownSvg): Element {
  const title = text("qrCode");
  if (typeof svg !== "string") return nodesOf({ ...svg, title });
  const { documentElement: picture } = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const name of picture.querySelectorAll("title")) name.textContent = title;
  return picture;
}

/** Shows a page behind a code with a transparent background. The page has the brightness for which the code is made. */
export function showPage(paper: HTMLElement, options: QrOptions): void {
  const { modules, background } = paintsOf(options);
  const isClear = background.value === "transparent";
  const page = pageForColor(firstColor(modules.value));
  paper.classList.toggle("clear", isClear);
  paper.classList.toggle("dark", isClear && page === "000000");
}
