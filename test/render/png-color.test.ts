import { describe, expect, test } from "vitest";
import { design, toDataUrl, toPng, toSvg } from "../../src/index.ts";
import { generate } from "../../src/service/generate.ts";
import { encodeBase64 } from "../../src/text/base64.ts";
import { decoders } from "../decoders/decoders.ts";
import { type PngImage, readPng } from "../decoders/png-reader.ts";
import { heavy, logoFile } from "../logo/logos.ts";

/** Tests the colours of PNG files. */

const data = "https://example.com";

/** Draws pictures in all ways: in the core, in plain styles, with looks, in frames, with few and with many colours, and with
 *  logos. */
const pictures = {
  "square modules": {},
  "one pixel per module": { size: 40 },
  dots: { dotStyle: "dots", color: "1a5fb4" },
  "an eye colour": { eyeColor: "a51d2d", size: 300 },
  gradients: { gradient: "linear,30,1a5fb4,813d9c", eyeGradient: "radial,a51d2d,63452c" },
  "a frame": { frame: "banner-bottom", frameColor: "1a5fb4" },
  "a logo": { ec: "H", logoData: encodeBase64(logoFile("still.png")) },
  "a translucent logo": { ec: "H", logoData: encodeBase64(logoFile("alpha.webp")), size: 400 },
} as const;
const backgrounds = ["ffffff", "f9f06b", "transparent"];
const cases = Object.entries(pictures).flatMap(([name, input]) => backgrounds.map((bg) => [name, bg, input] as const));

/** Returns a PNG that the service draws. */
async function pngOf(input: object): Promise<PngImage> {
  const { body } = await generate({ data, ...input }, { heavy });
  return readPng(body as Uint8Array);
}

/** Returns the luminance of a colour with the weights of ITU-R BT.601. */
const grayOf = ([red = 0, green = 0, blue = 0]: Uint8ClampedArray) => 0.299 * red + 0.587 * green + 0.114 * blue;

test.each(cases)("rgba keeps the pixels of %s on %s", async (_, bg, input) => {
  const [auto, rgba] = [await pngOf({ ...input, bg }), await pngOf({ ...input, bg, pngColor: "rgba" })];
  expect([rgba.colourType, rgba.depth, rgba.chunkTypes[1]]).toEqual([6, 8, "IDAT"]);
  expect(Buffer.from(rgba.data).equals(Buffer.from(auto.data))).toBe(true);
});

test.each(cases)("gray keeps the brightness and the alpha of %s on %s", async (name, bg, input) => {
  const [auto, gray] = [await pngOf({ ...input, bg }), await pngOf({ ...input, bg, pngColor: "gray" })];
  const hasAlpha = bg === "transparent" || name === "a frame";
  expect([gray.colourType, gray.depth, gray.chunkTypes[1]]).toEqual([hasAlpha ? 4 : 0, 8, "IDAT"]);
  let most = 0;
  for (let at = 0; at < gray.data.length; at += 4) {
    const [red, green, blue, alpha] = gray.data.subarray(at, at + 4);
    if (red !== green || red !== blue) throw new Error("a pixel is not grey");
    if (alpha !== auto.data[at + 3]) throw new Error("a pixel has another alpha value");
    most = Math.max(most, Math.abs((red ?? 0) - grayOf(auto.data.subarray(at, at + 3))));
  }
  expect(most).toBeLessThanOrEqual(1);
});

test.each(Object.entries(pictures))(
  "auto uses 8 bits per channel or index for %s if it is transparent",
  async (_, input) => {
    const { colourType, depth } = await pngOf({ ...input, bg: "transparent" });
    expect([3, 6]).toContain(colourType);
    expect(depth).toBe(8);
  },
);

test("auto uses one bit per pixel for two opaque colours", async () => {
  expect(await pngOf({ color: "1a5fb4" })).toMatchObject({ colourType: 3, depth: 1 });
});

test.each(["rgba", "gray"])("decoders read a PNG in %s, and reports scan it", async (pngColor) => {
  const image = await pngOf({ pngColor, color: "1a5fb4", dotStyle: "dots" });
  for (const decoder of decoders) expect(await decoder.read(image), decoder.name).toBe(data);
});

describe("the library", () => {
  test.each(["rgba", "gray"] as const)("draws the pictures of the service in %s", async (pngColor) => {
    for (const look of [{}, { dotStyle: "dots", bg: "transparent" }, { size: 500, color: "1a5fb4" }] as const) {
      const png = toPng(data, { ...look, pngColor });
      expect(png).toEqual((await generate({ data, ...look, pngColor }, {})).body);
      expect(toDataUrl(data, { ...look, pngColor })).toBe(`data:image/png;base64,${encodeBase64(png)}`);
    }
    const look = { eyeStyle: "leaf", gradient: "linear,30,1a5fb4,813d9c", pngColor } as const;
    expect(toPng(data, design(look))).toEqual((await generate({ data, ...look }, {})).body);
  });

  test("ignores the colours of PNGs in data URIs of SVGs", () => {
    expect(toDataUrl(data, { format: "svg", pngColor: "gray" })).toBe(toDataUrl(data, { format: "svg" }));
    expect(toDataUrl(data, { format: "svg", ...design({ pngColor: "gray" }) })).toBe(
      toDataUrl(data, { format: "svg" }),
    );
  });

  test("rejects unknown values, and the option in toSvg", () => {
    const wrong = { pngColor: "cmyk" as "gray" };
    expect(() => toPng(data, wrong)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", field: "pngColor" }));
    const known: object = { pngColor: "gray" };
    expect(() => toSvg(data, known)).toThrow(expect.objectContaining({ values: { name: "toPng()" } }));
  });
});
