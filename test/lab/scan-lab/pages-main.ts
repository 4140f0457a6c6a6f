import { inflate } from "../../../src/adapters/inflate.ts";
import { encodeSymbol } from "../../../src/core/core.ts";
import { readPngPixels } from "../../../src/core/png-reader.ts";
import { toPng } from "../../../src/index.ts";
import type { Gray } from "../../../src/ports.ts";
import { createHeavyWork } from "../../../src/runtime/heavy-work.ts";
import { addNoise, photograph } from "../../../src/scan/conditions.ts";
import { grayOf, surround } from "../../../src/scan/gray.ts";
import { inspect } from "../../../src/service/service.ts";
import { clampedPixels, readAll, readers } from "./readers.ts";

/** Prints how many pictures each decoder reads on dark pages, by the width of the quiet zone, and on grey pages behind a
 *  transparent background. Takes two minutes. */

const TEXTS = [
  "HELLO",
  "https://example.com",
  "https://www.example.org/products/2026/winter?utm_source=poster",
  "WIFI:T:WPA;S:Guest network;P:correct horse 42;;",
  "tel:+4930123456",
  "https://shop.example/".padEnd(150, "a9-z"),
];
const SCALES = [4, 7];
const CAMERA = 3.4;

/** Returns a picture without pixels left over around it. */
async function drawn(data: string, scale: number, margin: number, colors: object = {}): Promise<Gray> {
  const size = (encodeSymbol(data).side + 2 * margin) * scale;
  const pixels = await readPngPixels(toPng(data, { size, margin, ...colors }), inflate);
  if (!pixels) throw new Error("the library must return a PNG");
  return grayOf(pixels);
}

/** Returns a simulated photo with noise of up to `noise` levels. */
const photo = (gray: Gray, scale: number, noise: number) =>
  addNoise(photograph({ gray, scale }, CAMERA).gray, 32, 3, noise);

/** Prints a row of a Markdown table: how many pictures each decoder reads. */
async function printRow(label: string, pictures: readonly (readonly [picture: Gray, data: string])[]): Promise<void> {
  const counts = readers.map(() => 0);
  for (const [picture, data] of pictures) {
    const read = await readAll(clampedPixels(picture), data);
    readers.forEach(({ name }, at) => {
      counts[at] = (counts[at] ?? 0) + Number(read[name]);
    });
  }
  console.log(`| ${label} | ${counts.join(" | ")} |`);
}

function printHead(first: string): void {
  console.log(
    `\n| ${first} | ${readers.map(({ name }) => name).join(" | ")} |\n|---|${"---:|".repeat(readers.length)}`,
  );
}

const plans = TEXTS.flatMap((data) => SCALES.map((scale) => ({ data, scale })));

printHead(`margin, page, of ${plans.length}`);
for (const margin of [0, 1, 2, 3, 4]) {
  for (const page of [0, 24, 96]) {
    const pictures = await Promise.all(
      plans.map(async ({ data, scale }) => ({ gray: await drawn(data, scale, margin), scale, data })),
    );
    const placed = pictures.map((one) => ({ ...one, gray: surround(one.gray, page, 4 * one.scale) }));
    await printRow(
      `${margin}, ${page}`,
      placed.map(({ gray, data }) => [gray, data] as const),
    );
    await printRow(
      `${margin}, ${page}, photo`,
      placed.map(({ gray, scale, data }) => [photo(gray, scale, 28), data] as const),
    );
  }
}

const heavy = createHeavyWork();
printHead(`colour, last page, of ${TEXTS.length}`);
for (const color of ["000000", "1a5fb4", "666666", "777777"]) {
  const rows = await Promise.all(
    TEXTS.map(async (data) => {
      const { scan } = await inspect({ data, color, bg: "transparent" }, { heavy });
      const to = scan?.backgrounds?.to ?? "ffffff";
      const { scan: last } = await inspect({ data, color, bg: to }, { heavy });
      return { data, to, score: last?.score, gray: await drawn(data, SCALES[0] as number, 4, { color, bg: to }) };
    }),
  );
  const ends = [...new Set(rows.map(({ to }) => to))].sort().join(" to ");
  const scores = rows.map(({ score = 0 }) => score);
  const range = `scores ${Math.min(...scores)} to ${Math.max(...scores)}`;
  await printRow(
    `${color}, ${ends}, ${range}`,
    rows.map(({ gray, data }) => [gray, data] as const),
  );
  await printRow(
    `${color}, photo`,
    rows.map(({ gray, data }) => [photo(gray, SCALES[0] as number, 16), data] as const),
  );
}
