import { sharePage } from "../../src/http/share/page.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { textOf } from "../../src/svg.ts";

export const base = "https://qr.example";
export const id = "0aZ9bY8cX7";

export function page(data: string) {
  return sharePage({ id, data, base, svg: svgOf(data) });
}

export function svgOf(data: string): string {
  const options = checkOptions({ data, format: "svg", size: 512, ec: Buffer.byteLength(data) > 1000 ? "L" : "M" });
  return textOf(drawSvgDesign(options));
}

/** Returns the text that the copy button copies: the JSON on the page if there is any, or else the visible text. */
export function copied(html: string): string {
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html)?.[1];
  if (json !== undefined) return JSON.parse(json);
  const shown = /<pre id="data"[^>]*>\n([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "";
  return shown.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(number));
}

/** Returns the page without the JSON for the clipboard. */
export const withoutJson = (html: string) =>
  html.replace(/<script type="application\/json" id="data">.*?<\/script>\n/, "");

/** Returns the page without its image, styles and scripts. */
export const visible = (html: string) => html.replace(/<(svg|style|script)[\s\S]*?<\/\1>/g, "");
export const inHead = (html: string) => html.slice(0, html.indexOf("<style>"));
