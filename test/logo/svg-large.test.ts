import { expect, test } from "vitest";
import { checkLogo } from "../../src/logo/header.ts";
import { drawLogo, svgBytes } from "./logos.ts";

/** A map of 2,000 shapes with 50 corners each, in a grid. */
const map = Array.from({ length: 2000 }, (_, i) => {
  const corners = Array.from({ length: 50 }, (_, at) => `${at % 2 ? "l" : "L"}${(i % 50) + at / 200} ${at % 7}.25`);
  return `<path fill="#d02020" d="M${i % 50} ${Math.floor(i / 50)}h1v1h-1z${corners.join("")}"/>`;
});
const bytes = svgBytes(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 40">${map.join("")}</svg>`);

test("draws an SVG of more than 1 MB, which a code embeds as pixels", async () => {
  expect(bytes.length).toBeGreaterThan(1_000_000);
  expect(checkLogo(bytes)).toMatchObject({ kind: "svg", width: 50, height: 40 });
  expect(checkLogo(bytes).isInert).toBeUndefined();
  const { data } = await drawLogo({ bytes, width: 50, height: 40, kind: "svg" });
  expect([...data.subarray(0, 4)]).toEqual([0xd0, 0x20, 0x20, 255]);
});
