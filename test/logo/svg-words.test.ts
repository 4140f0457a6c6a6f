import { describe, expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { checkSvg } from "../../src/logo/svg-check.ts";
import { MAX_TEXT } from "../../src/logo/svg-words.ts";
import { outlineLogo } from "../card/tools.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { svgBytes } from "./logos.ts";
import { outlined, wrap } from "./words.ts";

async function refusalOf(inside: string): Promise<string> {
  const error = await outlineLogo(svgBytes(inside.includes("<svg") ? inside : wrap(inside))).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof QrError)) return error === undefined ? "accepted" : Promise.reject(error);
  expect([error.code, error.field]).toEqual(["LOGO_INVALID", "logo"]);
  return error.message;
}

describe("hostile and unsupported text", () => {
  const uses = (feature: string) =>
    `is an SVG whose text uses ${feature}, which is not supported: convert the text to paths`;
  test.each([
    ["text on a path", `<text><textPath href="#a">a</textPath></text>`, uses("textPath")],
    ["a fixed length", `<text textLength="90">a</text>`, uses("textLength")],
    ["vertical text", `<g writing-mode="tb"><text>a</text></g>`, uses("writing-mode")],
    ["underlines", `<text style="text-decoration: underline">a</text>`, uses("text-decoration")],
    ["small caps", `<text font-variant="small-caps">a</text>`, uses("font-variant")],
    ["rotated letters", `<text rotate="9 8">a</text>`, uses("rotate")],
    ["positions of letters", `<text x="1 2 3">abc</text>`, uses("x with several values")],
    ["an unknown unit", `<text x="1vw">abc</text>`, uses(`x="1vw"`)],
    ["a percentage of an unknown size", `<symbol><text x="1%">abc</text></symbol>`, uses(`x="1%"`)],
    ["a huge size", `<text font-size="${"9".repeat(400)}">a</text>`, uses(`font-size="${"9".repeat(20)}"`)],
    ["a negative size", `<text font-size="-9">a</text>`, "font-size"],
    [
      "@media",
      "<style>@media print{text{font-size:9px}}</style><text>a</text>",
      uses("at-rules such as @media in its CSS"),
    ],
    ["combinators", "<style>g text{fill:red}</style><text>a</text>", uses("selectors of several parts in its CSS")],
    [
      "a font by a combinator",
      "<style>g>.a{font-size:9px}</style><text>a</text>",
      uses("selectors of several parts in its CSS"),
    ],
    ...[".b .a", "svg *", "[class=a]", "text[class='x rect']", "*:first-child", ":not(rect)"].map(
      (selector): [string, string, string] => [
        `the selector ${selector}`,
        `<style>${selector}{fill:red}</style><text class="a">a</text>`,
        uses("selectors of several parts in its CSS"),
      ],
    ),
    [
      "a use of text in a clip path",
      `<defs><text id="t">a</text></defs><clipPath><use href="#t"/></clipPath>`,
      uses("a use element in a clipPath"),
    ],
    ["icons", "<text>a&#xf015;b&#xf015;</text>", uses("characters that no font has: \uf015")],
    [
      "a use with another font",
      `<defs><text id="a">a</text></defs><g font-size="30"><use href="#a"/></g>`,
      uses("a use element with another font"),
    ],
    ["too much text", `<text>${"a".repeat(MAX_TEXT)}</text><text>b</text>`, "more than 1000 characters of text"],
    ["a missing end tag", "<text>", "not well-formed"],
    ["entities", "<text>&e;</text>", "not well-formed"],
    ["much CSS", `<style>${"text{fill:red}".repeat(2000)}</style><text>a</text>`, "more than 16 KB of CSS"],
  ])("rejects %s", async (_, inside, message) => {
    expect(await refusalOf(inside)).toContain(message);
  });

  test.each([
    ["the most text", `<text>${"a".repeat(MAX_TEXT)}</text>`],
    [
      "values without effect",
      `<text style="text-decoration:none;word-spacing:0px;writing-mode:lr-tb;font-variant:normal;baseline-shift:baseline;inline-size:0" rotate="0">a</text>`,
    ],
    ["combinators for shapes", "<style>g > rect:hover{fill:red}</style><text>a</text>"],
    ["selectors for shapes", "<style>svg rect.a, g > path#b:hover, .a circle{fill:red}</style><text>a</text>"],
    ["text in titles", "<title>a</title><text><title>b</title>a</text>"],
    ["empty text", "<text/><text> </text><text><tspan/></text>"],
  ])("accepts %s", async (_, inside) => {
    expect(await refusalOf(inside)).toBe("accepted");
  });

  test("bounds the size of the result, and the time for ids and classes", async () => {
    const styled = `<style>.a{fill:${"x".repeat(15_000)}}</style><text>${`<tspan class="a">a</tspan>`.repeat(900)}</text>`;
    await expect(outlineLogo(svgBytes(wrap(styled)))).rejects.toThrow("must be at most 2 MB");
    const ids = `<text id="a">a</text>`.repeat(900) + `<use href="#a"/>`.repeat(4000);
    const rules = `<style>${".a{fill:red}".repeat(1300)}</style><text>${`<tspan class="a"/>`.repeat(70)}</text>`;
    expect(await refusalOf(rules.replace("<text>", `<text>${`<tspan class="a"/>`.repeat(10)}`))).toContain(
      "too many rules",
    );
    for (const inside of [ids, rules]) {
      expect(await processorTime(() => outlineLogo(svgBytes(wrap(inside))))).toBeLessThan(3 * SOON);
    }
  });

  test("escapes everything", async () => {
    const markup = `&lt;script&gt;&quot;&amp;lt;`;
    const svg = await outlined(
      wrap(
        `<text class="${markup}" fill="${markup}" style="fill-x:${markup};stroke:${markup}" id='a"b'>${markup}<tspan style="fill:${markup}">a</tspan></text>`,
      ),
    );
    expect(svg).not.toMatch(/<script|&amp;amp;|""/);
    expect(svg).toContain("&#34;");
    expect(() => checkSvg(svgBytes(svg))).not.toThrow();
  });

  test("counts the cost of the outlines", async () => {
    const text = `<text id="a">${"漢".repeat(MAX_TEXT)}</text>`;
    const bytes = await outlineLogo(svgBytes(wrap(text + `<use href="#a"/>`.repeat(100))));
    expect(() => checkSvg(bytes)).toThrow("too complex");
  });
});
