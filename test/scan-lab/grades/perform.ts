import type { Margin } from "../../../src/ports.ts";
import { measureMargins, noMargins } from "../../../src/scan/margins.ts";
import { zbar, zxing } from "../../decoders/decoders.ts";
import { quirc } from "../../decoders/quirc.ts";
import { clampedPixels, type Reader, readers, slowest } from "../readers.ts";
import { CLEAN } from "../tasks.ts";
import type { Reads } from "../verdicts.ts";
import { drawMixed, planMixed } from "./mix.ts";
import { patientQuirc } from "./patient.ts";
import { trials } from "./truth.ts";

/** A picture to read with all decoders. */
export interface MixedTask {
  readonly seed: number;
  /** Whether the slowest decoder reads it, too. */
  readonly slow: boolean;
}

export interface MixedReadings {
  readonly seed: number;
  /** The margins of each decoder of the product. */
  readonly margins: Readonly<Record<string, readonly Margin[]>>;
  /** Which decoders read the picture and its damaged copies. The decoders of the product read only the undamaged one. */
  readonly read: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** The decoders of the product. */
const own: readonly Reader[] = [zxing.name, zbar.name].map(readerOf);
/** The decoders that the product does not have. */
export const others: readonly Reader[] = readers
  .filter((reader) => !own.includes(reader))
  .map((reader) => (reader.name === quirc.name ? patientQuirc : reader));

function readerOf(name: string): Reader {
  return readers.find((reader) => reader.name === name) as Reader;
}

/** Measures the margins of a picture, and reads damaged copies of it with other decoders. */
export async function performMixed({ seed, slow }: MixedTask, reads: Reads): Promise<MixedReadings> {
  const picture = await drawMixed(planMixed(seed));
  const { data, view } = picture;
  const { width, height, data: bytes } = picture.pixels;
  const clean = { width, height, data: new Uint8ClampedArray(bytes) };
  const read: Record<string, Record<string, boolean>> = { [CLEAN]: {} };
  const margins: Record<string, Margin[]> = {};
  for (const reader of own) {
    const passed = await reads(reader, clean, data);
    (read[CLEAN] as Record<string, boolean>)[reader.name] = passed;
    margins[reader.name] = passed
      ? await measureMargins(view, (gray) => reads(reader, clampedPixels(gray), data))
      : noMargins();
  }
  const decoders = others.filter(({ name }) => slow || name !== slowest);
  for (const reader of decoders)
    (read[CLEAN] as Record<string, boolean>)[reader.name] = await reads(reader, clean, data);
  for (const { name, apply } of trials) {
    const pixels = clampedPixels(apply(picture));
    const found: Record<string, boolean> = {};
    for (const reader of decoders) found[reader.name] = await reads(reader, pixels, data);
    read[name] = found;
  }
  return { seed, margins, read };
}
