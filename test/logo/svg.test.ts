import { describe, expect, test } from "vitest";
import { checkSvg } from "../../src/logo/svg-check.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { logoFile, svgBytes } from "./logos.ts";
import { svgRefusal } from "./refusal.ts";

const wrap = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inside}</svg>`;

const png = Buffer.from(logoFile("still.png")).toString("base64");
const webp = Buffer.from(logoFile("lossy.webp")).toString("base64");

test.each([
  [
    "gradients by class",
    `<style>.a{fill:url(#g)} .b{clip-path:url('#c')}</style><defs><linearGradient id="g"><stop/></linearGradient><clipPath id="c"><path/></clipPath></defs><g class="a b"><path/></g>`,
  ],
  [
    "gradients that reference gradients",
    `<linearGradient id="a" xlink:href="#b"/><linearGradient id="b"/><path fill="url(#a)"/>`,
  ],
  ["use", `<defs><g id="a"><path/></g></defs><use href="#a"/><use x="4" xlink:href="#a"/>`],
  ["pictures", `<image href="data:image/png;base64,${png}"/>`],
  ["colours on all elements", "<style>*{fill:red} path:hover{stroke:blue}</style><path/>"],
  [
    "digits that do not form large numbers",
    `<path id="12345678" fill="#12345678" class="a1e99" d="M.123456789 1e-9V1.00000001e3z" data-x="1e99"/>`,
  ],
  ["style in CDATA", "<style><![CDATA[ .a > .b { fill: red } ]]></style><path class='a'/>"],
  ["editor-specific elements", `<metadata><rdf:RDF xmlns:rdf="r"><x/></rdf:RDF></metadata><?xpacket x?><!-- < & > -->`],
  ["a reference to a missing element", `<path fill="url(#gone)"/>`],
  ["a quoted angle bracket", `<path d="M0 0" aria-label='a > b "c"'/>`],
  [
    "a thousand shapes in a group with a filter",
    `<filter id="f"><feGaussianBlur/></filter><g filter="url(#f)">${"<path/>".repeat(1000)}</g>`,
  ],
])("accepts %s", (_, inside) => {
  expect(svgRefusal(wrap(inside))).toBe("accepted");
});

describe("rejects with a fix", () => {
  const external = "references other files: embed them in the SVG";
  test.each([
    ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${wrap("")}`, "declares entities: save it as plain SVG"],
    ["text", wrap("<g><text>a</text></g>"), "convert the text to paths"],
    ["HTML", wrap("<foreignObject/>"), "convert it to SVG shapes"],
    [
      "a filter with an unlimited radius",
      wrap("<filter><feMorphology radius='1000'/></filter>"),
      "feMorphology filter, which can be too slow",
    ],
    ["markers", wrap("<marker id='m'/>"), "convert them to paths"],
    ["an external image", wrap(`<image href="https://example.com/a.png"/>`), external],
    ["an external image with an obscured URL", wrap(`<image href="&#104;ttp&#x3a;//example.com/a.png"/>`), external],
    ["a file", wrap(`<image xlink:href="file:///etc/passwd"/>`), external],
    ["an image with a relative URL", wrap(`<image href="a.png"/>`), external],
    ["an external use", wrap(`<use href="other.svg#a"/>`), external],
    ["data in a use", wrap(`<use href="data:image/svg+xml;base64,AA=="/>`), external],
    ["an import", wrap("<style>@import 'a.css';</style>"), external],
    ["a URL in a style sheet", wrap("<style>path{fill:url(https://example.com/a#b)}</style>"), external],
    ["a URL in a style attribute", wrap(`<path style="mask: url( 'https://example.com/a#b' )"/>`), external],
    [
      "an SVG in an SVG",
      wrap(`<image href="data:image/svg+xml;base64,PHN2Zy8+"/>`),
      "an embedded image that is not a PNG or JPEG",
    ],
    [
      "a WebP in an SVG",
      wrap(`<image href="data:image/png;base64,${webp}"/>`),
      "an embedded image that is not a PNG or JPEG",
    ],
    ["an svg element without a size", "<svg/>", "add a viewBox, or width and height, to its svg element"],
    ["an svg element without an area", `<svg viewBox="0 0 9 0"/>`, "add a viewBox"],
    ["an extremely wide svg element", `<svg width="100000" height="1"/>`, "add a viewBox"],
    ["another root element", "<!-- --><html><svg/></html>", "root element must be svg"],
    ["an element that is not closed", wrap("<g>"), "not well-formed"],
    ["a tag that is not closed", `<svg viewBox="0 0 9 9"><path d="`, "not well-formed"],
    ["a comment that is not closed", `${wrap("")}<!-- `, "not well-formed"],
    ["a stray end tag", `${wrap("")}</svg>`, "not well-formed"],
    ["an attribute without quotes", wrap("<path d=M0/>"), "not well-formed"],
    ["another declaration", `<!ENTITY x "y">${wrap("")}`, "not well-formed"],
  ])("rejects %s", (_, svg, message) => {
    expect(svgRefusal(svg)).toContain(message);
  });

  test("rejects encodings other than UTF-8", () => {
    const bytes = Uint8Array.from([...svgBytes(wrap("")), 0xff]);
    expect(() => checkSvg(bytes)).toThrow("save it as UTF-8");
  });
});

describe("quickly rejects SVGs that would take too long", () => {
  const uses = (count: number, target: string) => `<use href="#${target}"/>`.repeat(count);
  const doubling = Array.from({ length: 30 }, (_, i) => `<g id="g${i + 1}">${uses(2, `g${i}`)}</g>`).join("");
  const chain = (count: number) =>
    Array.from({ length: count }, (_, i) => `<g id="c${i + 1}">${uses(1, `c${i}`)}</g>`).join("");
  const pattern = (i: number) => `<pattern id="p${i + 1}"><g fill="url(#p${i})">${"<path/>".repeat(10)}</g></pattern>`;
  const large = `<image href="data:image/png;base64,${Buffer.from(logoFile("still.png")).fill(0xff, 16, 24).toString("base64")}"/>`;
  const entities = `<!DOCTYPE svg [<!ENTITY a "${"a".repeat(1_000_000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i} "${`&e${i - 1};`.repeat(10)}">`).join("")}]>`;
  test.each([
    ["nested entities", entities + wrap("&e8;"), "declares entities"],
    ["50,000 filters", wrap("<filter/>".repeat(33_000)), "at most 5000 elements"],
    ["1,000 filters", wrap("<filter/>".repeat(1000)), "more than 100 filters"],
    [
      "one filter, a thousand times",
      wrap(`<filter id="f"><feGaussianBlur/></filter>${`<g filter="url(#f)"/>`.repeat(1000)}`),
      "too complex",
    ],
    [
      "one filter on all elements by a style sheet",
      wrap(`<style>*{filter:url(#f)}</style><filter id="f"><feGaussianBlur/></filter>${"<g/>".repeat(1000)}`),
      "with a selector other than a single class: use attributes",
    ],
    [
      "one filter on many elements by class",
      wrap(
        `<style>.a{filter:url(#f)}</style><filter id="f"><feGaussianBlur/></filter>${"<g class='a'/>".repeat(1000)}`,
      ),
      "too complex",
    ],
    [
      "a filter of a thousand parts",
      wrap(`<filter id="f">${"<feBlend/>".repeat(1000)}</filter><g filter="url(#f)"/>`),
      "too complex",
    ],
    ["uses of uses", wrap(`<path id="g0"/>${doubling}${uses(1, "g30")}`), "too complex"],
    ["a long chain", wrap(`<defs><path id="c0"/>${chain(40)}</defs>${uses(1, "c40")}`), "too complex"],
    [
      "patterns of patterns",
      wrap(`<defs>${Array.from({ length: 8 }, (_, i) => pattern(i)).join("")}</defs><path fill="url(#p8)"/>`),
      "too complex",
    ],
    ["a long path, many times", wrap(`<path id="a" d="${"l9 9".repeat(10_000)}"/>${uses(100, "a")}`), "too complex"],
    ["many layers", wrap(`<g opacity=".5"/>`.repeat(1000)), "too complex"],
    ["a large number", wrap(`<rect width="1e38"/>`), "numbers above 1000000: scale it down"],
    ["a long number", wrap(`<path d="M0 0L-12345678,5z"/>`), "numbers above 1000000"],
    ["a large number in a style", wrap(`<path style="stroke-width:1.5E+10px"/>`), "numbers above 1000000"],
    ["an element that references itself", wrap(`<g id="a">${uses(1, "a")}</g>`), "circular references"],
    [
      "elements that reference each other",
      wrap(`<g id="a">${uses(1, "b")}</g><g id="b">${uses(1, "a")}</g>`),
      "circular references",
    ],
    ["deeply nested elements", wrap("<g>".repeat(10_000) + "</g>".repeat(10_000)), "at most 5000 elements"],
    ["large pictures", wrap(large), "too large"],
    [
      "many attributes",
      wrap(`<g ${Array.from({ length: 20_000 }, (_, i) => `a${i}=""`).join(" ")}`),
      "not well-formed",
    ],
    ["white space", wrap(`<g${" ".repeat(1_000_000)}`), "not well-formed"],
    ["many comments", wrap("<!--".repeat(100_000)), "not well-formed"],
    [
      "many references",
      wrap(`<g id="${"&#65;".repeat(20_000)}" fill="${"url(".repeat(20_000)}"/><text/>`),
      "references other files",
    ],
  ])("rejects %s quickly", async (_, svg, message) => {
    expect(await processorTime(() => expect(svgRefusal(svg)).toContain(message))).toBeLessThan(SOON);
  });
});
