import { statSync } from "node:fs";
import fc from "fast-check";
import { readPng } from "../../../decoders/png-reader.ts";
import { openApp } from "../app.ts";
import { checkLoop, sizesOf } from "../bounded.ts";
import { brokenSeed, cases, edgeField, edgeNumber, everyPump, pumped } from "../generate.ts";
import type { Recipe } from "../recipe.ts";
import { demand, type Target } from "../target.ts";

const SEEDS = [
  "still.png",
  "interlaced.png",
  "baseline.jpg",
  "progressive.jpg",
  "cmyk.jpg",
  "lossy.webp",
  "lossless.webp",
  "alpha.webp",
  "animated.webp",
];

const sizeOf = (name: string) => statSync(new URL(`../../../logo/${name}`, import.meta.url)).size;

/** Logos are stretched to this size in bytes, the maximum that is read of an SVG before it is drawn. */
const STRETCHED = 96 * 1024;

/** Larger logos are not sent, because the test's own work on such a body would count as blocking the event loop.
 *  Servers read at most 4 MiB of a body. */
const MAX_SENT = 8 * 1024 * 1024;

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const SVG = `<svg ${XMLNS} viewBox="0 0 9 9"`;

const hex32 = (value: number) => value.toString(16).padStart(8, "0").slice(-8);

/** Generates PNGs of any size, depth and colour type, with little or much data. */
const png: fc.Arbitrary<Recipe> = fc
  .record({
    width: edgeNumber,
    height: edgeNumber,
    method: fc.constantFrom(
      "0100000000",
      "0800000000",
      "0803000000",
      "0806000000",
      "1006000001",
      "0802000007",
      "ff06ff0000",
    ),
    type: fc.constantFrom("PLTE", "tRNS", "iCCP", "zTXt", "acTL", "eXIf"),
    extra: fc.nat(3000),
    rows: fc.nat(3000),
    end: fc.boolean(),
  })
  .map(({ width, height, method, type, extra, rows, end }) => [
    { hex: "89504e470d0a1a0a" },
    { chunk: "IHDR", body: [{ hex: hex32(width) + hex32(height) + method }] },
    { chunk: type, body: [{ repeat: [{ hex: "00ff10" }], times: extra }] },
    { chunk: "IDAT", body: [{ deflate: [{ repeat: [{ hex: "00" }], times: rows * 64 }] }] },
    ...(end ? [{ chunk: "IEND", body: [] }] : []),
  ]);

/** Generates JPEG segments with wrong lengths, many scans, and any dimensions. */
const jpeg: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.array(
      fc.tuple(fc.constantFrom("ffe0", "ffe1", "ffc0", "ffc2", "ffda", "ffdb", "ffc4", "ffff", "ffd8"), edgeField),
      {
        maxLength: 6,
      },
    ),
    fc.nat(2000),
  )
  .map(([segments, times]) => [
    { hex: "ffd8" },
    ...segments.flatMap(([marker, field]) => [{ hex: marker }, field]),
    { repeat: [{ hex: "ffda000801010000003f00ff00" }], times },
    { hex: "ffd9" },
  ]);

/** Generates WebP chunks with wrong lengths, in any order. */
const webp: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom("VP8 ", "VP8L", "VP8X", "ANIM", "ANMF", "ALPH", "EXIF"), edgeField), {
      maxLength: 4,
    }),
    fc.nat(1000),
  )
  .map(([chunks, times]) => [
    "RIFF",
    { hex: "ff7f0000" },
    "WEBP",
    ...chunks.flatMap(([name, field]) => [name, { hex: "0a000000" }, field, { hex: "2f00c0ff3f00" }]),
    { repeat: ["ANMF", { hex: "0000000000" }], times },
  ]);

const STARTS = [
  `<svg ${XMLNS} width="`,
  `<svg ${XMLNS} viewBox="`,
  `<svg ${XMLNS} width="1" height="1`,
  '<!DOCTYPE svg PUBLIC "x"',
  "<!DOCTYPE svg",
  "<!DOCTYPE ",
  "<?xml ",
  "<!--",
  "<svg",
  "<svg ",
  "<",
  `${SVG}><g `,
  `${SVG}><path d="`,
  `${SVG}><path style="`,
  `${SVG}><path fill="`,
  `${SVG}><path stroke-dasharray="`,
  `${SVG}><path transform="`,
  `${SVG}><g filter="`,
  `${SVG}><use href="`,
  `${SVG}><image href="data:image/png;base64,`,
  `${SVG}><style>`,
  `${SVG}><style>.a{fill:`,
  `${SVG}><style>.`,
  `${SVG}><desc>&`,
];
const TOKENS = [
  "1",
  " ",
  "\t",
  "\n",
  "-",
  ".",
  "e",
  "1e1",
  "a",
  "a:",
  '"',
  "'",
  "=",
  "&",
  "&#1;",
  ";",
  "url(",
  "(",
  ":",
  ",",
  "{}",
  "</",
  "<g>",
  "<!",
  "/",
  "%20",
  "0 0",
];
const ENDS = [
  "!",
  '!"/>',
  '"/>',
  '"></svg>',
  "</style></svg>",
  ">",
  "/>",
  "</svg>",
  "!</style></svg>",
  ")",
  "\0",
  "</g></svg>",
];

/** Generates nested elements that refer to each other. */
const shapes: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        '<g id="a">',
        "</g>",
        '<use href="#a"/>',
        '<use href="#b"/>',
        '<path id="b" d="M0 0h9v9z"/>',
        '<pattern id="a" width="1" height="1">',
        '<g filter="url(#a)">',
        '<filter id="a"><feTurbulence/></filter>',
        '<path fill="url(#a)" d="M0 0h9v9z"/>',
        '<mask id="b">',
        '<g transform="scale(1e6)">',
        '<g opacity=".5">',
        '<clipPath id="a">',
        "<script>1</script>",
        "<foreignObject/>",
        '<image href="http://[::1]/"/>',
        "<text>x</text>",
        "<style>.a{fill:url(#b)}</style>",
        "<a:b/>",
        "<!ENTITY x 'y'>",
        "&x;",
        '<path d="M0 0L1e9 1e9"/>',
      ),
      { maxLength: 8 },
    ),
    fc.integer({ min: 1, max: 300 }),
  )
  .map(([tokens, times]) => [SVG, ">", { repeat: tokens, times }, "</svg>"]);

/** Sends logos of all four types as if they came from untrusted sources. */
export const logos: Target = {
  name: "logos",
  inputs: cases(
    [],
    ...SEEDS.map((name) => brokenSeed(name, sizeOf(name))),
    png,
    jpeg,
    webp,
    fc.oneof(pumped(STARTS, TOKENS, ENDS), shapes),
    pumped(STARTS, TOKENS, ENDS),
    pumped(STARTS, TOKENS, ENDS),
  ),
  every: everyPump(STARTS, TOKENS, ['!"/>']),
  async open() {
    const { ask, close } = openApp();
    // Starts the thread now, so that its startup time is not measured.
    await ask("POST", "/api/qr", Buffer.from(JSON.stringify({ data: "x", logoData: `${SVG}/>` })));
    return {
      async check(one) {
        const all = sizesOf(one, STRETCHED).filter((bytes) => bytes.length <= MAX_SENT);
        await checkLoop(all, async (bytes) => {
          const input = { data: "isoqr", logoData: bytes.toString("base64") };
          const { response, body } = await ask("POST", "/api/qr", Buffer.from(JSON.stringify(input)));
          if (response.status === 200) demand(readPng(body).width === 256, "the picture has the wrong size");
        });
      },
      close: async () => close(),
    };
  },
};
