import type { Pixels } from "./pixels.ts";

export type Color = readonly [red: number, green: number, blue: number];

/** The start of an escape sequence, which regular expressions must not contain literally. */
export const ESC = "\u001B";
const PARTS = new RegExp(`${ESC}\\[[0-9;]*m|[\\s\\S]`, "gu");

export const black: Color = [0, 0, 0];
export const white: Color = [255, 255, 255];

/** Size of a half block in pixels. */
const SCALE = 6;

/** Returns an image of `text` as displayed by a terminal with the colours `ink` on `paper`, with a border. */
export function screen(text: string, ink: Color, paper: Color): Pixels {
  const rows = text
    .trimEnd()
    .split("\n")
    .flatMap((line) => halves(line, ink, paper));
  const columns = Math.max(...rows.map(({ length }) => length));
  const [width, height] = [(columns + 8) * SCALE, (rows.length + 8) * SCALE];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = rows[Math.floor(y / SCALE) - 4]?.[Math.floor(x / SCALE) - 4] ?? paper;
      data.set([...color, 255], 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** Returns the colours of the upper and of the lower half of each character in a line. */
function halves(line: string, ink: Color, paper: Color): [Color[], Color[]] {
  let [front, back] = [ink, paper];
  const [upper, lower]: [Color[], Color[]] = [[], []];
  for (const [part] of line.matchAll(PARTS)) {
    if (part.startsWith(ESC)) [front, back] = colors(part, ink, paper);
    else {
      upper.push("▀█".includes(part) ? front : back);
      lower.push("▄█".includes(part) ? front : back);
    }
  }
  return [upper, lower];
}

function colors(rendition: string, ink: Color, paper: Color): [Color, Color] {
  const found = [...rendition.matchAll(/[34]8;(?:5;(16|231)|2;(\d+);(\d+);(\d+))/g)].map(
    ([, index, ...rgb]): Color => (index ? (index === "16" ? black : white) : (rgb.map(Number) as unknown as Color)),
  );
  return [found[0] ?? ink, found[1] ?? paper];
}
