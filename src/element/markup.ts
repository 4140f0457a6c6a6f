import { createCache } from "../cache.ts";
import { svgDocument } from "../core/svg-document.ts";
import { memoize } from "../once.ts";
import type { QrOptions } from "../options/table.ts";
import { outlineOf } from "../render/svg.ts";

/** Returns the style sheet of an element's shadow root: `size` pixels wide unless the page says otherwise, and never wider
 *  than its container. The text inside the element shows until there is a picture. */
export function styleOf(size: number): string {
  return (
    `:host{display:inline-block;position:relative;width:${size}px;max-width:100%;aspect-ratio:1}` +
    ":host([hidden]){display:none}" +
    "svg,img{position:absolute;inset:0;width:100%;height:100%}" +
    "img{opacity:0}" +
    "svg~slot{display:none}" +
    "[part=background],[part=plate]{fill:var(--qr-bg,currentColor)}" +
    "[part=modules]{fill:var(--qr-color)}"
  );
}

/** By document, which cannot share its sheets with others, then by size; at most one per allowed size. */
const sheetsIn = /* @__PURE__ */ memoize((_page: Document, view: Window & typeof globalThis) => {
  return memoize((size: number) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(styleOf(size));
    return sheet;
  });
}, /* @__PURE__ */ new WeakMap());

/** Adopts the style sheet that all pictures of `size` in `page` share; none in an emulated DOM, or if it is not displayed. */
export function adoptSheet(root: ShadowRoot, size: number, page: Document): void {
  if (!root.adoptedStyleSheets) return;
  const view = page.defaultView;
  const sheet = view ? sheetsIn(page, view)(size) : undefined;
  // Adopting takes time even when the sheet is already there.
  if (root.adoptedStyleSheets[0] !== sheet) root.adoptedStyleSheets = sheet ? [sheet] : [];
}

/** The parts that are paths, in the order in which `svgDocument` and the logo's drawing write them. */
const PATHS = ["background", "modules", "plate"] as const;

/** The parts of a picture that style sheets can name. */
export const partNames: readonly string[] = ["picture", ...PATHS, "logo"];

/** Returns `svg`, a document drawn here, with its parts named. Where the page sets no color, modules inherit the picture's
 *  `fill`, so that `currentColor` means the page's, and the other parts fall back on their own `color`. Square modules are
 *  drawn without antialiasing: edges that fall between pixels would be gray to decoders. */
export function namedParts(svg: string, { color, bg, dotStyle }: QrOptions): string {
  const crisp = dotStyle === "square" ? ' shape-rendering="crispEdges"' : "";
  let path = 0;
  return svg
    .replace("<svg", `<svg part="picture" fill="#${color}"`)
    .replace(/<path/g, () => {
      const part = PATHS[path++];
      return `<path part="${part}"${part === "modules" ? "" : ` color="#${bg}"`}${crisp}`;
    })
    .replace("<image", '<image part="logo"');
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns the nodes of `svg`, a document drawn here. They are created one by one, for pages whose policy forbids parsing
 *  markup; splitting is several times faster on outlines than matching patterns, in every browser. */
export function nodesOf(svg: string, title: string): SVGElement {
  const create = (name: string) => document.createElementNS(SVG, name);
  const root = create("svg");
  for (const tag of svg.split("<")) {
    const [name = ""] = tag.split(/[ >]/, 1);
    if (name === "" || name.startsWith("/")) continue;
    const node = name === "svg" ? root : create(name);
    if (name === "title") node.textContent = title;
    else setAttributes(node, tag.split('"'));
    if (node !== root) root.append(node);
  }
  return root;
}

/** Sets the attributes of a tag that was split at its quotation marks: every other item is a value, preceded by its name. */
function setAttributes(node: SVGElement, words: readonly string[]): void {
  for (let at = 1; at < words.length; at += 2) {
    const before = words[at - 1] ?? "";
    const name = before.slice(before.lastIndexOf(" ") + 1, -1);
    if (name !== "xmlns") node.setAttribute(name, words[at] ?? "");
  }
}

/** Pictures without title and outline, by their markup: cloning nodes is several times faster than creating them. */
const templateOf = /* @__PURE__ */ memoize(
  (markup: string) => nodesOf(markup, ""),
  /* @__PURE__ */ createCache({ maxEntries: 32 }),
);

/** Returns the nodes of the picture that `options` describe, without the logo. @throws {QrError} DATA_TOO_LONG. */
export function plainPicture(options: QrOptions): SVGElement {
  const { path, units } = outlineOf(options);
  const markup = namedParts(svgDocument({ path: "", units }, options, ""), options);
  const picture = templateOf(markup).cloneNode(true) as SVGElement;
  const { firstElementChild: label, lastElementChild: modules } = picture;
  if (label) label.textContent = options.title;
  modules?.setAttribute("d", path);
  return picture;
}

/** Returns the colors in which `picture` is shown, as options: the page's style sheets may have changed them. Omits a part
 *  whose fill is not a single color, and every part where `CSS.supports` is missing. */
export function shownColors(picture: Element): { readonly color?: string; readonly bg?: string } {
  const [color, bg] = ["modules", "background"].map((part) => {
    const node = picture.querySelector(`[part=${part}]`);
    const fill = node ? getComputedStyle(node).fill : "";
    return globalThis.CSS?.supports("color", fill) ? fill : undefined;
  });
  const backdrop = bg ?? picture.querySelector("[part=background]")?.getAttribute("color") ?? "white";
  return { ...(color && { color: hexOf(color, backdrop) }), ...(bg && { bg: hexOf(bg, "white") }) };
}

/** Returns the color that `value`, any CSS color, has on `backdrop` on white: six lower-case hex digits. */
function hexOf(value: string, backdrop: string): string {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value) ?? painted(["white", backdrop, value]);
  return channels.map((channel) => Number(channel).toString(16).padStart(2, "0")).join("");
}

/** Paints `colors` on top of each other and returns the pixel, shaped like the match of a pattern. */
function painted(colors: readonly string[]): readonly unknown[] {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) return ["", 0, 0, 0];
  for (const color of colors) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  return ["", ...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}
