import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/options/parse.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { decoders, jsqr, zxing } from "../decoders/decoders.ts";
import { black, type Color, screen, white } from "../decoders/terminal.ts";

const draw = (input: Readonly<Record<string, unknown>>) =>
  String(drawPicture(checkOptions({ ...input, format: "txt" })).body);

/** Terminal themes: name, text colour, background. */
const dark: readonly (readonly [string, Color, Color])[] = [
  ["black", white, black],
  ["Solarized dark", [131, 148, 150], [0, 43, 54]],
];
const light: readonly (readonly [string, Color, Color])[] = [
  ["white", black, white],
  ["Solarized light", [101, 123, 131], [253, 246, 227]],
];

const texts: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["a short text", { data: "https://example.com" }],
  ["UTF-8", { data: "Grüße, 世界 👩‍🚀" }],
  ["a narrow quiet zone", { data: "https://example.com", margin: 2 }],
  ["a large symbol", { data: "x".repeat(300), ec: "Q" }],
];

describe.each(texts)("%s", (_, input) => {
  test.each(dark)("every decoder reads the code on a %s terminal", async (_theme, ink, paper) => {
    const pixels = screen(draw(input), ink, paper);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(input.data);
  });

  test.each(light)(
    "decoders that support inverted codes read the code on a %s terminal",
    async (_theme, ink, paper) => {
      const pixels = screen(draw(input), ink, paper);
      for (const decoder of [zxing, jsqr]) expect(await decoder.read(pixels), decoder.name).toBe(input.data);
    },
  );
});

test("draws the symbol and its quiet zone with two modules per character", () => {
  for (const margin of [0, 1, 4, 10]) {
    const lines = draw({ data: "x", margin }).split("\n");
    expect(lines.pop()).toBe("");
    const side = 21 + 2 * margin;
    expect(lines).toHaveLength((side + 1) / 2);
    for (const line of lines) expect(line).toMatch(new RegExp(`^[ ▀▄█]{${side}}$`));
  }
  expect(draw({ data: "x", margin: 2 }).split("\n")[0]).toBe("█".repeat(25));
});

test("ignores the options of images and logos", () => {
  const plain = draw({ data: "x", ec: "H" });
  const look = { size: 2048, color: "ff0000", bg: "00ff00", dotStyle: "dots", title: "a code" };
  expect(draw({ data: "x", ec: "H", ...look })).toBe(plain);
  expect(draw({ data: "x", ec: "H", logo: "nonsense", logoData: "aGk=", logoSize: 7 })).toBe(plain);
});
