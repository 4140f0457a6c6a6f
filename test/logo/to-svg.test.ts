import { describe, expect, test } from "vitest";
import { design, encode, QrError, type SvgOptions, toMatrix, toPng, toSvg, toTerminal } from "../../src/index.ts";
import { EMBEDDED } from "../../src/logo/embed.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { integerRange, numberRange } from "../../src/messages/option-rules.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { generate } from "../../src/service/generate.ts";
import { textOf } from "../../src/svg.ts";
import { encodeBase64 } from "../../src/text/base64.ts";
import { joinBytes } from "../../src/text/bytes.ts";
import { decoders } from "../decoders/decoders.ts";
import { colourAt, type Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { ruleText } from "../rule-text.ts";
import { exif } from "./jpeg.ts";
import { heavy, logoFile, QUARTERS, svgBytes } from "./logos.ts";

const files = [
  ["still.png", "png"],
  ["interlaced.png", "png"],
  ["baseline.jpg", "jpeg"],
  ["progressive.jpg", "jpeg"],
  ["svg", "svg+xml"],
] as const;

const data = "https://example.com/with/a/logo";
const inBase64 = (bytes: Uint8Array, type: string) => `data:${type};base64,${encodeBase64(bytes)}`;
const anyFile = ruleText(EMBEDDED, "logo");

/** Returns the red, green and blue of the square in the middle of a picture whose sides have `side` pixels. */
function middleOf({ width, height, data }: Pixels, side: number): readonly number[] {
  const rows = Array.from({ length: side }, (_, y) => ((height - side) / 2 + y) * width + (width - side) / 2);
  return rows.flatMap((start) => [...data.subarray(4 * start, 4 * (start + side))].filter((_, at) => at % 4 < 3));
}

describe("toSvg", () => {
  test.each(files)("draws a code with %s that scans", async (name, type) => {
    const logo = name === "svg" ? svgBytes(QUARTERS) : logoFile(name);
    const svg = toSvg(data, { logo, size: 400, dotStyle: "rounded", logoMargin: 4 });
    expect(svg).toContain(`href="${inBase64(logo, `image/${type}`)}"/></svg>`);
    const picture = await rasterize(svg);
    for (const decoder of decoders) expect(await decoder.read(picture), decoder.name).toBe(data);
    expect(colourAt(picture, 180, 190)).toMatch(/^[cde].[0-3].[0-3].$/);
    expect(colourAt(picture, 220, 210)).toMatch(/^[ef].[bcd].[0-3].$/);
  });

  test("writes xlink:href, for programs that know only SVG 1.1", () => {
    const svg = toSvg(data, { logo: svgBytes(QUARTERS) });
    expect(svg).toMatch(/ xmlns:xlink="http:\/\/www\.w3\.org\/1999\/xlink" xlink:href="data:[^"]+"\/><\/svg>$/);
    expect(toSvg(data)).not.toContain("xlink");
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("turns a JPEG with orientation %i as in the PNG", async (orientation) => {
    const file = logoFile("baseline.jpg");
    const logo = joinBytes([file.subarray(0, 2), Uint8Array.from(exif(orientation)), file.subarray(2)]);
    for (const more of [{}, { logoShape: "rounded", frame: "plain" }] as const) {
      const options = { size: 400, logoSize: 0.4, ...more };
      const svg = toSvg(data, design({ ...options, logo }));
      const [, embedded = ""] = /href="data:image\/jpeg;base64,([^"]+)"/.exec(svg) ?? [];
      const bytes = Buffer.from(embedded, "base64");
      // Only the orientation in the file changes, so that browsers do not apply it a second time.
      expect(readLogoHeader(bytes).orientation).toBe(1);
      expect(bytes.filter((byte, at) => byte !== logo[at])).toHaveLength(orientation > 1 ? 1 : 0);
      const input = { ...options, data, format: "png", logoData: encodeBase64(logo) };
      const { body } = await generate(input, { heavy });
      const [seen, wanted] = [await rasterize(svg), await readPng(body as Uint8Array<ArrayBuffer>)];
      expect([seen.width, seen.height]).toEqual([wanted.width, wanted.height]);
      // The inner part of the logo, which is in the middle of the picture.
      const [inSvg, inPng] = [middleOf(seen, 60), middleOf(wanted, 60)];
      const far = inSvg.filter((value, at) => Math.abs(value - (inPng[at] ?? 0)) > 48).length;
      expect(far / (3 * 60 ** 2)).toBeLessThan(0.1);
    }
  });

  test("places modules and logos as the service does", async () => {
    for (const more of [
      {},
      { logoSize: 0.4 },
      { ec: "L", logoSize: 0.1 },
      { dotStyle: "dots", logoMargin: 9 },
    ] as const) {
      const options = { size: 512, color: "204060", title: "A & b", ...more };
      const logo = svgBytes(QUARTERS);
      const { body } = await generate({ ...options, data, format: "svg", logoData: encodeBase64(logo) }, { heavy });
      const withoutImage = (svg: string) => svg.replace(/ (?:href|preserveAspectRatio)="[^"]*"/g, "");
      expect(withoutImage(toSvg(data, { ...options, logo }))).toBe(withoutImage(String(body)));
    }
  });

  test("draws the same code as without a logo, except for the level and the modules around the logo", () => {
    const plain = textOf(drawSvgDesign(checkOptions({ data, ec: "H", version: 5, format: "svg" })));
    expect(toSvg(data, { version: 5, ec: "H" })).toBe(plain);
    const withLogo = toSvg(data, { version: 5, logo: svgBytes(QUARTERS), logoSize: 0.1 });
    const start = plain.slice(0, plain.indexOf(" d=", plain.indexOf("evenodd")));
    expect(withLogo.slice(0, start.length)).toBe(start);
  });

  test("draws the logo even if no version is safe", () => {
    const svg = toSvg("HELLO", { logo: svgBytes(QUARTERS), ec: "L", logoSize: 0.4, size: 100, logoMargin: 20 });
    expect(svg).toContain("<image ");
  });

  test("rejects a logo wherever it cannot be drawn, and never ignores one", () => {
    for (const name of ["logo", "logoData"]) {
      const failed = (draw: (text: string, options: SvgOptions) => unknown) => () => draw("x", { [name]: "logo.png" });
      expect(failed(toSvg)).toThrow(anyFile);
      expect(failed(toPng)).toThrow("logo needs draw()");
      expect(failed(toPng)).toThrow(QrError);
      for (const draw of [encode, toMatrix, toTerminal]) {
        expect(failed(draw)).toThrow("logo needs toSvg() or draw()");
      }
    }
    expect(() => toSvg("x", { logo: svgBytes(QUARTERS), logoSize: 0.5 })).toThrow(
      ruleText(numberRange, "logoSize", { min: 0.1, max: 0.4 }),
    );
    expect(() => toSvg("x", { logo: svgBytes(QUARTERS), logoMargin: 21 })).toThrow(
      ruleText(integerRange, "logoMargin", { min: 0, max: 20 }),
    );
  });

  test("ignores a logo that is undefined or null, like every option", () => {
    expect(toSvg("x", { logo: undefined })).toBe(toSvg("x"));
    expect(toSvg("x", { logo: null } as unknown as SvgOptions)).toBe(toSvg("x"));
    expect(toMatrix("x").size).toBe(encode("x").side);
  });
});
