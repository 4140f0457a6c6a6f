import { describe, expect, test } from "vitest";
import { encodeSymbol, type Frame } from "../../src/core/core.ts";
import { colourAt } from "../decoders/pixels.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { encodeSvg } from "./svg-of.ts";
import { capacity } from "./tables.ts";
import { byteOnly, createRandom, mixedText, pick, randomText, versions } from "./texts.ts";

const frame: Frame = { size: 256, margin: 4, color: "000000", bg: "ffffff" };

test("contains the documented elements and no active content", () => {
  const svg = encodeSvg("https://example.com", {}, { ...frame, color: "1a2b3c" }, "QR code");
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  for (const part of [
    'width="256"',
    'height="256"',
    'viewBox="0 0 256 256"',
    'role="img"',
    "<title>QR code</title>",
    "#1a2b3c",
    "#fff",
  ]) {
    expect(svg).toContain(part);
  }
  // One path is the background, and the other is the outline of all dark modules.
  expect(svg.match(/<path /g)).toHaveLength(2);
  expect(svg).not.toMatch(/<script|<style|<foreignObject|href|style=|class=|on\w+=|url\(/i);
  expect(svg.endsWith("</svg>")).toBe(true);
});

test("never contains the payload", () => {
  expect(encodeSvg("a-secret-payload", {}, frame, "QR code")).not.toContain("secret");
});

test.each(["</title><script>alert(1)</script>", `"'<>&amp;]]>`, "a\u0001b\u000bc\ufffe", "grüße 漢字 🙂"])(
  "the title %j cannot break out of its element",
  async (title) => {
    const svg = encodeSvg("a", {}, frame, title);
    const inner = /<title>([^<]*)<\/title>/.exec(svg)?.[1];
    expect(inner).toBeDefined();
    expect(svg).not.toContain("<script");
    expect(svg.replace(/&(amp|lt|gt|quot|apos|#\d+);/g, "")).not.toContain("&");
    // A strict XML parser must accept the whole document, even with control characters in the title.
    expect((await rasterize(svg)).width).toBe(256);
  },
);

test("every decimal number has fewer than 12 characters", () => {
  for (const version of versions) {
    for (const size of [32, 100, 256, 333, 1000, 2047, 2048]) {
      const svg = encodeSvg("digits", { version }, { ...frame, size, margin: version % 11 }, "QR code");
      for (const number of svg.match(/\d+\.\d+/g) ?? []) expect(number.length).toBeLessThan(12);
    }
  }
});

/** Draws the SVG with 4 x 4 pixels per module, and checks the inner four pixels of every module. */
async function expectDrawing(text: string, version: number, wanted: Frame): Promise<void> {
  const symbol = encodeSymbol(text, { version });
  const modules = symbol.side + 2 * wanted.margin;
  const pixels = await rasterize(encodeSvg(text, { version }, wanted, "QR code"), (modules * 4) / wanted.size);
  const what = `version ${symbol.version}, ${JSON.stringify(wanted)}`;
  expect([pixels.width, pixels.height], what).toEqual([modules * 4, modules * 4]);
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      const [x, y] = [column - wanted.margin, row - wanted.margin];
      const inside = x >= 0 && y >= 0 && x < symbol.side && y < symbol.side;
      const colour = inside && symbol.modules[y * symbol.side + x] === 1 ? wanted.color : wanted.bg;
      // Skip the outer pixels of each module. They may be blended if the size of a module is not a whole number of
      // units.
      for (const [dx, dy] of [
        [1, 1],
        [2, 1],
        [1, 2],
        [2, 2],
      ] as const) {
        const actual = colourAt(pixels, column * 4 + dx, row * 4 + dy);
        if (actual !== colour) expect.fail(`${actual} at module ${x}, ${y}: ${what}`);
      }
    }
  }
}

describe("resvg draws each module in its place", () => {
  test.each(versions)("resvg draws each module of version %i in its place", async (version) => {
    const random = createRandom(version);
    const text = randomText(random, byteOnly, capacity("byte", version, "M"));
    const [color, bg] = pick(random, [
      ["000000", "ffffff"],
      ["123456", "fedcba"],
      ["ffffff", "000000"],
    ] as const);
    await expectDrawing(text, version, { size: 32 + random(2017), margin: random(11), color, bg });
  });

  test("draws no hairlines between adjacent modules", async () => {
    const svg = encodeSvg("hairlines", { version: 3 }, { ...frame, size: 300 }, "QR code");
    const pixels = await rasterize(svg);
    const shades = new Set<number>();
    const module = 300 / 37;
    // A line through the middle of the finder's dark centre, three modules wide, must be completely dark.
    for (let x = Math.ceil(module * 6) + 1; x < module * 9 - 1; x++) {
      const at = (Math.round(module * 7.5) * pixels.width + x) * 4;
      shades.add(pixels.data[at] ?? -1);
    }
    expect([...shades]).toEqual([0]);
  });
});

test("two calls return the same text", () => {
  const random = createRandom(2);
  for (let round = 0; round < 50; round++) {
    const text = mixedText(random, 4, 15);
    expect(encodeSvg(text, {}, frame, "t")).toBe(encodeSvg(text, {}, frame, "t"));
  }
});
