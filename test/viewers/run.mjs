import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import jsqr from "jsqr";
import { design, draw, toPng, toSvg } from "../../dist/index-node.js";
import { toEps, toPdf } from "../../dist/print.js";
import { faultsOf, install, pixelsOf, viewersIn } from "./programs.mjs";

// Draws codes with programs and libraries that know less of SVG and PNG than browsers, or that print, and compares what they
// draw with the PNG. Needs `npm run build:js`. Installs Debian's packages and npm packages. Option: --inkscape, which is large.

const SIZE = 400;
const data = "https://example.com/with/a/logo";
const withInkscape = process.argv.includes("--inkscape");
const logos = fileURLToPath(new URL("../logo/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-viewers-"));
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const quarters = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48"><path fill="#d02020" d="M0 0h32v48H0"/><path fill="#20a040" d="M32 0h32v48H32"/></svg>`,
);

/** Returns a JPEG with an EXIF orientation. */
function turned(orientation) {
  const file = readFileSync(`${logos}baseline.jpg`);
  const entry = [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
  const body = [...Buffer.from("Exif\0\0II*\0"), 8, 0, 0, 0, 1, 0, ...entry, 0, 0, 0, 0];
  return Buffer.concat([file.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, body.length + 2, ...body]), file.subarray(2)]);
}

/** The largest average difference of a channel between a picture and the PNG, inside the area of the logo or everywhere.
 *  Programs smooth edges and images differently. A missing or sideways logo differs by more than 60. */
const MOST = 12;

function difference(seen, wanted, share) {
  const { width } = wanted;
  if (seen.width !== width || Math.abs(seen.height - wanted.height) > 1) return Number.POSITIVE_INFINITY;
  const [from, to] = [(width * (1 - share)) / 2, (width * (1 + share)) / 2].map(Math.round);
  let sum = 0;
  for (let y = from; y < to; y++) {
    for (let at = 3 * (width * y + from); at < 3 * (width * y + to); at++) {
      sum += Math.abs(seen.colours[at] - wanted.colours[at]);
    }
  }
  return sum / (3 * (to - from) ** 2);
}

/** Returns the text that jsQR reads. */
function readBy({ width, height, colours }) {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at++) pixels.set(colours.subarray(3 * at, 3 * at + 3), 4 * at);
  return jsqr(pixels, width, height)?.data;
}

/** Prints the fault that `find` returns, if any. */
async function expectNone(what, find) {
  let fault;
  try {
    fault = await find();
  } catch (error) {
    fault = String(error.stderr ?? error.stack);
  }
  if (fault) failures += 1;
  console.log(`${fault ? "FAILED" : "ok    "} ${what}${fault ? `: ${fault}` : ""}`);
}

let failures = 0;
async function check(name, what, show, wanted, share) {
  let by;
  try {
    by = difference(await show(), wanted, share);
  } catch (error) {
    by = String(error.stderr ?? error.stack);
  }
  const isOk = by <= MOST;
  if (!isOk) failures += 1;
  console.log(`${isOk ? "ok    " : "FAILED"} ${name}: ${what}: ${typeof by === "number" ? by.toFixed(1) : by}`);
}

try {
  install(folder, withInkscape);
  const viewers = await viewersIn(folder, withInkscape);
  const file = join(folder, "code");

  const logosOf = {
    "a PNG logo": [readFileSync(`${logos}still.png`)],
    "a WebP logo as a PNG": [readFileSync(`${logos}lossless.webp`), { logoFormat: "png" }],
    "an SVG logo as a PNG": [quarters, { logoFormat: "png" }],
    "a transparent code with a PNG logo": [readFileSync(`${logos}still.png`), { bg: "transparent", logoFormat: "png" }],
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`a JPEG logo with orientation ${at + 1}`, [turned(at + 1)]]),
    ),
  };
  for (const [what, [logo, more]] of Object.entries(logosOf)) {
    const options = { logo, size: SIZE, logoSize: 0.4, ...more };
    const wanted = pixelsOf(await draw(data, options));
    const text = more ? await draw(data, { ...options, format: "svg" }) : toSvg(data, options);
    writeFileSync(`${file}.svg`, text);
    for (const [name, show] of Object.entries(viewers.svg)) {
      await check(name, what, () => show(`${file}.svg`, SIZE), wanted, 0.2);
    }
  }

  for (const pngColor of ["auto", "rgba", "gray"]) {
    for (const bg of ["ffffff", "transparent"]) {
      for (const look of [{}, { color: "1a5fb4", dotStyle: "dots" }]) {
        const options = { size: SIZE, bg, ...look, pngColor };
        const wanted = pixelsOf(toPng(data, { ...options, bg: "ffffff" }));
        writeFileSync(`${file}.png`, toPng(data, options));
        const what = `a PNG in ${pngColor} on ${bg}${look.dotStyle ? ", dots" : ""}`;
        for (const [name, show] of Object.entries(viewers.png)) {
          await check(name, what, () => show(`${file}.png`, SIZE), wanted, 1);
        }
      }
    }
  }

  const looks = {
    plain: {},
    transparent: { bg: "transparent" },
    rounded: { dotStyle: "rounded", color: "1a5fb4" },
    "a gradient": { dotStyle: "fluid", gradient: "linear,45,1a5fb4,813d9c", eyeGradient: "radial,c01c28,9a3412" },
    lines: { dotStyle: "vertical-line", gradient: "linear,90,1a5fb4,813d9c" },
    "a frame": { dotStyle: "rounded", frame: "badge", frameColor: "c01c28" },
    "a gradient behind it": { bgGradient: "linear,0,ffffff,f6d32d" },
  };
  const writers = { pdf: toPdf, eps: toEps };
  for (const [what, look] of Object.entries(looks)) {
    // Modules are whole pixels, so that a PNG has the same edges at 96 pixels per inch.
    const options = design({ ...look, moduleSize: 10 });
    const wanted = pixelsOf(toPng(data, options));
    for (const [format, write] of Object.entries(writers)) {
      writeFileSync(`${file}.${format}`, write(data, options));
      if (format === "pdf") await expectNone(`qpdf: ${what}`, () => faultsOf(`${file}.pdf`));
      writeFileSync(`${file}-40.${format}`, write(data, { ...design(look), width: "40mm" }));
      for (const [name, show] of Object.entries(viewers.print[format])) {
        await check(name, `${format}: ${what}`, () => show(`${file}.${format}`, 96), wanted, 0.5);
        for (const dpi of [300, 600]) {
          await expectNone(`${name}: ${format} at ${dpi} dpi: ${what}`, () => {
            const shown = show(`${file}-40.${format}`, dpi);
            const dots = (40 / 25.4) * dpi;
            if (Math.abs(shown.width - dots) > 1) return `${shown.width} dots wide, not ${dots}`;
            return readBy(shown) === data ? "" : "not read";
          });
        }
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
