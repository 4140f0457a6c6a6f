import { describe, expect, test } from "vitest";
import { encodeSymbol, type Frame } from "../../src/core/core.ts";
import { encodePng } from "../../src/core/pixels.ts";
import { decoders, jsqr } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { sample } from "../sweep.ts";
import { encodeSvg } from "./svg-of.ts";
import { capacity } from "./tables.ts";
import { byteOnly, createRandom, levels, mixedText, pick, randomText, versions } from "./texts.ts";

/** Tests that decoders by other authors read our PNGs and SVGs. */

const black = { color: "000000", bg: "ffffff" };

/** Returns a frame with `scale` pixels per module and the standard's quiet zone. */
function frameFor(side: number, scale: number, colours = black): Frame {
  return { size: scale * (side + 8), margin: 4, ...colours };
}

describe.each(decoders)("$name", (decoder) => {
  test.each(sample(versions, 3, decoders.indexOf(decoder)))("reads version %i as PNG and as SVG", async (version) => {
    const random = createRandom(version);
    const ec = levels[version % 4];
    const text = randomText(random, `${byteOnly}0123456789`, capacity("byte", version, ec ?? "M"));
    const { side } = encodeSymbol(text, { ec, version });
    const frame = frameFor(side, 4);
    const png = readPng(encodePng(text, { ec, version }, frame));
    expect(await decoder.read(png), `PNG, ${version}-${ec}`).toBe(text);
    const svg = await rasterize(encodeSvg(text, { ec, version }, frame, "QR code"));
    expect(await decoder.read(svg), `SVG, ${version}-${ec}`).toBe(text);
  });

  test("reads every mask and level", async () => {
    for (const ec of levels) {
      for (let mask = 0; mask < 8; mask++) {
        const text = `level ${ec}, mask ${mask}`;
        const { side } = encodeSymbol(text, { ec, mask });
        const png = readPng(encodePng(text, { ec, mask }, frameFor(side, 5)));
        expect(await decoder.read(png), text).toBe(text);
      }
    }
  });
});

describe.each([...decoders, jsqr])("$name, small codes", (decoder) => {
  test("reads mixed text, including UTF-8, at the default size", async () => {
    const random = createRandom(31);
    for (let round = 0; round < 25; round++) {
      const text = mixedText(random, 4, 10).replaceAll("€", "e");
      const png = readPng(encodePng(text, {}, { size: 256, margin: 4, ...black }));
      expect(await decoder.read(png), text).toBe(text);
    }
  });

  test("reads codes in other colours", async () => {
    for (const [color, bg] of [
      ["1a2b6d", "ffffff"],
      ["7a0010", "ffeecc"],
    ] as const) {
      const png = readPng(encodePng("colours", {}, { size: 300, margin: 4, color, bg }));
      expect(await decoder.read(png)).toBe("colours");
    }
  });
});

test("zxing reads text with an ECI header, with integer and fractional pixels per module", async () => {
  const [zxing] = decoders;
  const random = createRandom(26);
  for (let round = 0; round < 40; round++) {
    const text = mixedText(random, 3, 10);
    const size = pick(random, [200, 256, 301, 512]);
    const png = readPng(encodePng(text, { eci: true }, { size, margin: 4, ...black }));
    expect(await zxing?.read(png), text).toBe(text);
  }
});
