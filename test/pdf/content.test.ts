import { expect, test } from "vitest";
import { contentOf, inksOf, type Matrix } from "../../src/pdf/content.ts";
import { node } from "../../src/svg.ts";

const BASE: Matrix = [1, 0, 0, -1, 0, 100];
const draw = (...body: ReturnType<typeof node>[]) => contentOf({ defs: [], body }, BASE).operators;

test("black and greys are grey, of which printers print only black ink", () => {
  expect(draw(node("path", { d: "M0 0h1v1z" }))).toContain("0 g ");
  expect(draw(node("path", { fill: "#888", d: "M0 0h1v1z" }))).toContain(".53333 g ");
  expect(draw(node("path", { fill: "#a51d2d", d: "M0 0h1v1z" }))).toContain(".64706 .11373 .17647 rg ");
});

test.each([
  [0x000000, [0, 0, 0, 1]],
  [0xffffff, [0, 0, 0, 0]],
  [0xff0000, [0, 1, 1, 0]],
  [0x808000, [0, 0, 1, 1 - 128 / 255]],
])("the inks of %d have as much black as possible", (color, inks) => {
  expect(inksOf(color, "cmyk")).toEqual(inks);
});

test("a line without length with round ends is drawn, because it is a dot", () => {
  const line = { fill: "none", stroke: "#000", "stroke-linecap": "round", d: "M3 3h0" };
  expect(draw(node("path", line))).toContain("1 w 1 J 0 j 4 M 3 3 m 3 3 l S Q");
});

test("a gradient is in the coordinates of the shape, wherever the shape is moved", () => {
  const stops = [node("stop", { offset: 0, "stop-color": "#fff" }), node("stop", { offset: 1, "stop-color": "#f00" })];
  const gradient = node("linearGradient", { id: "g", x1: 0, y1: 0, x2: 10, y2: 0 }, stops);
  const body = [
    node("g", { transform: "translate(5 6) scale(2)" }, [node("path", { fill: "url(#g) #fff", d: "M0 0h1v1z" })]),
  ];
  const { operators, shadings } = contentOf({ defs: [gradient], body }, BASE);
  expect(operators).toContain("/Pattern cs /P0 scn ");
  expect(shadings.get("P0")).toEqual({
    kind: "axial",
    coords: [0, 0, 10, 0],
    stops: [
      { at: 0, color: [1, 1, 1] },
      { at: 1, color: [1, 0, 0] },
    ],
    matrix: [2, 0, 0, -2, 5, 94],
  });
});

test("a reference to a missing gradient leaves the colour after it", () => {
  expect(draw(node("path", { fill: "url(#lost) #f00", d: "M0 0h1v1z" }))).toContain("1 0 0 rg ");
});

test("nothing from an attribute becomes an operator", () => {
  const hostile = ") Tj /X Do ET Q";
  const out = draw(
    node("path", { fill: hostile, d: `M0 0h1v1${hostile}`, transform: hostile }),
    node("image", { href: hostile, width: 1, height: 1 }),
    node("script", { d: hostile }),
  );
  expect(out).not.toMatch(/Tj|Do|ET/);
});

test("an image keeps its aspect ratio in its box", () => {
  const body = [node("image", { href: "a", x: 0, y: 0, width: 10, height: 10 })];
  const { operators, images } = contentOf({ defs: [], body }, BASE, "rgb", () => ({ width: 200, height: 100 }));
  expect(operators).toContain("q 10 0 0 -5 0 7.5 cm /I0 Do Q");
  expect([...images]).toEqual([["I0", "a"]]);
});
