import { inflate } from "../../../src/adapters/inflate.ts";
import { readPngPixels } from "../../../src/core/png-reader.ts";
import type { RawOptions } from "../../../src/options/parse.ts";
import { presetNames } from "../../../src/options/presets.ts";
import { lookTable, pngTable, table } from "../../../src/options/table.ts";
import { createHeavyWork } from "../../../src/runtime/heavy-work.ts";
import { type Gray, grayOf } from "../../../src/scan/gray.ts";
import { generate } from "../../../src/service/generate.ts";
import { cacheJobs } from "../../../src/service/job-cache.ts";
import { searchBetter } from "../../../src/service/optimize.ts";
import { randomFrom } from "./damage/random.ts";
import { type Damage, damages, kinds } from "./damage/table.ts";
import { patientQuirc } from "./grades/patient.ts";
import { clampedPixels, type Reader, readers } from "./readers.ts";
import type { Reads } from "./verdicts.ts";

/** Random styled codes with logos, before and after a search for designs that scan better. */

/** The decoders that scan checks do not use, and so neither does the search. */
export const judges: readonly Reader[] = readers
  .filter(({ name }) => name !== "zxing-wasm" && name !== "zbar-wasm")
  .map((reader) => (reader.name === patientQuirc.name ? patientQuirc : reader));

/** The designs whose changes the weights of the search were fitted to have lower numbers. */
const FIRST = 1000;
const DESIGNS = 40;

export const seeds: readonly number[] = Array.from({ length: DESIGNS }, (_, at) => FIRST + at);

/** A grade, and how many damaged copies of the design each of `judges` reads. */
interface Side {
  readonly grade: string;
  readonly read: readonly number[];
}

/** A design before and after the search. */
export interface SearchCount {
  readonly design: number;
  readonly before: Side;
  readonly after: Side;
  /** The names of the options that the search changed, with commas. */
  readonly changed: string;
  /** Number of designs that the search scanned. */
  readonly scanned: number;
}

const STRENGTHS = 3;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-";

/** Returns the options of design number `seed`, which depend only on this number. Half of the designs have a preset, the others
 *  have random colours, from dark to pale, on a light background. Most other options have their defaults. */
export function designOf(seed: number): RawOptions & { readonly data: string } {
  const random = randomFrom(5000 + seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = (share: number, options: () => RawOptions): RawOptions => (random() < share ? options() : {});
  const between = (least: number, most: number) => Math.floor(least + (most + 1 - least) * random());
  const tint = (least: number, most: number) =>
    [0, 1, 2].map(() => between(least, most).toString(16).padStart(2, "0")).join("");
  const rest = Array.from({ length: between(0, 72) }, () => LETTERS[between(0, LETTERS.length - 1)]).join("");
  const marks = ["M3 2h2v4H3", "M4 1 7 7H1", "M1 4 4 1 7 4 4 7"];
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#${tint(0, 220)}" d="M0 0h8v8H0"/><path fill="#${tint(180, 255)}" d="${pick(marks)}"/></svg>`;
  return {
    data: `https://example.com/${rest}`,
    size: pick([200, 256, 300, 400, 512]),
    logoData: `data:image/svg+xml;base64,${btoa(logo)}`,
    logoSize: pick([0.2, 0.25, 0.25, 0.3, 0.35]),
    ...maybe(0.3, () => ({ logoMargin: between(2, 8) })),
    ...maybe(0.3, () => ({ logoShape: pick(lookTable.logoShape.of) })),
    ...maybe(0.4, () => ({ margin: between(0, 3) })),
    ...maybe(0.3, () => ({ ec: pick(table.ec.of.filter((level) => level !== "H")) })),
    ...(random() < 0.5
      ? { preset: pick(presetNames) }
      : {
          dotStyle: pick(random() < 0.5 ? pngTable.dotStyle.of : lookTable.dotStyle.of),
          color: tint(0, 150),
          bg: tint(200, 255),
        }),
    ...maybe(0.3, () => ({ eyeStyle: pick(lookTable.eyeStyle.of) })),
    ...maybe(0.3, () => ({ pupilStyle: pick(lookTable.pupilStyle.of) })),
  };
}

const parts = { heavy: cacheJobs(createHeavyWork()) };

/** Loads the decoders of the search. */
export async function loadSearch(): Promise<void> {
  await searchBetter({ data: "x", allow: "margin" }, parts);
}

/** Enough time for every search, so that results do not depend on the machine. */
const SECONDS = 60;

/** Searches for a better design than number `seed`, and damages and reads both pictures. Each kind of damage has one of its three
 *  strengths. */
export async function compareSearch(seed: number, reads: Reads): Promise<SearchCount> {
  const input = designOf(seed);
  const { before, after, changes, candidates } = await searchBetter({ ...input, seconds: SECONDS }, parts);
  const unit = before.qr?.pixelsPerModule ?? 1;
  const sideOf = async (design: RawOptions, grade: string | undefined): Promise<Side> => ({
    grade: grade ?? "",
    read: await countReads(await drawGray(design), { seed, unit, text: input.data }, reads),
  });
  return {
    design: seed,
    before: await sideOf(input, before.scan?.grade),
    after: await sideOf({ ...input, ...changes }, after.scan?.grade),
    changed: Object.keys(changes).sort().join(),
    scanned: candidates,
  };
}

async function drawGray(input: RawOptions): Promise<Gray> {
  const { body } = await generate({ ...input, format: "png" }, parts);
  const pixels = await readPngPixels(body as Uint8Array<ArrayBuffer>, inflate);
  if (!pixels) throw new Error("the service must return a PNG");
  return grayOf(pixels);
}

/** The camera stays at the same distance, so all damage depends on `unit`, the width in pixels of a module before the search. */
async function countReads(
  gray: Gray,
  { seed, unit, text }: { readonly seed: number; readonly unit: number; readonly text: string },
  reads: Reads,
): Promise<number[]> {
  const counts = judges.map(() => 0);
  for (const at of kinds.keys()) {
    const damage = damages[STRENGTHS * at + ((seed + at) % STRENGTHS)] as Damage;
    const pixels = clampedPixels(damage.apply({ gray, scale: unit, unit }));
    for (const [one, judge] of judges.entries()) {
      if (await reads(judge, pixels, text)) counts[one] = (counts[one] ?? 0) + 1;
    }
  }
  return counts;
}
