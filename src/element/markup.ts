import type { QrOptions } from "../options/table.ts";

/** The style sheet of an element's shadow: as large as the picture is, unless the page says otherwise, and never wider
 *  than its place. The text inside the element shows as long as there is no picture. */
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

/** `svg`, a document of ours, with names for its parts. Where the page sets no colour, the style sheet falls back on what
 *  modules inherit, so that currentColor is the page's for them, and on the `color` of the other parts. Squares are drawn without smoothed edges: as shares of a pixel
 *  fall on both sides of them, decoders would see grey. */
export function namedParts(svg: string, { color, bg, dotStyle }: QrOptions): string {
  const parts = [`"background" color="#${bg}"`, `"modules"`, `"plate" color="#${bg}"`];
  const crisp = dotStyle === "square" ? ' shape-rendering="crispEdges"' : "";
  let path = 0;
  return svg
    .replace("<svg", `<svg part="picture" fill="#${color}"`)
    .replace(/<path/g, () => `<path part=${parts[path++]}${crisp}`)
    .replace("<image", '<image part="logo"');
}

const SVG = "http://www.w3.org/2000/svg";

/** The nodes of `svg`, a document of ours; put together by hand, for pages that let no markup be parsed, and by splitting,
 *  which in every browser takes a fraction of the time that patterns take on outlines. */
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

/** Sets the attributes of a tag that was split at its quotation marks: every other word is a value, before which its name
 *  stands. */
function setAttributes(node: SVGElement, words: readonly string[]): void {
  for (let at = 1; at < words.length; at += 2) {
    const before = words[at - 1] ?? "";
    const name = before.slice(before.lastIndexOf(" ") + 1, -1);
    if (name !== "xmlns") node.setAttribute(name, words[at] ?? "");
  }
}
