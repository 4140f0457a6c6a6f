import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readPackageFile } from "../../../../src/adapters/package-file.ts";
import { loadZbarScanner } from "../../../../src/adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../../../../src/adapters/zxing-scanner.ts";
import type { Margin, Scanner } from "../../../../src/ports.ts";
import { grayOf } from "../../../../src/scan/gray.ts";
import { measureMargins, noMargins } from "../../../../src/scan/margins.ts";
import { zbar, zxing } from "../../../decoders/decoders.ts";
import type { Pixels } from "../../../decoders/pixels.ts";
import { quirc } from "../../../decoders/quirc.ts";
import { clampedPixels, type Reader, readers, slowest } from "../readers.ts";
import { CLEAN } from "../tasks.ts";
import type { Reads, Rows } from "../verdicts.ts";
import { drawMixed, type MixedPicture, planMixed } from "./mix.ts";
import { patientQuirc } from "./patient.ts";
import { trials } from "./truth.ts";

/** A picture to read with all decoders. */
export interface MixedTask {
  readonly seed: number;
  /** Whether all decoders read the damaged copies. If not, the slowest decoder skips the picture, and isoqr's decoders read
   *  only the undamaged one. */
  readonly all: boolean;
}

export interface MixedReadings {
  readonly seed: number;
  /** Pixels per module. */
  readonly scale: number;
  /** The margins measured with each decoder that isoqr uses. */
  readonly margins: Readonly<Record<string, readonly Margin[]>>;
  /** Which decoders read the picture and its damaged copies, by condition. */
  readonly read: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** The decoders that isoqr uses, called in the same way as in the service. */
const own: readonly Reader[] = [
  await ownReader(zxing.name, "zxing-scanner.ts", loadZxingScanner),
  await ownReader(zbar.name, "zbar-scanner.ts", loadZbarScanner),
];

/** The decoders that isoqr does not use. */
export const others: readonly Reader[] = readers
  .filter(({ name }) => own.every((reader) => reader.name !== name))
  .map((reader) => (reader.name === quirc.name ? patientQuirc : reader));

async function ownReader(
  name: string,
  file: string,
  load: (readFile: typeof readPackageFile) => Promise<Scanner>,
): Promise<Reader> {
  const scanner = await load(readPackageFile);
  const source = readFileSync(new URL(`../../../../src/adapters/${file}`, import.meta.url));
  const digest = createHash("sha256").update(scanner.name).update(source).digest("base64url").slice(0, 6);
  return {
    ...(readers.find((reader) => reader.name === name) as Reader),
    digest,
    async read({ width, height, data }) {
      const bytes = await scanner.read(grayOf({ width, height, data: new Uint8Array(data.buffer) }));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

/** Measures the margins of a picture with the decoders that isoqr uses, and reads damaged copies of it. Reuses the results
 *  in `rows`. */
export async function performMixed({ seed, all }: MixedTask, reads: Reads, rows: Rows): Promise<MixedReadings> {
  const picture = await drawMixed(planMixed(seed));
  const { data, view } = picture;
  const clean = cleanPixels(picture);
  const read: Record<string, Record<string, boolean>> = {};
  const add = (condition: string, name: string, isRead: boolean) => {
    read[condition] = { ...read[condition], [name]: isRead };
  };
  const margins: Record<string, Margin[]> = {};
  for (const reader of own) {
    const passed = await reads(reader, clean, data);
    add(CLEAN, reader.name, passed);
    margins[reader.name] = passed
      ? await measureMargins(view, (gray) => reads(reader, clampedPixels(gray), data))
      : noMargins();
  }
  const decoders = all ? [...own, ...others] : others.filter(({ name }) => name !== slowest);
  await readTrials(picture, decoders, reads, rows);
  for (const reader of decoders) {
    const row = rows.find(rowKey(picture, reader)) ?? "";
    for (const [at, name] of [CLEAN, ...trials.map((trial) => trial.name)].entries()) {
      add(name, reader.name, row[at] === "1");
    }
  }
  return { seed, scale: view.scale, margins, read };
}

/** Computes the missing rows of `decoders`, and adds them to `rows`. */
async function readTrials(picture: MixedPicture, decoders: readonly Reader[], reads: Reads, rows: Rows): Promise<void> {
  const missing = decoders.filter((reader) => rows.find(rowKey(picture, reader)) === undefined);
  const found = new Map(missing.map((reader) => [reader, ""]));
  const copies = [
    () => cleanPixels(picture),
    ...trials.map(
      ({ apply }) =>
        () =>
          clampedPixels(apply(picture)),
    ),
  ];
  for (const copy of missing.length > 0 ? copies : []) {
    const pixels = copy();
    for (const reader of missing)
      found.set(reader, `${found.get(reader)}${Number(await reads(reader, pixels, picture.data))}`);
  }
  for (const [reader, row] of found) rows.add(rowKey(picture, reader), row);
}

function cleanPixels({ pixels: { width, height, data } }: MixedPicture): Pixels {
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** A digest of the code that damages pictures. */
const sources = createHash("sha256");
for (const file of [
  "truth.ts",
  "../damage/table.ts",
  ...["camera", "light", "print", "random", "resample", "shape"].map((name) => `../damage/${name}.ts`),
]) {
  sources.update(readFileSync(new URL(file, import.meta.url)));
}
const damageDigest = sources.digest("base64url").slice(0, 6);

/** Returns the key of a row: the digests of the picture and its text, of the code that damages pictures, and of the
 *  decoder. */
export function rowKey({ pixels: { width, data: bytes }, data }: MixedPicture, { digest }: Reader): string {
  const hash = createHash("sha256").update(`${width} ${data} `).update(bytes);
  return `${hash.digest("base64url").slice(0, 20)}${damageDigest}${digest}`;
}
