import { readFileSync } from "node:fs";
import fc from "fast-check";
import { PNG } from "pngjs";

/** Logos that are expensive to read, draw or embed. */

const FILES = {
  "still.png": "image/png",
  "lossy.webp": "image/webp",
  "progressive.jpg": "image/jpeg",
} as const;

const kept = new Map<string, Buffer>();

function once(name: string, make: () => Buffer): Buffer {
  const found = kept.get(name) ?? make();
  kept.set(name, found);
  return found;
}

/** Returns a PNG of random pixels, which hardly compresses: 600 x 600 take one megabyte. */
function drawNoise(side: number): Buffer {
  const picture = new PNG({ width: side, height: side });
  let state = 1;
  for (let at = 0; at < picture.data.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    picture.data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  return PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateLevel: 1 });
}

/** Returns an SVG of `count` circles. */
function drawShapes(count: number): Buffer {
  const shapes = Array.from({ length: count }, (_, at) => `<circle cx="${at % 100}" cy="${at / 100}" r="2"/>`);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">${shapes.join("")}</svg>`,
  );
}

const made: Readonly<Record<string, () => Buffer>> = {
  "noise-100.png": () => drawNoise(100),
  "noise-600.png": () => drawNoise(600),
  "shapes-10.svg": () => drawShapes(10),
  "shapes-2500.svg": () => drawShapes(2500),
};

export const anyLogo = fc.constantFrom(...Object.keys(FILES), ...Object.keys(made));

/** Returns the options of the logo `name`. `nonce` makes its bytes differ from those of other calls, so that it is in no
 *  cache. Decoders ignore bytes after the end of an image. */
export function logoOf(name: string, nonce: number): Readonly<Record<string, string>> {
  const make =
    made[name] ?? (() => readFileSync(new URL(`../../logo/${name.replace(/[^\w.-]/g, "")}`, import.meta.url)));
  const bytes = Buffer.concat([once(name, make), Buffer.from(name.endsWith(".svg") ? `<!--${nonce}-->` : `${nonce}`)]);
  const type = name.endsWith(".svg") ? "image/svg+xml" : (FILES[name as keyof typeof FILES] ?? "image/png");
  return { logoData: bytes.toString("base64"), logoMime: type };
}
