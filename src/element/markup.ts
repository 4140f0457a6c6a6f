import { createCache } from "../cache.ts";
import { svgDocument } from "../core/svg-document.ts";
import { memoize } from "../once.ts";
import { type FrameSettings, pictureSize } from "../options/frames.ts";
import type { QrOptions } from "../options/table.ts";
import type { Caption } from "../ports.ts";
import { type DotStyle, isPlain } from "../render/styles.ts";
import { outlineOf } from "../render/svg.ts";

/** Returns the style sheet of a shadow root. The element is `size` pixels wide unless the page's styles set a width,
 *  also in a row of flex items, and never wider than its container. A frame can make it higher than wide. The text in the
 *  element is visible until there is a picture. It takes no space, so that the layout does not shift when the picture replaces
 *  it. An error message fills the element. If there is a
 *  picture, the message is hidden, and only a frame around the picture is visible. */
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
    "[part=modules]{fill:var(--qr-color)}"
  );
}

/** Returns the style sheet with the text `css`. Sheets are cached by document, because documents cannot share them, and
 *  then by text. There are at most a few sheets per allowed size. */
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
  // Adopting a sheet takes time even if it is already adopted.
  if (root.adoptedStyleSheets[0] !== sheet) root.adoptedStyleSheets = sheet ? [sheet] : [];
}

/** The parts that are paths, in drawing order. */
const PATHS = ["background", "modules"] as const;

/** The parts of a picture that style sheets can select with `::part`. */
export const partNames: readonly string[] = ["picture", ...PATHS, "logo"];

/** Returns `svg`, a document drawn by isoqr, with a `part` attribute on each part. If the page sets no colours, modules
 *  inherit the picture's `fill`, and other parts use their `color`. Modules have no `color` of their own, so that a
 *  page can set them to `currentColor`. A transparent background is a part too, so that a page can set its colour. If the
 *  picture has a look, only the picture and its logo are parts.
 *  Square modules are drawn without antialiasing, because decoders would see grey edges between pixels. */
export function namedParts(svg: string, options: QrOptions): string {
  const { color, bg, size } = options;
  const crisp = isSquare(options) ? ' shape-rendering="crispEdges"' : "";
  // The paths of a look vary, so style sheets could not rely on their names.
  if (!isPlain(options)) {
    // The curves of a frame and its caption are antialiased. The first group is the code inside the frame.
    const code = options.frame === "none" ? "<svg " : "<g ";
    return svg
      .replace(code, `${code.trim()}${crisp} `)
      .replace("<svg", '<svg part="picture" fill="#000000"')
      .replace("<image", '<image part="logo"');
  }
  const isClear = bg === "transparent";
  let path = 0;
  return svg
    .replace("<svg", `<svg part="picture" fill="#${color}"`)
    .replace("</title>", isClear ? `</title><path fill="none" d="M0 0h${size}v${size}H0"/>` : "</title>")
    .replace(/<path/g, () => {
      const part = PATHS[path++];
      return `<path part="${part}"${part === "modules" ? "" : ` color="${isClear ? bg : `#${bg}`}"`}${crisp}`;
    })
    .replace("<image", '<image part="logo"');
}

function isSquare({ dotStyle, eyeStyle = "square", pupilStyle = "square" }: QrOptions): boolean {
  return [dotStyle, eyeStyle, pupilStyle].every((style) => style === "square");
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns the nodes of `svg`, a document drawn by isoqr. Creates them one by one, because some pages' policies
 *  forbid parsing markup. Splits the text, because with long outlines, this is several times faster than regular
 *  expressions in every browser. */
export function nodesOf(svg: string, title: string): SVGElement {
  const create = (name: string) => document.createElementNS(SVG, name);
  const root = create("svg");
  let parent = root;
  for (const tag of svg.split("<")) {
    const [name = ""] = tag.split(/[ >]/, 1);
    if (name.startsWith("/")) parent = (parent.parentNode as SVGElement | null) ?? root;
    if (name === "" || name.startsWith("/")) continue;
    const node = name === "svg" ? root : create(name);
    if (name === "title") node.textContent = title;
    else setAttributes(node, tag.split('"'));
    if (node !== root) parent.append(node);
    if (!tag.endsWith("/>")) parent = node;
  }
  return root;
}

/** Sets the attributes of a tag that was split at its quotation marks, so names and values alternate. */
function setAttributes(node: SVGElement, words: readonly string[]): void {
  for (let at = 1; at < words.length; at += 2) {
    const before = words[at - 1] ?? "";
    const name = before.slice(before.lastIndexOf(" ") + 1, -1);
    if (name !== "xmlns") node.setAttribute(name, words[at] ?? "");
  }
}

/** Pictures without title and outline, cached by markup. Cloning nodes is several times faster than creating them. */
const templateOf = /* @__PURE__ */ memoize(
  (markup: string) => nodesOf(markup, ""),
  /* @__PURE__ */ createCache({ maxEntries: 32 }),
);

/** Options without a look. */
export type PlainOptions = QrOptions & { readonly dotStyle: DotStyle };

/** Returns the nodes of the picture that `options` describe, without its logo. @throws {QrError} DATA_TOO_LONG. */
export function plainPicture(options: PlainOptions): SVGElement {
  const { path, units } = outlineOf(options);
  const markup = namedParts(svgDocument({ path: "", units }, options, ""), options);
  const picture = templateOf(markup).cloneNode(true) as SVGElement;
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

/** A caption without text, for pictures whose caption is drawn later. */
export const NO_TEXT: Caption = { svg: "", isPlain: true };

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
