import { DEFAULT, judges, rules, type Scene, type SceneCount, SIZES } from "./optimize.ts";

/** The results of `npm run scan-lab -- --optimize`. Lists have one number for each text. */
export interface RuleResults {
  /** The date of the run, as in 2026-01-31. */
  readonly date: string;
  readonly decoders: readonly { readonly name: string; readonly npm: string; readonly version: string }[];
  /** Maximum number of reads per code: one for each decoder and kind of damage. */
  readonly most: number;
  /** The versions of the default codes. */
  readonly versions: readonly number[];
  /** Number of successful reads of each text, by distance, rule and width. */
  readonly read: Readonly<Record<Scene["distance"], ByRule>>;
  /** How long encoding takes with the chosen rule, as a multiple of the default. */
  readonly cost: number;
}

type ByRule = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** The mean of differences in percentage points, and its standard error. */
interface Gain {
  readonly mean: number;
  readonly error: number;
}

/** Returns the results without `cost`. `counts` has all scenes, in any order. `damages` is the number of pictures per
 *  scene. */
export function countScenes(counts: readonly SceneCount[], damages: number, date: string): Omit<RuleResults, "cost"> {
  const at = (distance: Scene["distance"], size: number) =>
    counts
      .filter(({ scene }) => scene.size === size && scene.distance === distance)
      .sort((a, b) => a.scene.text.length - b.scene.text.length || (a.scene.text < b.scene.text ? -1 : 1));
  const byRule = (distance: Scene["distance"]): ByRule =>
    mapped(Object.keys(rules), (rule) =>
      mapped(SIZES.map(String), (size) => at(distance, Number(size)).map(({ read }) => sumOf(read[rule] ?? []))),
    );
  return {
    date,
    decoders: judges.map(({ name, npm, version }) => ({ name, npm, version })),
    most: damages * judges.length,
    versions: at("close", SIZES[0]).map(({ version }) => version),
    read: { close: byRule("close"), same: byRule("same") },
  };
}

const mapped = <Value>(names: readonly string[], value: (name: string) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(names.map((name) => [name, value(name)]));

/** The pictures to count: by default, those of all widths and versions that a camera sees as close as it needs. */
interface Part {
  readonly distance?: Scene["distance"] | undefined;
  readonly size?: number | undefined;
  readonly select?: ((version: number) => boolean) | undefined;
}

/** Returns the gain of a rule over the default for the texts that `select` accepts. The pictures of a text are not
 *  independent, so each text is one sample. */
export function gainOf(
  { most, read, versions }: RuleResults,
  rule: string,
  { distance = "close", size, select = () => true }: Part = {},
): Gain {
  const sizes = size === undefined ? SIZES : [size];
  const reads = (rule: string, one: number, text: number) => read[distance][rule]?.[one]?.[text] ?? 0;
  const more = (one: number, text: number) => reads(rule, one, text) - reads(DEFAULT, one, text);
  const differences = versions.flatMap((version, text) =>
    select(version) ? [sumOf(sizes.map((one) => more(one, text))) / sizes.length] : [],
  );
  return meanOf(differences, most);
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
  const { date, decoders, most, versions, cost } = results;
  const names = decoders.map(({ name, npm, version }) => `${npm === name ? name : `${name} (${npm})`} ${version}`);
  const small = versions.filter((version) => version === 1).length;
  const pictures = (most / decoders.length) * versions.length;
  return [
    `Measured on ${date} with ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`,
    `Each width has ${pictures} images of ${versions.length} strings, ${small} of which fit in version 1. The first row shows the ` +
      "share of images that the decoders read with default options. The other rows show how many percentage points each rule gains, " +
      "with the standard error. A camera that comes as close as it needs:",
    ruleTable(results, "close"),
    "A camera that stays at the same distance:",
    ruleTable(results, "same"),
    `Reading the options and encoding takes ${cost.toFixed(2)} times as long with \`optimize=scan\`.`,
  ].join("\n\n");
}

function ruleTable(results: RuleResults, distance: Scene["distance"]): string {
  const parts: Part[] = [
    ...SIZES.map((size) => ({ size })),
    {},
    { select: (version) => version === 1 },
    { select: (version) => version === 2 },
    { select: (version) => version > 2 },
  ];
  const rows = Object.keys(rules).map((rule) =>
    rule === DEFAULT
      ? [rule, ...[...SIZES, undefined].map((size) => share(results, distance, size)), "", "", ""]
      : [rule, ...parts.map((part) => points(gainOf(results, rule, { ...part, distance })))],
  );
  return tableOf(
    ["rule", ...SIZES.map((size) => `${size} px`), "all", "version 1", "version 2", "larger versions"],
    rows,
  );
}

const tableOf = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heading), `|---|${"---:|".repeat(heading.length - 1)}`, ...rows.map(row)].join("\n");

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const points = ({ mean, error }: Gain): string =>
  `${mean < 0 ? "−" : "+"}${Math.abs(mean).toFixed(1)} ± ${error.toFixed(1)}`;

function share({ most, read }: RuleResults, distance: Scene["distance"], size?: number): string {
  const counts = Object.entries(read[distance][DEFAULT] ?? {}).flatMap(([width, counts]) =>
    size === undefined || Number(width) === size ? counts : [],
  );
  return `${((100 * sumOf(counts)) / counts.length / most).toFixed(1)} %`;
}
