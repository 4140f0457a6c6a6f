import { expect, test } from "vitest";
import { embedLogo } from "../../src/logo/embed.ts";
import { draw } from "../../src/runtime/library.ts";
import { svgBytes } from "./logos.ts";
import { refusalBy } from "./refusal.ts";

const wrap = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6">${inside}</svg>`;
const refusalOf = (svg: string) => refusalBy(() => embedLogo(svgBytes(svg)));

const box = `<path d="M0 0h8v6H0"/>`;
test.each([
  ["an element that does not end", wrap(`<g>${box}`)],
  ["elements that overlap", wrap(`<g><a>${box}</g></a>`)],
  ["an end without a start", wrap(`${box}</g>`)],
  ["a missing end", wrap(box).replace("</svg>", "")],
  ["a part of a tag at the end", wrap(box).replace("</svg>", "</svg")],
  ["two root elements", wrap(box) + wrap(box)],
  ["an attribute without quotes", wrap(`${box}<g id=a/>`)],
  ["an attribute without a value", wrap(`${box}<g hidden/>`)],
  ["attributes without space", wrap(`${box}<g id="a"class="b"/>`)],
  ["a < in an attribute", wrap(`${box}<g id="<"/>`)],
  ["a single <", wrap(`${box} < `)],
  ["a single &", wrap(`${box} & `)],
  ["an unknown entity", wrap(`${box}&nbsp;`)],
  ["a comment that does not end", wrap(`${box}<!-- `)],
  ["a CDATA section that does not end", wrap(`${box}<![CDATA[`)],
])("toSvg rejects an SVG with %s, as draw does", async (_, svg) => {
  expect(refusalOf(wrap(box))).toBe("accepted");
  expect(refusalOf(svg)).toContain("must be a well-formed SVG");
  await expect(draw("x", { logo: svgBytes(svg) })).rejects.toThrow("well-formed");
});
