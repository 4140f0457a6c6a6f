import { memoize } from "../async/once.ts";
import { createCache } from "../cache.ts";
import { type FrameSettings, pictureSize } from "../options/frames.ts";
import type { QrOptions } from "../options/table.ts";
import type { Caption } from "../ports.ts";
import { planOf } from "../render/plan.ts";
import { isPlain } from "../render/styles.ts";
import { outlinedSvg, outlineOf, squareOf } from "../render/svg.ts";
import { elementsOf, node, SVG_NAMESPACE, type SvgDocument, type SvgNode, textOf } from "../svg.ts";

/** Returns the style sheet of a shadow root. The element is `size` pixels wide, even in a row of flex items, unless the
 *  page's styles set a width. It is never wider than its container, and a frame can make it higher than wide. Until there is
 *  a picture, the text in the element is visible, but takes no space, so that the layout does not shift later. An error
 *  message fills the element. If there is a picture, the message is hidden, and only a frame around the picture is visible. */
export function styleOf(options: FrameSettings): string {
  const { width, height } = pictureSize(options);
  return (
    `:host{display:inline-block;flex-shrink:0;position:relative;width:${width}px;max-width:100%;aspect-ratio:${width}/${height}}` +
    ":host([hidden]){display:none}" +
    "svg,img{position:absolute;inset:0;width:100%;height:100%}" +
    "img{opacity:0}" +
    "slot{display:block;position:absolute;inset:0;overflow:hidden}" +
    "svg~slot{display:none}" +
    "[part=error]{position:absolute;inset:0;box-sizing:border-box;overflow:auto;padding:4%;border:2px dashed #e5484d;" +
    "background:Canvas;color:#b3001b;color:light-dark(#b3001b,#ff9a9a);font:12px/1.4 system-ui,sans-serif}" +
    "svg~[part=error]{background:none;font-size:0;pointer-events:none}" +
    "[part=background]{fill:var(--qr-bg,currentColor)}" +
    "[part=modules]{fill:var(--qr-color)}" +
    "[part=modules][stroke-width]{stroke:var(--qr-color)}"
  );
}

/** Returns the style sheet with the text `css`. Caches sheets by document, because documents cannot share them, and by text.
 *  There are at most a few sheets per allowed size. */
const sheetsIn = /* @__PURE__ */ memoize((_page: Document, view: Window & typeof globalThis) => {
  return memoize((css: string) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}, /* @__PURE__ */ new WeakMap());

/** Adopts the style sheet that all elements in `page` with pictures of the same size share. Does nothing in an emulated
 *  DOM that has no adopted style sheets. */
export function adoptSheet(root: ShadowRoot, options: FrameSettings, page: Document): void {
  if (!root.adoptedStyleSheets) return;
  const view = page.defaultView;
  const sheet = view ? sheetsIn(page, view)(styleOf(options)) : undefined;
  // Adopting the same sheet again would take time.
  if (root.adoptedStyleSheets[0] !== sheet) root.adoptedStyleSheets = sheet ? [sheet] : [];
}

/** The parts of a picture that style sheets can select with `::part`. */
export const partNames: readonly string[] = ["picture", "background", "modules", "logo"];

/** Returns `svg`, a document with the picture that `options` describe, with a `part` attribute on each part. If the page
 *  sets no colours, modules inherit the picture's `fill`, and other parts use their `color`. Modules have no `color` of
 *  their own, so that a page can set them to `currentColor`. A page can set the colour of the background even if it is
 *  transparent. If the picture has a look, only the picture and its logo are parts.
 *  Square modules are drawn without antialiasing, because decoders would see grey edges between pixels. */
export function namedParts(svg: SvgDocument, options: QrOptions): SvgDocument {
  const { color, bg, size, frame } = options;
  const crisp = isSquare(options) ? { "shape-rendering": "crispEdges" } : {};
  // Pictures with a look have different paths, so style sheets could not rely on part names.
  if (!isPlain(options)) {
    const root = { part: "picture", fill: "#000000" };
    const body = svg.body.map(withLogoPart);
    if (frame === "none") return { ...svg, body, attrs: { ...root, ...crisp } };
    // Only the code is drawn without antialiasing, which the curves of a frame and its caption need. The code is the first
    // group.
    const code = body.find(({ tag }) => tag === "g");
    return { ...svg, body: body.map((one) => (one === code ? withAttributes(one, crisp) : one)), attrs: root };
  }
  // Only the background has no transform. `svg` has none if style sheets have made it transparent.
  const isBackground = ({ tag, attrs }: SvgNode) => tag === "path" && !attrs.transform;
  const background = svg.body.some(isBackground) ? [] : [node("path", { fill: "none", d: squareOf(size) })];
  const body = [...background, ...svg.body].map((one) => {
    if (one.tag !== "path") return withLogoPart(one);
    if (isBackground(one)) {
      return withAttributes(one, { part: "background", color: bg === "transparent" ? bg : `#${bg}`, ...crisp });
    }
    const { stroke, ...attrs } = one.attrs;
    const modules = withAttributes({ ...one, attrs }, { part: "modules", ...crisp });
    // Lines inherit their colour if the page sets none, like the fill of the picture.
    return stroke ? node("g", { stroke }, [modules]) : modules;
  });
  return { ...svg, body, attrs: { part: "picture", fill: `#${color}` } };
}

/** Returns `one` with more attributes, which come first. */
function withAttributes(one: SvgNode, attrs: SvgNode["attrs"]): SvgNode {
  return { ...one, attrs: { ...attrs, ...one.attrs } };
}

/** Returns `one` with the part name of the logo, if it is or contains the logo. */
function withLogoPart(one: SvgNode): SvgNode {
  if (one.tag === "image") return withAttributes(one, { part: "logo" });
  return one.children ? { ...one, children: one.children.map(withLogoPart) } : one;
}

function isSquare({ dotStyle, eyeStyle = "square", pupilStyle = "square" }: QrOptions): boolean {
  return [dotStyle, eyeStyle, pupilStyle].every((style) => style === "square");
}

/** Returns the nodes of `svg`. Creates them one by one, because the policies of some pages forbid parsing markup. */
export function nodesOf(svg: SvgDocument): SVGElement {
  const { width, height, title, attrs } = svg;
  const root = elementOf(node("svg", { ...attrs, width, height, viewBox: `0 0 ${width} ${height}`, role: "img" }));
  const label = elementOf(node("title", {}));
  label.textContent = title;
  root.append(label, ...elementsOf(svg).map(elementOf));
  return root;
}

function elementOf({ tag, attrs, children = [] }: SvgNode): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, tag) as SVGElement;
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) element.setAttribute(name, String(value));
  element.append(...children.map(elementOf));
  return element;
}

/** Pictures without title and outline, cached by markup: cloning nodes is several times faster than creating them. */
const templateOf = /* @__PURE__ */ memoize(nodesOf, /* @__PURE__ */ createCache({ maxEntries: 32 }), textOf);

/** Returns the nodes of the picture that `options` without a look describe, without its logo.
 *  @throws {QrError} DATA_TOO_LONG. */
export function plainPicture(options: QrOptions): SVGElement {
  const { path, units } = outlineOf(planOf(options));
  const empty = outlinedSvg({ path: "", units }, { ...options, title: "" });
  const picture = templateOf(namedParts(empty, options)).cloneNode(true) as SVGElement;
  const { firstElementChild: label, lastElementChild: modules } = picture;
  if (label) label.textContent = options.title;
  modules?.setAttribute("d", path);
  return picture;
}

/** Returns the displayed colours of `picture` as options, because the page's style sheets may have changed them.
 *  Omits a colour if the part's fill is not a plain colour, or if `CSS.supports` is missing. */
export function shownColors(picture: Element): { readonly color?: string; readonly bg?: string } {
  const [color, bg] = ["modules", "background"].map((part) => {
    const node = picture.querySelector(`[part=${part}]`);
    const fill = node ? getComputedStyle(node).fill : "";
    return globalThis.CSS?.supports("color", fill) ? fill : undefined;
  });
  const isClear = bg !== undefined && /^rgba.*, 0\)$|\/ 0\)$/.test(bg);
  const backdrop = isClear
    ? "white"
    : (bg ?? picture.querySelector("[part=background]")?.getAttribute("color") ?? "white");
  return {
    ...(color && { color: hexOf(color, backdrop) }),
    ...(bg && { bg: isClear ? "transparent" : hexOf(bg, "white") }),
  };
}

/** Returns the colour that results from painting `value` over `backdrop` over white: six lower-case hex digits.
 *  `value` may be any CSS colour. */
function hexOf(value: string, backdrop: string): string {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value) ?? painted(["white", backdrop, value]);
  return channels.map((channel) => Number(channel).toString(16).padStart(2, "0")).join("");
}

/** Paints `colors` on top of each other. Returns red, green and blue at indices 1 to 3, like a RegExp match. */
function painted(colors: readonly string[]): readonly unknown[] {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) return ["", 0, 0, 0];
  for (const color of colors) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  return ["", ...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** A caption without text, for pictures whose text is added later. */
export const NO_TEXT: Caption = { svg: [], isPlain: true };

/** Returns an invisible image to put over the picture, so that it can be dragged, copied and saved like other images.
 *  `shown` returns the picture, which follows the pointer while it is dragged. */
export function createCopy(shown: () => Element | undefined): HTMLImageElement {
  const copy = new Image();
  copy.alt = "";
  copy.addEventListener("dragstart", ({ dataTransfer, offsetX, offsetY }) => {
    const picture = shown();
    if (picture) dataTransfer?.setDragImage(picture, offsetX, offsetY);
  });
  return copy;
}
