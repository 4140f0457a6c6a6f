import { inflate } from "../../../src/adapters/inflate.ts";
import { encodeSymbol } from "../../../src/core/core.ts";
import { SCAN_LIMITS } from "../../../src/core/encoder.ts";
import { readPngPixels } from "../../../src/core/png-reader.ts";
import { type Grid, pngGrid } from "../../../src/core/symbol.ts";
import { checkOptions, type RawOptions } from "../../../src/options/parse.ts";
import type { QrOptions } from "../../../src/options/table.ts";
import { table } from "../../../src/options/table.ts";
import { drawPicture } from "../../../src/render/formats.ts";
import { type Gray, grayOf } from "../../../src/scan/gray.ts";
import { type Damage, damages, kinds, type PrintView } from "./damage/table.ts";
import { patientQuirc } from "./grades/patient.ts";
import { clampedPixels, type Reader, readers, slowest } from "./readers.ts";
import type { Reads } from "./verdicts.ts";

/** Compares rules that choose the version and the error correction level of a code. All codes for a text have the same
 *  size in pixels, and their ink, dirt and scratches do not depend on the rule. */

/** How the codes for a text are seen: from the same distance, so that blur and the pixels of the photo do not depend on the
 *  rule, or with the same number of pixels per module, like a camera that comes as close as it needs. */
const distances = ["close", "same"] as const;

/** A text, the width of its picture in pixels, and the names of the rules to compare. */
export interface Scene {
  readonly text: string;
  readonly size: number;
  readonly distance: (typeof distances)[number];
  /** Position in the list of scenes, which selects the strengths of the damage. */
  readonly index: number;
}

export interface SceneCount {
  readonly scene: Scene;
  /** The version of the default code. */
  readonly version: number;
  /** For each rule, how many damaged pictures each decoder read. */
  readonly read: Readonly<Record<string, readonly number[]>>;
}

export const SIZES = [150, 200, 300, 450, 600] as const;
const TEXTS = 36;
const STRENGTHS = 3;
const [SHORTEST, LONGEST] = [10, 300];

/** Text generators, used in turn: a URL, a short URL in capital letters, a sentence, and a number or Wi-Fi
 *  credentials. */
const contents: readonly ((bytes: number) => string)[] = [
  (bytes) => filled("https://", "example.com/products/spring-catalogue?item=4711&ref=label-", bytes),
  (bytes) => filled("HTTPS://", "EXAMPLE.COM/A7K2M9QX4B/TICKET-", bytes),
  (bytes) => filled("", "The quick brown fox jumps over the lazy dog; then, at 7:30, it rests. ", bytes),
  (bytes) =>
    bytes < 60 ? filled("", "40063812974150823619", bytes) : filled("WIFI:T:WPA;S:Guest ", "pass-9rT2kLw8", bytes),
];

const filled = (start: string, text: string, bytes: number): string => (start + text.repeat(bytes)).slice(0, bytes);

/** The texts. Their lengths are spaced logarithmically from 10 to 300 bytes. */
export const texts: readonly string[] = Array.from({ length: TEXTS }, (_, at) => {
  const bytes = Math.round(SHORTEST * (LONGEST / SHORTEST) ** (at / (TEXTS - 1)));
  return contents[at % contents.length]?.(bytes) ?? "";
});

/** The decoders of this comparison. The slowest one would take longer than all others together. */
export const judges: readonly Reader[] = readers
  .filter(({ name }) => name !== slowest)
  .map((reader) => (reader.name === patientQuirc.name ? patientQuirc : reader));

const gridFor = ({ text, size }: Scene, input: RawOptions): Grid => {
  const options = checkOptions({ data: text, size, ...input });
  return pngGrid(encodeSymbol(text, { ...options, mask: 0 }).side, options);
};

/** Returns the options that `optimize=scan` would choose with other limits. */
function levelFor({ text, size }: Scene, limits: Partial<typeof SCAN_LIMITS>): RawOptions {
  const { pixels, version: limit } = { ...SCAN_LIMITS, ...limits };
  const fits = (ec: "H" | "Q") => {
    const { side, version } = encodeSymbol(text, { ec, mask: 0 });
    return version <= limit && size / (side + 2 * table.margin.default) >= pixels;
  };
  const ec = (["H", "Q"] as const).find(fits);
  return ec ? { ec } : { boost: true };
}

export const DEFAULT = "default";
export const SCAN = "`optimize=scan`";

/** The rules to compare, by name. Each returns the options that it chooses. */
export const rules: Readonly<Record<string, (scene: Scene) => RawOptions>> = {
  [DEFAULT]: () => ({}),
  [SCAN]: () => ({ optimize: "scan" }),
  "the same, at least 2 px": (scene) => levelFor(scene, { pixels: 2 }),
  "the same, at least 5 px": (scene) => levelFor(scene, { pixels: 5 }),
  "the same, up to version 4": (scene) => levelFor(scene, { version: 4 }),
  "the same, up to version 5": (scene) => levelFor(scene, { version: 5 }),
  "the same, up to version 40": (scene) => levelFor(scene, { version: 40 }),
  "`boost`": () => ({ boost: true }),
  "`version=2`, `boost`": () => ({ version: 2, boost: true }),
  "`ec=Q`": () => ({ ec: "Q" }),
  "`ec=H`": () => ({ ec: "H" }),
};

/** Every text at every size and distance, with all rules. */
export const scenes: readonly Scene[] = distances.flatMap((distance) =>
  texts.flatMap((text, row) => SIZES.map((size, column) => ({ text, size, distance, index: row + column }))),
);

/** Draws, damages and reads the codes of all rules of a scene. Each kind of damage has one of its three strengths. */
export async function compareRules(scene: Scene, reads: Reads): Promise<SceneCount> {
  const { scale: unit } = gridFor(scene, {});
  const known = new Map<string, readonly number[]>();
  const read: Record<string, readonly number[]> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const options = checkOptions({ data: scene.text, size: scene.size, ...rule(scene) });
    const { version, ec } = encodeSymbol(scene.text, { ...options, mask: 0 });
    const symbol = `${version}-${ec}`;
    const scale = scene.distance === "same" ? unit : gridFor(scene, { version, ec }).scale;
    const counts =
      known.get(symbol) ?? (await countReads(scene, { gray: await drawGray(options), scale, unit }, reads));
    known.set(symbol, counts);
    read[name] = counts;
  }
  return { scene, version: encodeSymbol(scene.text).version, read };
}

async function countReads(scene: Scene, view: PrintView, reads: Reads): Promise<number[]> {
  const counts = judges.map(() => 0);
  for (const damage of damagesOf(scene)) {
    const pixels = clampedPixels(damage.apply(view));
    for (const [at, judge] of judges.entries()) {
      if (await reads(judge, pixels, scene.text)) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
}

/** Returns one strength of each kind of damage. Neighbouring scenes get different strengths. */
const damagesOf = ({ index }: Scene): Damage[] =>
  kinds.map((_, at) => damages[STRENGTHS * at + ((index + at) % STRENGTHS)] as Damage);

async function drawGray(options: QrOptions): Promise<Gray> {
  const { body } = drawPicture(options);
  const pixels = await readPngPixels(body as Uint8Array<ArrayBuffer>, inflate);
  if (!pixels) throw new Error("drawPicture must return a PNG");
  return grayOf(pixels);
}
