import { describe, expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { embedLogo } from "../../src/logo/embed.ts";
import { mayHaveText } from "../../src/logo/file.ts";
import { checkSvg } from "../../src/logo/svg-check.ts";
import type { Pixels } from "../../src/ports.ts";
import { drawCaption, outlineLogo } from "../card/tools.ts";
import { processorTime } from "../processor-time.ts";
import { logoFile, svgBytes } from "./logos.ts";
import { outlined, wrap } from "./words.ts";

const { draw } = createRasterizer(readPackageFile);
/** Returns the ink of a logo: its box, its number of opaque pixels, and its average colour. */
async function inkOf(inside: string, more = "") {
  const bytes = await outlineLogo(svgBytes(inside.includes("<svg") ? inside : wrap(inside, more)));
  return measure(await draw(checkSvg(bytes), { width: 400, height: 200 }));
}

function measure({ width, height, data }: Pixels) {
  let [left, top, right, bottom, ink] = [width, height, 0, 0, 0];
  const sums = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      const alpha = data[at + 3] as number;
      if (alpha < 128) continue;
      ink++;
      for (const i of [0, 1, 2]) sums[i] = (sums[i] as number) + (data[at + i] as number);
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  // In user units, of two pixels each.
  return {
    ...{ left: left / 2, right: right / 2, top: top / 2, bottom: bottom / 2, ink },
    color: sums.map((sum) => Math.round(sum / ink)),
  };
}

describe("text as outlines", () => {
  test("draws the outlines of captions", async () => {
    const job = { text: "Scan", color: "000000", width: 200, height: 100, largest: 40, smallest: 1, raster: true };
    const { pixels } = await drawCaption(job);
    const caption = measure(pixels as Pixels);
    // At two pixels per unit, and centred like a caption, whose capital letters have a height of 0.714 em.
    const words = `<text x="100" y="${50 + 0.357 * 40}" font-size="40" font-weight="bold" text-anchor="middle">Scan</text>`;
    const own = measure(await draw(checkSvg(await outlineLogo(svgBytes(wrap(words)))), { width: 200, height: 100 }));
    expect(own).toEqual(caption);
  });

  test.each([
    ["numbers", `font-size="40"`, 40],
    ["px", `style="font-size:40px"`, 40],
    ["pt", `font-size="30pt"`, 40],
    ["the shorthand", `style="font: bold 40px/1.2 Arial, sans-serif"`, 40],
    ["no size", "", 16],
  ])("reads font sizes: %s", async (_, attributes, size) => {
    const { top, bottom } = await inkOf(`<text x="20" y="80" ${attributes}>H</text>`);
    expect(bottom).toBe(80);
    expect(80 - top).toBeCloseTo(0.714 * size, 0);
  });

  test("inherits em and % sizes from parents", async () => {
    const { top } = await inkOf(
      `<g font-size="20"><text y="80" x="9"><tspan style="font-size:200%">H</tspan></text></g>`,
    );
    expect(80 - top).toBeCloseTo(0.714 * 40, 0);
    const em = await inkOf(`<text y="80" x="9" font-size="20"><tspan font-size="2em">H</tspan></text>`);
    expect(em.top).toBe(top);
  });

  test("heavier weights have more ink", async () => {
    const weights = ["100", "400", "bold", "900"];
    const inks = await Promise.all(
      weights.map((weight) => inkOf(`<text x="9" y="80" font-size="40" font-weight="${weight}">Hamburg</text>`)),
    );
    for (const [i, { ink }] of inks.slice(1).entries()) expect(ink).toBeGreaterThan(1.1 * (inks[i]?.ink ?? 0));
  });

  test("aligns text at its anchor", async () => {
    const at = (anchor: string) => inkOf(`<text x="100" y="80" font-size="30" text-anchor="${anchor}">HHH</text>`);
    const [start, middle, end] = await Promise.all([at("start"), at("middle"), at("end")]);
    expect((middle.left + middle.right) / 2).toBeCloseTo(100, 0);
    expect(start.left - 100).toBeCloseTo(100 - end.right, 0);
    expect(start.left).toBeGreaterThan(100);
  });

  test("centres each line, even if the file has spaces between lines", async () => {
    const lines = (space: string) =>
      `<text text-anchor="middle" font-size="30">${space}<tspan x="100" y="40">HHH</tspan>${space}<tspan x="100" dy="1.2em">HHH</tspan>${space}</text>`;
    const spaced = await inkOf(lines("\n    "));
    expect(spaced).toEqual(await inkOf(lines("")));
    expect((spaced.left + spaced.right) / 2).toBeCloseTo(100, 0);
    expect(spaced.bottom).toBe(76);
  });

  test("continues after a tspan, and shifts with dx and dy", async () => {
    const whole = await inkOf(`<text x="9" y="50" font-size="30">HiH</text>`);
    expect(await inkOf(`<text x="9" y="50" font-size="30">H<tspan>i</tspan>H</text>`)).toEqual(whole);
    const shifted = await inkOf(`<text x="9" y="50" font-size="30">Hi<tspan dx="10" dy="20">H</tspan></text>`);
    expect([shifted.right - whole.right, shifted.bottom - whole.bottom]).toEqual([10, 20]);
  });

  test("reads percentages and baselines", async () => {
    const { left, right, top, bottom } = await inkOf(
      `<text x="50%" y="50%" text-anchor="middle" dominant-baseline="central" font-size="40">H</text>`,
    );
    expect((left + right) / 2).toBeCloseTo(100, 0);
    expect((top + bottom) / 2).toBeGreaterThan(49);
    expect((top + bottom) / 2).toBeLessThan(52);
  });

  test("adds space between letters", async () => {
    const plain = await inkOf(`<text x="9" y="50" font-size="20">HHH</text>`);
    const wide = await inkOf(`<text x="9" y="50" font-size="20" letter-spacing=".5em">HHH</text>`);
    expect(wide.right - plain.right).toBeCloseTo(20, 0);
    const ligature = await inkOf(`<text x="9" y="50" font-size="20">fi</text>`);
    const letters = await inkOf(`<text x="9" y="50" font-size="20" letter-spacing="10">fi</text>`);
    expect(letters.right - ligature.right).toBeGreaterThan(9);
  });

  test("slants italic text", async () => {
    const { left, right, ink } = await inkOf(`<text x="9" y="80" font-size="60">I</text>`);
    const italic = await inkOf(`<text x="9" y="80" font-size="60" font-style="italic">I</text>`);
    expect(italic.right - italic.left - (right - left)).toBeCloseTo((0.714 * 60) / 4, 0);
    expect(Math.abs(italic.ink / ink - 1)).toBeLessThan(0.05);
  });

  test("draws other scripts, and right-to-left text as one run", async () => {
    for (const text of ["مرحبا", "漢字", "Ωμέγα", "สวัสดี", "שלום"]) {
      expect((await inkOf(`<text x="9" y="60" font-size="30">${text}</text>`)).ink, text).toBeGreaterThan(200);
    }
    const whole = await inkOf(`<text x="9" y="60" font-size="24">مرحبا عالم</text>`);
    const parts = await inkOf(`<text x="9" y="60" font-size="24">مرحبا <tspan>عالم</tspan></text>`);
    expect(parts).toEqual(whole);
    const right = await inkOf(`<text x="190" y="60" font-size="24" direction="rtl">مرحبا عالم</text>`);
    expect(190 - right.right).toBeLessThan(5);
  });

  test("draws emoji", async () => {
    const { color } = await inkOf(`<text x="9" y="60" font-size="40">📷</text>`);
    expect(new Set(color).size).toBeGreaterThan(1);
  });
});

describe("styles of text", () => {
  test.each([
    ["an attribute", `<text fill="#f00" x="9" y="50">Hello</text>`],
    ["a style", `<text style="fill:#f00" x="9" y="50">Hello</text>`],
    ["a group", `<g fill="#f00"><text x="9" y="50">Hello</text></g>`],
    ["a tspan", `<text x="9" y="50"><tspan fill="#f00">Hello</tspan></text>`],
    ["a class", `<style>.a{fill:#f00}</style><text class="a" x="9" y="50">Hello</text>`],
    ["a class of a tspan", `<style>.a{fill:#f00}</style><text x="9" y="50"><tspan class="b a">Hello</tspan></text>`],
    ["a rule for text", `<style>text{fill:#f00;font-size:30px}</style><text x="9" y="50">Hello</text>`],
    ["a rule for tspans", `<style>tspan,x{fill:#f00}</style><text x="9" y="50"><tspan>Hello</tspan></text>`],
    ["an id", `<style>#t{fill:#f00} text{fill:#00f}</style><text id="t" x="9" y="50">Hello</text>`],
    [
      "the last rule",
      `<style>.a{fill:#00f} text.a{fill:#f00} .b{fill:#00f}</style><text class="a b" x="9" y="50">Hello</text>`,
    ],
    [
      "rules for paths",
      `<style>path{fill:#00f} g path{fill:#00f} g{fill:#00f}</style><text fill="#f00" x="9" y="50">Hello</text>`,
    ],
    ["rules for everything", `<style>*{fill:#00f}.a{fill:#f00}</style><text class="a" x="9" y="50">Hello</text>`],
    [
      "a class that only paths have",
      `<style>g.a{fill:#00f}</style><text class="a" fill="#f00" x="9" y="50">Hello</text>`,
    ],
    ["importance", `<style>text{fill:#f00 !important}</style><text style="fill:#00f" x="9" y="50">Hello</text>`],
    [
      "a gradient",
      `<linearGradient id="g"><stop stop-color="#f00"/></linearGradient><text fill="url(#g)" x="9" y="50">Hello</text>`,
    ],
    ["a use", `<defs><text id="t" x="9" y="50">Hello</text></defs><use href="#t" fill="#f00"/>`],
    [
      "a prefix",
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><s:text fill="#f00" x="9" y="50">Hello</s:text></s:svg>`,
    ],
    [
      "a clip path",
      `<clipPath id="c"><text x="9" y="50">He<tspan>llo</tspan></text></clipPath><path fill="#f00" clip-path="url(#c)" d="M0 0h200v100H0"/>`,
    ],
  ])("takes the colour from %s", async (_, inside) => {
    const { color, ink, bottom } = await inkOf(inside);
    expect(color[0]).toBeGreaterThan(250);
    expect(color.slice(1)).toEqual([0, 0]);
    expect(ink).toBeGreaterThan(200);
    expect(bottom).toBeLessThan(60);
  });

  test("draws overlapping contours where shapes use the even-odd rule", async () => {
    const text = `<text x="9" y="80" font-size="60">Ąę</text>`;
    expect(await inkOf(`<g fill-rule="evenodd">${text}</g>`)).toEqual(await inkOf(text));
  });

  test("keeps transforms, and does not draw hidden text", async () => {
    const text = `<text x="9" y="50">Hello</text>`;
    const { left, bottom } = await inkOf(text);
    const moved = await inkOf(text.replace("<text", `<text transform="translate(40 20)"`));
    expect([moved.left - left, moved.bottom - bottom]).toEqual([40, 20]);
    const hidden = `<text x="9" y="50">Hello<tspan display="none">Hidden</tspan></text>`;
    expect(await inkOf(hidden)).toEqual(await inkOf(text));
  });
});

describe("files", () => {
  test("returns an SVG that codes embed unchanged", async () => {
    const bytes = await outlineLogo(
      svgBytes(
        `<?xml version="1.0" encoding="ISO-8859-1"?>${wrap("<text y='50'>H&#xe9; &amp;<!-- x --><![CDATA[ <b>]]></text>")}`,
      ),
    );
    expect(() => embedLogo(bytes)).not.toThrow();
    expect(new TextDecoder().decode(bytes)).not.toMatch(/<text|<b>|\?xml/);
  });

  test("looks for text in zero bytes as quickly as in others", async () => {
    const file = (fill: number) => {
      const bytes = new Uint8Array(2_000_000).fill(fill);
      bytes.set(svgBytes("<svg "));
      return bytes;
    };
    const time = await processorTime(() => mayHaveText(file(0x61)));
    expect(await processorTime(() => mayHaveText(file(0)))).toBeLessThan(5 * time + 5);
  });

  test("draws the text that a switch chooses", async () => {
    const texts = (language: string) =>
      `<switch><text systemLanguage="${language}" x="9" y="50">H</text><text x="9" y="90">H</text></switch>`;
    expect((await inkOf(texts("xx"))).bottom).toBe(90);
  });

  test("detects text in every encoding, but only in SVGs", () => {
    const svg = wrap("<text>a</text>");
    const utf16 = Uint8Array.from(Buffer.from(`\ufeff${svg}`, "utf16le"));
    expect([svgBytes(svg), utf16, svgBytes(svg.replaceAll("text", "s:text"))].map(mayHaveText)).toEqual([
      true,
      true,
      true,
    ]);
    const others = [svgBytes(wrap("<textPath/><g/>")), svgBytes("<text>"), logoFile("still.png")];
    expect(others.map(mayHaveText)).toEqual([false, false, false]);
  });

  test("draws UTF-16, and text without a size of the SVG", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text x="9" y="50" font-size="40">H</text></svg>`;
    const bytes = await outlineLogo(Uint8Array.from(Buffer.from(`\ufeff${svg}`, "utf16le")));
    expect(checkSvg(bytes)).toMatch(/viewBox="12\.8\d+ 21\.44 /);
  });

  test("returns the same bytes each time", async () => {
    const svg = wrap(`<text x="9" y="50">Hello 漢字 <tspan fill="red">مرحبا</tspan></text>`);
    expect(await outlined(svg)).toBe(await outlined(svg));
  });
});
