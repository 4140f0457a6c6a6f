import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkLogo } from "../../src/logo/header.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { logoFile, plainPng, QUARTERS, svgBytes } from "./logos.ts";
import { refusalBy } from "./refusal.ts";

const refusal = (bytes: Uint8Array) => refusalBy(() => checkLogo(bytes));

const wrap = (inside: string, before = "") =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inside}</svg>`;
const shape = `<path d="M0 0h9v9"/>`;

/** Returns `levels` groups, each of which references the previous one twice with `link`. */
const doubled = (levels: number, link: (to: string) => string) =>
  Array.from({ length: levels }, (_, i) => `<g id="a${i + 1}">${link(`a${i}`).repeat(2)}</g>`).join("");
const bomb = (link: (to: string) => string) => wrap(`<g id="a0">${shape}</g>${doubled(18, link)}`);
const uses = bomb((to) => `<use href="#${to}"/>`);
const clips = wrap(
  `${Array.from({ length: 18 }, (_, i) => `<clipPath id="a${i + 1}">${`<path clip-path="url(#a${i})"/>`.repeat(2)}</clipPath>`).join("")}<g clip-path="url(#a18)"/>`,
);
const filtered = `<filter id="f">${"<feGaussianBlur stdDeviation='9'/>".repeat(20)}</filter>`;

describe("checkLogo", () => {
  test.each([
    ["use of use", uses],
    ["use of use by xlink:href", bomb((to) => `<use xlink:href="#${to}"/>`)],
    ["use of use with a prefix", bomb((to) => `<s:use href="#${to}"/>`)],
    ["clip of clip", clips],
    ["clip of clip by style", clips.replaceAll(/clip-path="(url\(#a\d+\))"/g, `style="clip-path:$1"`)],
    ["use of use after a comment start in CDATA", wrap(`<desc><![CDATA[<!--]]></desc>${uses}<!-- -->`)],
    [
      "use of use after a comment start in the document type",
      uses.replace(/^/, `<!DOCTYPE svg SYSTEM "><!--"><!-- -->`),
    ],
    ["an entity", wrap("&e;", `<!DOCTYPE svg [ <!ENTITY e "x"> ]>`)],
    ["a filter, many times", wrap(`${filtered}${"<g filter='url(#f)'/>".repeat(3)}`)],
    ["a filter by character reference", wrap(`<style>*{filter:&#117;rl(#f)}</style>${filtered}${shape.repeat(30)}`)],
    ["a filter by escape", wrap(`<style>*{f\\69lter:url(#f)}</style>${filtered}${shape.repeat(30)}`)],
    ["filter functions", wrap(`<rect filter="blur(9) blur(9)"/>`.repeat(30))],
    ["layers", wrap(`<g opacity=".5">${shape}</g>`.repeat(1000))],
    ["layers by class", wrap(`<style>.a{opacity:.5}</style>${`<g class="a">${shape}</g>`.repeat(1000)}`)],
    ["dashes", wrap(`<path d="M0 0H100000" stroke-dasharray="0 .06"/>`)],
    ["dashes by style", wrap(`<path style="stroke-dasharray: .06"/>`)],
    ["a large pattern", wrap(`<pattern patternUnits="userSpaceOnUse" width="16000" height="16000"/>`)],
    ["another SVG inside", wrap(`<image href="data:image/svg+xml,${encodeURIComponent(uses)}"/>`)],
    ["text", wrap("<text>x</text>")],
    ["HTML", wrap("<foreignObject/>")],
    ["a path that is too long", wrap(`<path id="a" d="${"M0 0".repeat(500_000)}"/><use href="#a"/>`)],
    ["too many elements", wrap("<g/>".repeat(5001))],
    ["too many nested elements", wrap(`${"<g>".repeat(6000)}${"</g>".repeat(6000)}`)],
  ])("rejects an SVG with %s", (_, svg) => {
    expect(refusal(svgBytes(svg))).toMatch(/^logo (is an SVG|must be) /);
  });

  test("elements named like JavaScript properties cost as much as other elements", () => {
    const odd = "<constructor/><toString/><__proto__/><valueOf constructor='1' style='constructor:1'/>";
    expect(refusal(svgBytes(wrap(odd + shape)))).toBe("accepted");
    expect(refusal(svgBytes(wrap(`<constructor/>${uses}`)))).toMatch(/^logo is an SVG that is too complex/);
    expect(refusal(svgBytes(wrap("&constructor;")))).toMatch(/^logo is /);
  });

  test("rejects an SVG copied from HTML, and says what is missing", () => {
    const html = `<svg viewBox="0 0 9 9">${shape}</svg>`;
    const message = 'logo is an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg"';
    expect(refusal(svgBytes(html))).toBe(message);
    expect(refusal(svgBytes(html.replace("svg", 'svg xmlns="http://www.w3.org/2000/svg"')))).toBe("accepted");
    const prefixed = `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:path d="M0 0h9v9"/></s:svg>`;
    expect(refusal(svgBytes(prefixed))).toBe("accepted");
  });

  test("checks every SVG quickly", async () => {
    for (const piece of [
      "<!--",
      "<?",
      "<![CDATA[",
      "<!DOCTYPE",
      "<!DOCTYPE '",
      '<a b="',
      "stroke   url",
      "<a:",
      "fill=",
    ]) {
      const judged = () => refusal(svgBytes(wrap(piece.repeat(2_000_000 / piece.length))));
      expect(await processorTime(judged), piece).toBeLessThan(SOON);
    }
  });

  test("rejects raster images before decoding them", () => {
    const large = (bytes: Uint8Array, at: number, ...high: number[]) => put(bytes, at, high);
    const jpeg = logoFile("baseline.jpg");
    const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0);
    const progressive = logoFile("progressive.jpg");
    const scan = progressive.findIndex((byte, at) => byte === 0xff && progressive[at + 1] === 0xda);
    const scans = Uint8Array.from([
      ...progressive.slice(0, -2),
      ...Array.from({ length: 40 }, () => [...progressive.slice(scan, scan + 40)]).flat(),
    ]);
    for (const bytes of [
      plainPng(16_000, 16_000),
      plainPng(65_536, 1),
      large(jpeg, frame + 5, 0xff, 0xff, 0xff, 0xff),
      large(jpeg, frame + 5, 0x20, 0, 0x20, 0),
      large(logoFile("alpha.webp"), 24, 0xff, 0x3f),
      large(logoFile("animated.webp"), 27, 0xff, 0x3f),
      large(logoFile("lossy.webp"), 26, 0xff, 0x3f),
      large(logoFile("lossless.webp"), 22, 0xff),
      scans,
      logoFile("still.gif"),
      svgBytes("no picture"),
      new Uint8Array(),
    ]) {
      expect(refusal(bytes)).toMatch(/^logo (is|must be|cannot be) /);
    }
  });

  test.each([
    "still.png interlaced.png baseline.jpg progressive.jpg gray.jpg lossy.webp lossless.webp alpha.webp animated.webp",
  ])("accepts raster images: %s", (names) => {
    for (const name of names.split(" ")) expect([name, refusal(logoFile(name))]).toEqual([name, "accepted"]);
    expect(refusal(plainPng(6324, 6324))).toBe("accepted");
    expect(refusal(plainPng(65_535, 1))).toBe("accepted");
  });

  const generator = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: some tool -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n`;
  const gradients = Array.from(
    { length: 40 },
    (_, i) =>
      `<linearGradient id="g${i}"><stop stop-opacity=".5"/></linearGradient><path fill="url(#g${i})" d="M0 0h9"/>`,
  );
  test.each([
    ["shapes", QUARTERS],
    ["the leaf from the docs", readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url), "utf8")],
    ["the prologue that tools write", generator + QUARTERS],
    ["gradients", wrap(gradients.join(""))],
    [
      "classes",
      wrap(
        `<style type="text/css"><![CDATA[.a{fill:#f00} .b{fill:url(#g)}]]></style>${`<path class="a b"/>`.repeat(50)}`,
      ),
    ],
    ["a frame that clips", wrap(`<g clip-path="url(#c)">${shape.repeat(99)}</g><clipPath id="c"><rect/></clipPath>`)],
    ["a few uses", wrap(`<path id="a" d="M0 0h9v9"/>${`<use href="#a"/>`.repeat(8)}`)],
    ["no dashes", wrap(`<path stroke-dasharray="none" style="stroke-dasharray:none;stroke-dashoffset:0"/>`)],
  ])("accepts an SVG with %s", (_, svg) => {
    expect(refusal(svgBytes(svg))).toBe("accepted");
  });
});

/** Returns a copy of `bytes` with `values` written at `at`. */
function put(bytes: Uint8Array, at: number, values: readonly number[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.set(values, at);
  return copy;
}
