import { statSync } from "node:fs";
import fc from "fast-check";
import { isoqr } from "../../../cli/in-process.ts";
import { brokenSeed, cases, edgeNumber } from "../generate.ts";
import { bytesOf, type Recipe } from "../recipe.ts";
import { demand, type Target } from "../target.ts";
import { checkRan } from "./csv.ts";

const SEEDS = ["still.png", "interlaced.png", "baseline.jpg", "progressive.jpg", "still.gif", "lossy.webp"];
const sizeOf = (name: string) => statSync(new URL(`../../../logo/${name}`, import.meta.url)).size;

/** Maximum number of bytes by which decoding an image may raise the peak memory of this process. */
const MAX_MEMORY = 700 * 1024 * 1024;

/** Maximum processor time for one image in milliseconds. */
const MAX_TIME = 20_000;

const hex32 = (value: number) => value.toString(16).padStart(8, "0").slice(-8);

/** Generates PNGs whose header and pixels do not match, in all depths and colour types. */
const png: fc.Arbitrary<Recipe> = fc
  .record({
    width: edgeNumber,
    height: edgeNumber,
    method: fc.constantFrom(
      "0100000000",
      "0800000000",
      "0803000000",
      "0806000000",
      "1006000000",
      "0802000001",
      "0400000000",
      "ff06ff0000",
    ),
    rows: fc.nat(40_000),
    palette: fc.nat(300),
  })
  .map(({ width, height, method, rows, palette }) => [
    { hex: "89504e470d0a1a0a" },
    { chunk: "IHDR", body: [{ hex: hex32(width) + hex32(height) + method }] },
    ...(palette > 0 ? [{ chunk: "PLTE", body: [{ repeat: [{ hex: "00ff10" }], times: palette }] }] : []),
    { chunk: "IDAT", body: [{ deflate: [{ repeat: [{ hex: "00" }], times: rows * 16 }] }] },
    { chunk: "IEND", body: [] },
  ]);

const svg = fc
  .tuple(
    fc.constantFrom("1", "1e9", "1e-9", "100%", "0", "nan", "99999"),
    fc.constantFrom("", "<g>", '<use href="#a"/>', "&x;", "<!ENTITY>"),
    fc.nat(200),
  )
  .map(
    ([size, inside, times]): Recipe => [
      `<svg xmlns="http://www.w3.org/2000/svg" id="a" width="${size}" height="${size}">`,
      { repeat: [inside], times },
      "</svg>",
    ],
  );

/** Sends images to `isoqr decode`. */
export const decode: Target = {
  name: "decode",
  inputs: cases([], ...SEEDS.map((name) => brokenSeed(name, sizeOf(name))), png, png, svg),
  async open() {
    return {
      async check({ input }) {
        const bytes = bytesOf(input);
        const memory = process.resourceUsage().maxRSS;
        const time = process.cpuUsage();
        const ran = await isoqr(["decode", "-"], { input: bytes });
        const { user, system } = process.cpuUsage(time);
        checkRan(ran, bytes.subarray(0, 10_000).toString());
        const more = 1024 * (process.resourceUsage().maxRSS - memory);
        demand(more < MAX_MEMORY, `an image of ${bytes.length} bytes takes ${Math.round(more / 1e6)} MB of memory`);
        demand(
          (user + system) / 1000 < MAX_TIME,
          `an image of ${bytes.length} bytes takes ${Math.round(user / 1e6)} s`,
        );
        checkAnswer(bytes, ran.code, ran.stderr);
      },
      close: async () => undefined,
    };
  },
};

/** Larger images are not decoded. The error must say that they are too large, not that they have no QR code. */
const MAX_PIXELS = 8192 * 8192;

function checkAnswer(bytes: Buffer, code: number, stderr: string): void {
  if (bytes.length < 33 || bytes.toString("latin1", 12, 16) !== "IHDR") return;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isMisleading = code !== 0 && /no QR code/.test(stderr) && width * height > MAX_PIXELS;
  demand(!isMisleading, `an image of ${width} x ${height} pixels is reported as having no code: ${stderr.trim()}`);
}
