import type { RawOptions } from "../../src/options/parse.ts";
import { presetNames } from "../../src/options/presets.ts";
import { lookTable, pngTable } from "../../src/options/table.ts";
import { smallestSizes } from "../../src/render/shapes.ts";
import { samplePictures } from "./pictures.ts";
import { readers, slowest } from "./readers.ts";
import { MOST_LOST, type Results, shares } from "./results.ts";
import { CLEAN, conditions, DAMAGED, type Readings, SLOW_SHARE, type Task } from "./tasks.ts";

/** The look that all others are compared with. */
export const SQUARE = "square";

const plain: readonly string[] = pngTable.dotStyle.of;

/** Options by name: every shape that is not one of the plain styles, with its smallest `dotSize`, and every preset. */
export const looks: Readonly<Record<string, RawOptions>> = {
  [SQUARE]: {},
  ...named(
    "dotStyle",
    lookTable.dotStyle.of.filter((name) => !plain.includes(name)),
  ),
  ...Object.fromEntries(
    Object.entries(smallestSizes).map(([dotStyle, dotSize]) => [
      `dotStyle=${dotStyle}, dotSize=${dotSize}`,
      { dotStyle, dotSize },
    ]),
  ),
  ...named("eyeStyle", lookTable.eyeStyle.of),
  ...named("pupilStyle", lookTable.pupilStyle.of),
  "eyeStyle=rounded, pupilStyle=circle": { eyeStyle: "rounded", pupilStyle: "circle" },
  "eyeStyle=leaf, pupilStyle=leaf": { eyeStyle: "leaf", pupilStyle: "leaf" },
  ...named("preset", presetNames),
};

function named(option: string, values: readonly string[]): Record<string, RawOptions> {
  return Object.fromEntries(values.map((value) => [`${option}=${value}`, { [option]: value }]));
}

const PICTURES = 36;
/** Each picture gets one in WAYS of all kinds and strengths of damage. Neighbouring pictures get different ones. */
const WAYS = 20;

/** Returns the tasks of a run with these looks. `quick` selects a few pictures, and all decoders except the slowest.
 *  @throws {Error} if `only` has an unknown name. */
export function listLookTasks({ only, quick }: { only: readonly string[]; quick: boolean }): Task[] {
  const unknown = only.filter((name) => !(name in looks));
  if (unknown.length > 0) throw new Error(`--only must list looks, such as ${Object.keys(looks)[1]}, not ${unknown}`);
  const chosen = Object.entries(looks).filter(([name]) => only.length === 0 || name === SQUARE || only.includes(name));
  const damaged = conditions.filter((name) => name !== CLEAN);
  const sets = [
    { pictures: samplePictures(quick ? 12 : PICTURES), conditionsOf: () => [CLEAN] },
    {
      pictures: samplePictures(quick ? 6 : DAMAGED),
      conditionsOf: (at: number) => damaged.filter((_, way) => way % WAYS === at % WAYS),
    },
  ];
  return sets.flatMap(({ pictures, conditionsOf }) =>
    pictures.flatMap((picture, at) => {
      const slow = !quick && at % SLOW_SHARE === 0;
      const decoders = readers.map(({ name }) => name).filter((name) => slow || name !== slowest);
      return chosen.map(([style, look]) => ({ style, look, picture, conditions: conditionsOf(at), decoders }));
    }),
  );
}

/** Counts the clean and the damaged pictures of each look that were read. */
export function countLooks(all: readonly Readings[], date: string): Results {
  const sums = (style: string, isClean: boolean, value: (read: boolean | undefined) => number) =>
    readers.map(({ name }) =>
      all
        .filter((one) => one.style === style)
        .flatMap(({ read }) => Object.entries(read))
        .filter(([condition]) => (condition === CLEAN) === isClean)
        .reduce((sum, [, read]) => sum + value(read[name]), 0),
    );
  const tried = (read: boolean | undefined) => Number(read !== undefined);
  const passed = (read: boolean | undefined) => Number(read === true);
  const names = Object.keys(looks).filter((name) => all.some(({ style }) => style === name));
  return {
    date,
    decoders: readers.map(({ name, npm, version }) => ({ name, npm, version })),
    pictures: { clean: sums(SQUARE, true, tried), damaged: sums(SQUARE, false, tried) },
    read: Object.fromEntries(
      names.map((name) => [name, { [CLEAN]: sums(name, true, passed), damaged: sums(name, false, passed) }]),
    ),
  };
}

/** By how many percentage points each decoder reads a look less often than square, for clean and for damaged
 *  pictures. */
export interface Loss {
  readonly decoder: string;
  readonly clean: number;
  readonly damaged: number;
}

/** Returns the losses of a look, one per decoder. */
export function lossesOf(results: Results, name: string): Loss[] {
  const lost = (isClean: boolean) => {
    const select = (condition: string) => (condition === CLEAN) === isClean;
    const square = shares(results, SQUARE, select);
    return shares(results, name, select).map((share, at) => (square[at] ?? 0) - share);
  };
  const [clean, damaged] = [lost(true), lost(false)];
  return results.decoders.map(({ name: decoder }, at) => ({
    decoder,
    clean: clean[at] ?? 0,
    damaged: damaged[at] ?? 0,
  }));
}

/** Returns whether any decoder reads a look more than MOST_LOST percentage points less often than square. */
export function isRisky(results: Results, name: string): boolean {
  return lossesOf(results, name).some(({ clean, damaged }) => Math.max(clean, damaged) > MOST_LOST);
}

/** Returns the results as Markdown. */
export function lookTables(results: Results): string {
  const { date, decoders, pictures, read } = results;
  const versions = decoders.map(({ npm, name, version }) => `${npm === name ? name : `${name} (${npm})`} ${version}`);
  const cells = (name: string) =>
    name === SQUARE
      ? decoders.map((_, at) => `${share(results, true, at).toFixed(0)} / ${share(results, false, at).toFixed(0)} %`)
      : lossesOf(results, name).map(({ clean, damaged }) => `${points(clean)} / ${points(damaged)}`);
  const count = (counts: readonly number[]) => {
    const [most, slow] = [Math.max(...counts), counts[decoders.findIndex(({ name }) => name === slowest)] ?? 0];
    return slow < most ? `${most} (${slowest}: ${slow})` : `${most}`;
  };
  return [
    `Measured on ${date} with ${versions.slice(0, -1).join(", ")} and ${versions.at(-1)}.`,
    `Each look has ${count(pictures.clean)} undamaged and ${count(pictures.damaged)} damaged images. The first row shows the ` +
      "shares that each decoder reads, undamaged and damaged. The other rows show the difference to it in percentage points:",
    [
      `| look | ${decoders.map(({ name }) => name).join(" | ")} |`,
      `|---|${"---:|".repeat(decoders.length)}`,
      ...Object.keys(read).map((name) => `| \`${name}\` | ${cells(name).join(" | ")} |`),
    ].join("\n"),
  ].join("\n\n");
}

function share(results: Results, isClean: boolean, decoder: number): number {
  return shares(results, SQUARE, (condition) => (condition === CLEAN) === isClean)[decoder] ?? 0;
}

const points = (lost: number): string => {
  const rounded = (-lost).toFixed(1);
  if (Number(rounded) === 0) return "0";
  return lost > 0 ? rounded.replace("-", "−") : `+${rounded}`;
};
