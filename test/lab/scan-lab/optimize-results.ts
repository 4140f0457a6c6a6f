import { sideOf } from "../../../src/core/encoder.ts";
import { pngGrid } from "../../../src/core/symbol.ts";
import { table } from "../../../src/options/table.ts";
import { BOOST, DEFAULT, judges, NARROW_SIZES, rules, type SceneCount, SECOND, SIZES } from "./optimize.ts";

/** The results of `npm run scan-lab -- --optimize`. Lists have one number for each text. */
export interface RuleResults {
  /** The date of the run, as in 2026-01-31. */
  readonly date: string;
  readonly decoders: readonly { readonly name: string; readonly npm: string; readonly version: string }[];
  /** Maximum number of reads per code: one for each decoder and kind of damage. */
  readonly most: number;
  /** The versions of the default codes. */
  readonly versions: readonly number[];
  /** Number of successful reads of each text, by rule and width. */
  readonly read: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** How many more times version 2 was read than version 1, both with `boost`, by width. */
  readonly narrow: Readonly<Record<string, readonly number[]>>;
  /** How long encoding takes with the chosen rule, as a multiple of the default. */
  readonly cost: number;
}

/** The mean of differences in percentage points, and its standard error. */
interface Gain {
  readonly mean: number;
  readonly error: number;
}

/** Returns the results without `cost`. `counts` has all scenes, in any order. `damages` is the number of pictures per
 *  scene. */
export function countScenes(counts: readonly SceneCount[], damages: number, date: string): Omit<RuleResults, "cost"> {
  const at = (size: number, rule: string) =>
    counts
      .filter(({ scene, read }) => scene.size === size && rule in read)
      .sort((a, b) => a.scene.text.length - b.scene.text.length || (a.scene.text < b.scene.text ? -1 : 1));
  const read = (size: number, rule: string) => at(size, DEFAULT).map((count) => sumOf(count.read[rule] ?? []));
  const more = ({ read }: SceneCount) => sumOf(read[SECOND] ?? []) - sumOf(read[BOOST] ?? []);
  return {
    date,
    decoders: judges.map(({ name, npm, version }) => ({ name, npm, version })),
    most: damages * judges.length,
    versions: at(SIZES[0], DEFAULT).map(({ version }) => version),
    read: Object.fromEntries(
      Object.keys(rules).map((rule) => [rule, Object.fromEntries(SIZES.map((size) => [size, read(size, rule)]))]),
    ),
    narrow: Object.fromEntries(
      NARROW_SIZES.map((size) => [
        size,
        at(size, SECOND)
          .filter(({ read }) => !(DEFAULT in read))
          .map(more),
      ]),
    ),
  };
}

/** Returns the gain of a rule over the default for the texts that `select` accepts. The pictures of a text are not
 *  independent, so each text is one sample. */
export function gainOf(
  { most, read, versions }: RuleResults,
  rule: string,
  { size, select = () => true }: { size?: number | undefined; select?: (version: number) => boolean } = {},
): Gain {
  const sizes = size === undefined ? SIZES : [size];
  const more = (one: number, text: number) => (read[rule]?.[one]?.[text] ?? 0) - (read[DEFAULT]?.[one]?.[text] ?? 0);
  const differences = versions.flatMap((version, text) =>
    select(version) ? [sumOf(sizes.map((one) => more(one, text))) / sizes.length] : [],
  );
  return meanOf(differences, most);
}

/** Returns the gain of version 2 over version 1 in a picture of this width. */
export function narrowGain({ most, narrow }: RuleResults, size: number): Gain {
  return meanOf(narrow[size] ?? [], most);
}

function meanOf(differences: readonly number[], most: number): Gain {
  const count = differences.length;
  const mean = sumOf(differences) / count;
  const squares = sumOf(differences.map((value) => (value - mean) ** 2));
  return { mean: (100 * mean) / most, error: (100 * Math.sqrt(squares / Math.max(1, count - 1) / count)) / most };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the results as Markdown. */
export function ruleTables(results: RuleResults): string {
  const { date, decoders, most, versions, read, narrow, cost } = results;
  const names = decoders.map(({ name, npm, version }) => `${npm === name ? name : `${name} (${npm})`} ${version}`);
  const small = versions.filter(isSmall).length;
  const pictures = (most / decoders.length) * versions.length;
  const columns = [...SIZES.map((size) => ({ size })), {}, { select: isSmall }, { select: isLarger }];
  const rows = Object.keys(read).map((rule) =>
    rule === DEFAULT
      ? [rule, ...SIZES.map((size) => share(results, size)), share(results), "", ""]
      : [rule, ...columns.map((column) => points(gainOf(results, rule, column)))],
  );
  return [
    `Measured on ${date} with ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`,
    `Each width has ${pictures} images of ${versions.length} strings, ${small} of which fit in version 1. The first row shows the ` +
      "share of images that the decoders read with default options. The other rows show how many percentage points each rule gains, " +
      "with the standard error:",
    tableOf(["rule", ...SIZES.map((size) => `${size} px`), "all", "version 1", "larger versions"], rows),
    `Gain of version 2 over version 1, both with \`boost\`, for ${narrow[NARROW_SIZES[0]]?.length} short strings, in percentage points:`,
    tableOf(
      ["width", "px per module, version 1", "px per module, version 2", "gain"],
      NARROW_SIZES.map((size) => [
        `${size} px`,
        ...[1, 2].map((version) => pixelsOf(version, size)),
        points(narrowGain(results, size)),
      ]),
    ),
    `Reading the options and encoding takes ${cost.toFixed(2)} times as long with \`optimize=scan\`.`,
  ].join("\n\n");
}

const isSmall = (version: number): boolean => version === 1;
const isLarger = (version: number): boolean => version > 1;

const pixelsOf = (version: number, size: number): string =>
  pngGrid(sideOf(version), { size, margin: table.margin.default }).scale.toString();

const tableOf = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heading), `|---|${"---:|".repeat(heading.length - 1)}`, ...rows.map(row)].join("\n");

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const points = ({ mean, error }: Gain): string =>
  `${mean < 0 ? "−" : "+"}${Math.abs(mean).toFixed(1)} ± ${error.toFixed(1)}`;

function share({ most, read }: RuleResults, size?: number): string {
  const counts = Object.entries(read[DEFAULT] ?? {}).flatMap(([width, counts]) =>
    size === undefined || Number(width) === size ? counts : [],
  );
  return `${((100 * sumOf(counts)) / counts.length / most).toFixed(1)} %`;
}
