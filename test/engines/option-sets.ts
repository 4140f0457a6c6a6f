import { readFileSync } from "node:fs";
import type { SvgOptions } from "../../src/index.ts";
import type { ImageFormat } from "../../src/options/formats.ts";
import { presetNames } from "../../src/options/presets.ts";
import { lookTable, pngTable } from "../../src/options/table.ts";
import { createRandom, levels, mixedText, pick } from "../core/texts.ts";

type Random = ReturnType<typeof createRandom>;

const colorOf = (random: Random) => random(0x1000000).toString(16).padStart(6, "0");

const logoFile = (path: string) => readFileSync(new URL(path, import.meta.url), "base64");

/** For each format, a logo for which every host returns the same bytes. An SVG contains an SVG logo unchanged. The logo
 *  of a PNG is an opaque PNG, because each browser rasterizes shapes, and rounds the colours of translucent pixels, in
 *  its own way. */
const logos: Readonly<Record<ImageFormat, string>> = {
  svg: `data:image/svg+xml;base64,${logoFile("./pages/logo.svg")}`,
  png: `data:image/png;base64,${logoFile("../logo/still.png")}`,
};

/** Returns `count` sets of options, which depend only on the seed. They cover all options of the library with all kinds
 *  of values. A few sets are invalid. */
export function optionSets(count: number, seed: number): Record<string, unknown>[] {
  const random = createRandom(seed);
  const color = () => colorOf(random);
  const values = {
    size: () => pick(random, [32, 64, 256, 300, 32 + random(600)]),
    margin: () => random(11),
    ec: () => pick(random, levels),
    dotStyle: () => pick(random, pngTable.dotStyle.of),
    color,
    bg: () => pick(random, [color(), color(), "transparent"]),
    version: () => 1 + random(40),
    maxVersion: () => 1 + random(40),
    mask: () => random(8),
    boost: () => true,
    optimize: () => "scan",
    eci: () => true,
    pngColor: (format: ImageFormat) => (format === "png" ? pick(random, pngTable.pngColor.of) : undefined),
    title: () => "Ein <Titel> & mehr",
    // Only a quarter of the sets have a logo, because the server takes milliseconds to draw one.
    logo: (format: ImageFormat) => (random(2) ? logos[format] : undefined),
    logoSize: () => (10 + random(31)) / 100,
    logoMargin: () => random(21),
  } satisfies Readonly<Record<Exclude<keyof SvgOptions, "moduleSize">, (format: ImageFormat) => unknown>>;
  return Array.from({ length: count }, (_, index) => {
    const format = pick(random, ["png", "svg"] as const);
    const { logo, pngColor, ...others } = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (random(2) ? [[name, value(format)] as const] : [])),
    );
    return {
      data: index % 25 === 7 ? "long ".repeat(300 + random(500)) : mixedText(random, 5, 20),
      format,
      ...others,
      // The option's name in the HTTP API, which the library also accepts.
      ...(pngColor !== undefined && { pngColor }),
      ...(logo !== undefined && { logoData: logo }),
      ...(index % 50 === 9 ? { mask: 8 } : {}),
    };
  });
}

/** Returns `count` sets of options for designs, which depend only on the seed. They cover all look options, except
 *  captions, which the library cannot draw. */
export function lookSets(count: number, seed: number): Record<string, unknown>[] {
  const random = createRandom(seed);
  const color = () => colorOf(random);
  const gradient = () => {
    let last = 0;
    const position = () => {
      last += random(101 - last);
      return last;
    };
    const stops = Array.from({ length: 2 + random(4) }, () => (random(4) ? color() : `${color()}@${position()}`));
    return [random(2) ? `linear,${random(360)}` : "radial", ...stops].join(",");
  };
  const values = {
    preset: () => pick(random, [undefined, undefined, ...presetNames]),
    dotStyle: () => pick(random, lookTable.dotStyle.of),
    dotSize: () => (90 + random(11)) / 100,
    eyeStyle: () => pick(random, lookTable.eyeStyle.of),
    pupilStyle: () => pick(random, lookTable.pupilStyle.of),
    alignmentStyle: () => pick(random, lookTable.alignmentStyle.of),
    eyeColor: color,
    pupilColor: color,
    gradient,
    eyeGradient: gradient,
    bgGradient: gradient,
    frame: () => pick(random, lookTable.frame.of),
    caption: () => undefined,
    frameColor: color,
    captionFont: () => pick(random, lookTable.captionFont.of),
    captionIcon: () => pick(random, lookTable.captionIcon.of),
    captionColor: color,
    logoShape: () => pick(random, lookTable.logoShape.of),
    logoPosition: () => pick(random, lookTable.logoPosition.of),
  } satisfies Readonly<Record<keyof typeof lookTable | "preset", () => unknown>>;
  return Array.from({ length: count }, () => {
    const format = pick(random, ["png", "svg"] as const);
    const look = Object.entries(values).flatMap(([name, value]) => (random(3) === 0 ? [[name, value()] as const] : []));
    return {
      data: mixedText(random, 5, 20),
      format,
      // Frames leave up to 42 % of the width to the code.
      size: pick(random, [128, 256, 300, 128 + random(600)]),
      ec: pick(random, levels),
      color: color(),
      bg: pick(random, [color(), "transparent"]),
      ...Object.fromEntries(look.filter(([, value]) => value !== undefined)),
      ...(random(6) === 0 && { logoData: logos[format] }),
    };
  });
}
