import { describe, expect, test } from "vitest";
import { checkSvg, readSvgSize } from "../../src/logo/svg-check.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { drawLogo, QUARTERS, svgBytes } from "./logos.ts";
import { svgRefusal } from "./refusal.ts";

const wrap = (inside: string, attributes = "") =>
  `<?xml version="1.0"?><!-- <svg> --><svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;

/** Returns the view box that the check adds: x, y, width and height. */
function boxOf(svg: string): number[] {
  const added = / viewBox="([^"]*)"/.exec(checkSvg(svgBytes(svg)))?.[1] ?? "";
  const box = added.split(" ").map(Number);
  const { width, height } = readSvgSize(svgBytes(svg));
  expect(box.slice(2)).toEqual([width, height]);
  return box;
}

const near = (box: readonly number[], digits = 9) => box.map((side) => expect.closeTo(side, digits));

describe("an SVG without a size and a view box has the size of its content", () => {
  test.each([
    ["a rectangle", `<rect x="10" y="-20" width="30" height="5"/>`, [10, -20, 30, 5]],
    ["units", `<rect x="1in" width="1in" height="72pt"/>`, [96, 0, 96, 96]],
    ["a circle", `<circle cx="5" cy="6" r="4"/>`, [1, 2, 8, 8]],
    ["an ellipse", `<ellipse cx="5" cy="6" rx="4" ry="1"/>`, [1, 5, 8, 2]],
    ["lines", `<line x1="1" y1="2" x2="3" y2="9"/><polyline points="0,4 6 4"/>`, [0, 2, 6, 7]],
    ["a polygon", `<polygon points="1-2,3.5.5 4,4"/>`, [1, -2, 3, 6]],
    ["relative commands", `<path d="m1 1 2 0l0 2-4-1h-1v5z m-9 0 1 1"/>`, [-8, 1, 11, 6]],
    ["arcs with adjacent flags", `<path d="M0 5a5 5 0 0110 0 5 5 0 01-10 0"/>`, [0, 0, 10, 10]],
    ["a transformation", `<g transform="translate(5,6) scale(2)"><rect width="3" height="4"/></g>`, [5, 6, 6, 8]],
    ["a rotation", `<rect width="4" height="2" transform="rotate(90 1 1)"/>`, [0, 0, 2, 4]],
    ["a matrix in a style", `<rect width="4" height="2" style="transform:matrix(0 1 1 0 7 8)"/>`, [7, 8, 2, 4]],
    ["a stroke", `<g stroke="red" stroke-width="2"><rect x="5" y="5" width="9" height="9"/></g>`, [4, 4, 11, 11]],
    ["a stroke in a style sheet", `<style>.a{stroke:red}</style><rect width="9" height="9"/>`, [-0.5, -0.5, 10, 10]],
    ["a reference", `<defs><rect id="a" width="2" height="3"/></defs><use href="#a" x="7" y="8"/>`, [7, 8, 2, 3]],
    ["a symbol", `<symbol id="a" viewBox="0 0 1 1"/><use href="#a" x="1" width="4" height="5"/>`, [1, 0, 4, 5]],
    ["an SVG in an SVG", `<svg x="2" y="3" width="4" height="5" viewBox="0 0 9 9"/>`, [2, 3, 4, 5]],
    ["hidden parts", `<rect width="4" height="5"/><g display="none"><rect width="99" height="99"/></g>`, [0, 0, 4, 5]],
    ["definitions", `<rect width="4" height="5"/><clipPath><rect width="99" height="99"/></clipPath>`, [0, 0, 4, 5]],
  ])("of %s", (_, inside, box) => {
    expect(boxOf(wrap(inside))).toEqual(near(box));
  });

  test.each([
    ["elements that are not drawn", `<xGradient><rect width="99" height="99"/></xGradient>`],
    ["unknown elements", `<unknown><rect width="99" height="99"/></unknown>`],
  ])("without %s", (_, inside) => {
    expect(boxOf(wrap(`<rect width="4" height="5"/>${inside}`))).toEqual([0, 0, 4, 5]);
  });

  test("of curves, to about 0.1%", () => {
    expect(boxOf(wrap(`<path d="M0 0C0 40 30 40 30 0"/>`))).toEqual(near([0, 0, 30, 30], 1));
    expect(boxOf(wrap(`<path d="M0 0Q10 40 20 0T40 0"/>`))).toEqual(near([0, -20, 40, 40], 1));
    expect(boxOf(wrap(`<path d="M0 0c0 40 30 40 30 0s30-40 30 0"/>`))).toEqual(near([0, -30, 60, 60], 1));
    expect(boxOf(wrap(`<path d="M2 0A9 3 0 1 0 2.01 0"/>`))[2]).toBeCloseTo(18, 1);
  });

  test.each([
    `<path d="M3 4c9 2 7 8 1 9s-4-8 2-9zm20 20q5 9 9-2t4 4"/>`,
    `<path transform="rotate(30) skewX(10)" d="M0 0A9 4 20 1 1 9 9A3 3 0 0 0 1 1"/>`,
    `<path d="M0 0A1 1 0 0 1 9 9a20 10 45 1 0 4 4a20 10 45 0 0 9-4"/>`,
  ])("where %s is drawn", async (inside) => {
    const [x = 0, y = 0, width = 0, height = 0] = boxOf(wrap(inside));
    const scale = 400 / Math.max(width, height);
    const view = [x - 50 / scale, y - 50 / scale, 500 / scale, 500 / scale].join(" ");
    const bytes = svgBytes(wrap(inside, ` viewBox="${view}"`));
    const { data } = await drawLogo({ bytes, width: 500, height: 500, kind: "svg" });
    const dark = Array.from({ length: 250_000 }, (_, at) => at).filter((at) => (data[4 * at + 3] as number) > 127);
    const [columns, rows] = [dark.map((at) => at % 500), dark.map((at) => Math.floor(at / 500))];
    const extent = [columns, rows].flatMap((all) => [
      all.reduce((a, b) => Math.min(a, b)),
      all.reduce((a, b) => Math.max(a, b)) + 1,
    ]);
    const expected = [50, 50 + width * scale, 50, 50 + height * scale];
    // A tip that is thinner than a pixel is too light to count.
    for (const [i, edge] of extent.entries()) expect(Math.abs(edge - (expected[i] as number))).toBeLessThan(5);
  });

  test("even if it has relative sizes", () => {
    const inside = `<rect x="1" width="64" height="48"/>`;
    expect(boxOf(wrap(inside, ` width="100%" height="100%"`))).toEqual([1, 0, 64, 48]);
  });

  test("and is drawn like an SVG with that view box", async () => {
    const box = { width: 128, height: 96, kind: "svg" } as const;
    const bytes = svgBytes(QUARTERS.replace(' viewBox="0 0 64 48"', ""));
    expect(await drawLogo({ bytes, ...box })).toEqual(await drawLogo({ bytes: svgBytes(QUARTERS), ...box }));
  });
});

describe("a size is required", () => {
  test.each([
    ["an empty SVG", wrap("")],
    ["a relative part", wrap(`<rect width="100%" height="9"/>`)],
    ["a transformation in a style sheet", wrap(`<style>a{transform:none}</style><rect width="9" height="9"/>`)],
    ["a symbol with a view box and no size", wrap(`<symbol id="a" viewBox="0 0 1 1"/><use href="#a"/>`)],
    ["an invalid view box", wrap(`<rect width="9" height="9"/>`, ` viewBox="none"`)],
    ["a translation in per cent", wrap(`<rect width="9" height="9" style="transform:translate(50%,0)"/>`)],
    ["an unknown function", wrap(`<rect width="9" height="9" style="transform:scaleX(-1)"/>`)],
    ["a filter", wrap(`<filter id="f"/><rect width="9" height="9" filter="url(#f)"/>`)],
    ["a part beyond the largest number", wrap(`<path d="M0 0h1e300v1e300z"/>`)],
    ["a part that transformations enlarge", wrap(`<rect width="9" height="9" transform="scale(999999)"/>`)],
    ["an extremely wide part", wrap(`<rect width="100001" height="9"/>`)],
  ])("for %s", (_, svg) => {
    expect(svgRefusal(svg)).toContain("is an SVG without a size: add a viewBox");
  });
});

test.each([
  ["a long style", `<g id="a" style="${"a:b;".repeat(40_000)}"/>`],
  ["a long transformation", `<g id="a" transform="${"scale(1)".repeat(20_000)}"/>`],
  ["many attributes", `<g id="a" ${"a='' ".repeat(40_000)}/>`],
  ["a transformation without an end", `<g id="a" transform="${"matrix(".repeat(30_000)}"/>`],
  ["a function with a long space", `<g id="a" transform="matrix${" ".repeat(160_000)}"/>`],
  ["a long length", `<rect id="a" x="${" ".repeat(160_000)}1"/>`],
  ["many curves", `<path id="a" d="M0 0c${"1 ".repeat(4000)}"/>`],
])("reads %s quickly, even if it is drawn many times", async (_, part) => {
  const svg = wrap(`${part}${`<use href="#a"/>`.repeat(1400)}<rect width="9" height="9"/>`);
  expect(await processorTime(() => svgRefusal(svg))).toBeLessThan(SOON);
});

test("does not follow references in elements that are not drawn", async () => {
  const level = (at: number) => `<xGradient id="a${at}">${`<use href="#a${at - 1}"/>`.repeat(100)}</xGradient>`;
  const inside = `<xGradient id="a0"><path d="M0 0h1v1"/></xGradient>${[1, 2, 3, 4, 5, 6].map(level).join("")}`;
  expect(await processorTime(() => svgRefusal(wrap(inside)))).toBeLessThan(SOON);
});
