import { inflate } from "../../../src/adapters/inflate.ts";
import { encodeSymbol } from "../../../src/core/core.ts";
import { readPngPixels } from "../../../src/core/png-reader.ts";
import { type Grid, pngGrid } from "../../../src/core/symbol.ts";
import { checkOptions, type RawOptions } from "../../../src/options/parse.ts";
import type { QrOptions } from "../../../src/options/table.ts";
import { drawPicture } from "../../../src/render/formats.ts";
import type { View } from "../../../src/scan/conditions.ts";
import { type Gray, grayOf } from "../../../src/scan/gray.ts";
import { type Damage, damages, kinds } from "./damage/table.ts";
import { patientQuirc } from "./grades/patient.ts";
import { clampedPixels, type Reader, readers, slowest } from "./readers.ts";
import type { Reads } from "./verdicts.ts";

/** Compares rules that choose the version and the error correction level of a code. All codes for a text have the same
 *  size in pixels and get the same damage: the camera, the blur and the dirt do not depend on the rule. */

/** A text, the width of its picture in pixels, and the names of the rules to compare. */
export interface Scene {
  readonly text: string;
  readonly size: number;
  readonly rules: readonly string[];
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
/** Widths at which a module of version 1 is 1 to 12 whole pixels wide, and a module of version 2 is up to two pixels
 *  narrower. */
export const NARROW_SIZES = [40, 60, 70, 90, 105, 120, 140, 150, 175, 205, 235, 265, 290, 350] as const;
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

/** Texts that fit in version 1 at level M. */
export const shortTexts: readonly string[] = [
  ...["isoqr", "hello world", "https://a.b", "q.example/7", "geo:52,13", "mailto:a@b.c"],
  ...["HTTPS://EX.COM/A1", "TICKET-A7K2M9QX", "EXAMPLE.COM/4711", "4006381333931", "+442079460958"],
  "0123456789012345678901234567",
];

/** The decoders of this comparison. The slowest one would take longer than all others together. */
export const judges: readonly Reader[] = readers
  .filter(({ name }) => name !== slowest)
  .map((reader) => (reader.name === patientQuirc.name ? patientQuirc : reader));

const gridFor = ({ text, size }: Scene, input: RawOptions): Grid => {
  const options = checkOptions({ data: text, size, ...input });
  return pngGrid(encodeSymbol(text, { ...options, mask: 0 }).side, options);
};

/** Returns the largest version that can be drawn without making the modules smaller than with the options `input`. */
function largestVersion(scene: Scene, input: RawOptions): number {
  const { scale, side } = gridFor(scene, input);
  if (scale < 1) return (side - 17) / 4;
  return Math.min(40, Math.floor((Math.floor(scene.size / scale) - 8 - 17) / 4));
}

export const DEFAULT = "default";
export const SCAN = "`optimize=scan`";
export const BOOST = "`boost`";
export const SECOND = "`version=2`, `boost`";

/** The rules to compare, by name. Each returns the options that it chooses. */
export const rules: Readonly<Record<string, (scene: Scene) => RawOptions>> = {
  [DEFAULT]: () => ({}),
  [SCAN]: () => ({ optimize: "scan" }),
  [BOOST]: () => ({ boost: true }),
  "`version=2`": () => ({ version: 2 }),
  [SECOND]: () => ({ version: 2, boost: true }),
  "`version=3`, `boost`": () => ({ version: 3, boost: true }),
  "`version=4`, `boost`": () => ({ version: 4, boost: true }),
  "`ec=L`, `version=2`, `boost`": () => ({ ec: "L", version: 2, boost: true }),
  "`ec=Q`": () => ({ ec: "Q" }),
  "`ec=H`": () => ({ ec: "H" }),
  "same pixels, `boost`": (scene) => ({ version: largestVersion(scene, {}), boost: true }),
  "same pixels as `ec=L`, `boost`": (scene) => ({ ec: "L", version: largestVersion(scene, { ec: "L" }), boost: true }),
};

/** The scenes that compare all rules. */
export const scenes: readonly Scene[] = texts.flatMap((text, row) =>
  SIZES.map((size, column) => ({ text, size, rules: Object.keys(rules), index: row + column })),
);

/** The scenes that compare versions 1 and 2 in narrow pictures. */
export const narrowScenes: readonly Scene[] = NARROW_SIZES.flatMap((size) =>
  shortTexts.map((text, index) => ({ text, size, rules: [BOOST, SECOND], index })),
);

/** Draws, damages and reads the codes of all rules of a scene. Each kind of damage has one of its three strengths. */
export async function compareRules(scene: Scene, reads: Reads): Promise<SceneCount> {
  const { scale } = gridFor(scene, {});
  const known = new Map<string, readonly number[]>();
  const read: Record<string, readonly number[]> = {};
  for (const name of scene.rules) {
    const options = checkOptions({ data: scene.text, size: scene.size, ...rules[name]?.(scene) });
    const { version, ec } = encodeSymbol(scene.text, { ...options, mask: 0 });
    const symbol = `${version}-${ec}`;
    const counts = known.get(symbol) ?? (await countReads(scene, { gray: await drawGray(options), scale }, reads));
    known.set(symbol, counts);
    read[name] = counts;
  }
  return { scene, version: encodeSymbol(scene.text).version, read };
}

async function countReads(scene: Scene, view: View, reads: Reads): Promise<number[]> {
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
