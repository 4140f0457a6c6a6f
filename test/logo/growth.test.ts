import { describe, expect, test } from "vitest";
import { createService } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { processorTime } from "../processor-time.ts";
import { heavy, svgBytes } from "./logos.ts";

/** Checks that processor time grows linearly with the size of a logo. Compares logos that repeat a construct with logos
 *  of half the size. */

const LARGE = 2 * 1024 * 1024 - 64;

/** Maximum ratio between the time for a logo and the time for a logo of half the size. The ratio of linear work is 2,
 *  or slightly more because large logos use slower memory. The ratio of quadratic work is 4. */
const MAX_GROWTH = 3.2;

/** Times below this number of milliseconds pass, because they are too short to compare. */
const FLOOR = MAX_GROWTH * 30;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"';
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** SVGs. Each consists of a start, the part to repeat, and an end. */
const texts: readonly (readonly [string, string, string])[] = [
  [`<svg xmlns="http://www.w3.org/2000/svg" width="`, "1", '!"/>'],
  [`<svg xmlns="http://www.w3.org/2000/svg" width="`, " ", '!"/>'],
  [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="`, " 1", '!"/>'],
  [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="`, " ,", '!"/>'],
  [`<!DOCTYPE svg PUBLIC "x"`, " ", "!"],
  [`<!DOCTYPE svg PUBLIC "`, "x", "!"],
  ["<!DOCTYPE svg", " ", "!"],
  ["<!DOCTYPE ", "s", "!"],
  ["<!DOCTYPE svg", ">", ""],
  ["", "<!DOCTYPE svg>", ""],
  ["", "<!---->", ""],
  ["<!--", "--", ">"],
  ["<?xml ", "?", ">"],
  ["<svg", " ", "!"],
  ["<svg", " a=''", "!"],
  ["<svg ", "a", "!"],
  ["<svg a", " ", "!"],
  ["<svg a=", " ", "!"],
  ["<svg a='", '"', "!"],
  ["<svg", " xmlns:a='http://www.w3.org/2000/svg'", "/>"],
  ["<", "svg:", "/>"],
  [`${SVG} a="`, "&#1", '"/>'],
  [`${SVG} a="`, "&amp;", '"/>'],
  [`${SVG} a="`, "&", '"/>'],
  [`${SVG}><![CDATA[`, "]]", ">"],
  [`${SVG}><style>`, "<![CDATA[ ]]>", "</style></svg>"],
  [`${SVG}><style>`, ".a{}", "</style></svg>"],
  [`${SVG}><style>`, ",", "{opacity:0}</style></svg>"],
  [`${SVG}><path d="M0 0h9v9" stroke-dasharray="`, " ", '!"/></svg>'],
  [`${SVG}><path d="M0 0h9v9" fill="`, "url(", '"/></svg>'],
  [`${SVG}><path d="M0 0h9v9" fill="url(`, " ", '"/></svg>'],
  [`${SVG}><path d="`, "1.", 'e"/></svg>'],
  [`${SVG}><path d="`, "1e", '"/></svg>'],
  [`${SVG}><path class="`, "a ", '"/></svg>'],
  [`${SVG}><image href="data:image/png;base64,`, "A", '"/></svg>'],
  [`${SVG}><image href="data:image/png;base64,`, "&#10;", '"/></svg>'],
  [`${SVG}>`, `<image href="data:image/png;base64,${PIXEL}"/>`, "</svg>"],
  [`${SVG}><image href="data:image/jpeg;base64,/9j/`, "4QAC", '"/></svg>'],
  [SVG, " ", "><g>"],
];

const SCAN = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xda, 0, 2];
/** A baseline CMYK JPEG of 4000 x 4000 pixels, with codes of one or two bits. */
const LARGE_FRAME = [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(1), 0xff, 0xc0, 0, 20, 8].concat(
  [0x0f, 0xa0, 0x0f, 0xa0, 4],
  [1, 2, 3, 4].flatMap((id) => [id, 0x11, 0]),
);
const TABLE = [0xff, 0xc4, 0, 21, 0, 1, 1, ...new Array<number>(14).fill(0), 0, 1];
const LARGE_SCAN = [0xff, 0xda, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0];
const VP8X = [...Buffer.from("RIFF    WEBPVP8X"), 10, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 9, 0, 0];
const EXIF = [0xff, 0xe1, 0, 24, ...Buffer.from("Exif\0\0MM\0*\0\0\0\b"), 0xff, 0xff, 0, 0, 0, 0, 0, 0];
/** Binary files. Each consists of a name, the bytes at the start, and the bytes to repeat. */
const binaries: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ["a JPEG of fill bytes", [0xff, 0xd8], [0xff]],
  ["a JPEG of empty segments", [0xff, 0xd8], [0xff, 0xe1, 0, 2]],
  ["a JPEG of EXIF segments", [0xff, 0xd8], EXIF],
  ["a JPEG whose scan is fill bytes", SCAN, [0xff]],
  ["a JPEG whose scan is stuffed", SCAN, [0xff, 0]],
  ["a JPEG of scans", SCAN, [0xff, 0xda, 0, 2, 0xff, 0]],
  ["a large JPEG of tables", LARGE_FRAME, TABLE],
  ["a large JPEG with restarts", [...LARGE_FRAME, 0xff, 0xdd, 0, 4, 0, 1, ...LARGE_SCAN], [0xff, 0xd0]],
  ["a large JPEG of coefficients", [...LARGE_FRAME, ...TABLE, ...TABLE.with(4, 16), ...LARGE_SCAN], [0x92, 0x49, 0x24]],
  ["a WebP of empty chunks", VP8X, [...Buffer.from("ABCD"), 0, 0, 0, 0]],
  ["a WebP of empty frames", VP8X, [...Buffer.from("ANMF"), 0, 0, 0, 0]],
  [
    "a PNG of empty chunks",
    [...Buffer.from(PIXEL, "base64").subarray(0, 33)],
    [0, 0, 0, 0, ...Buffer.from("tEXt"), 0, 0, 0, 0],
  ],
  ["base64 of zeros", [], [0]],
];

function textOf([before, again, after]: (typeof texts)[number], length: number): string {
  const room = Math.max(1, Math.floor((length - before.length - after.length) / again.length));
  return Buffer.from(before + again.repeat(room) + after).toString("base64");
}

function fileOf(before: readonly number[], again: readonly number[], length: number): string {
  const bytes = Buffer.alloc(length);
  for (let at = before.length; at < length; at += again.length) bytes.set(again.slice(0, length - at), at);
  bytes.set(before);
  return bytes.toString("base64");
}

/** Resolves to the milliseconds of processor time that the service takes for a logo, in all threads. */
function timeOf(logoData: string, runs?: number): Promise<number> {
  return processorTime(async () => {
    const service = createService({ heavy });
    await service.generate({ data: "x", logoData, size: 32 }).catch(() => undefined);
  }, runs);
}

/** Compares the times up to three times, because the machine's speed may change between the two logos. Quadratic work
 *  fails each time. */
async function expectLinear(make: (length: number) => string, length: number): Promise<void> {
  // Most files take less time than can be compared, so measure them only once.
  const first = await timeOf(make(length), 1);
  if (first < FLOOR) return expect(first).toBeLessThan(FLOOR);
  for (let tries = 1; ; tries++) {
    const half = await timeOf(make(length / 2));
    const whole = await timeOf(make(length));
    const most = Math.max(FLOOR, MAX_GROWTH * half);
    if (whole >= most && tries < 3) continue;
    expect(whole, `half the length takes ${half} ms`).toBeLessThan(most);
    return;
  }
}

describe("time grows linearly with the logo", () => {
  // The first length is within the limit for the head of an SVG, and the second is within the limit for an SVG without
  // images.
  test.each(texts)(
    "takes linear time for the SVG %s %s %s",
    async (...text) => {
      for (const length of [64 * 1024, 256 * 1024]) await expectLinear((some) => textOf(text, some), length);
    },
    120_000,
  );

  test.each(binaries)(
    "takes linear time for %s",
    async (_, before, again) => {
      await expectLinear((length) => fileOf(before, again, length), LARGE);
    },
    120_000,
  );
});

test("only work that is fast for every file runs outside the threads", async () => {
  const read: Uint8Array[] = [];
  const readLogo = async (bytes: Uint8Array) => {
    read.push(bytes);
    throw new Error("the header was read in a thread");
  };
  const service = createService({ heavy: withJobs(heavy, { readLogo }) });
  const ask = (logoData: string) => service.generate({ data: "x", logoData });
  const files = [fileOf(SCAN, [0xff], 4096), fileOf(VP8X, [0], 4096), Buffer.from(svgBytes(SVG)).toString("base64")];
  for (const file of files) await expect(ask(file)).rejects.toThrow("the header was read in a thread");
  expect(read).toHaveLength(3);
  await ask(PIXEL);
  await expect(ask(fileOf([], [7], 4096))).rejects.toThrow("cannot be read as an image");
  expect(read).toHaveLength(3);
});
