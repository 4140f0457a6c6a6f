import type { RawOptions } from "../../../src/options/parse.ts";
import { pngTable, table } from "../../../src/options/table.ts";
import { type Damage, damages } from "./damage/table.ts";
import { patientQuirc } from "./grades/patient.ts";
import { type BudgetCount, countBudgetErrors } from "./logo-budget.ts";
import { compareRules, type Scene, type SceneCount } from "./optimize.ts";
import { drawView, everyPicture, type PicturePlan, samplePictures } from "./pictures.ts";
import { clampedPixels, type Reader, readers, slowest } from "./readers.ts";
import { compareSearch, type SearchCount } from "./search.ts";
import type { Reads } from "./verdicts.ts";

/** Work for one process: a picture in one style or look under all `conditions`, the logos of a version, a scene, or
 *  a search for a better design. */
export type Task =
  | {
      readonly style: string;
      readonly look: RawOptions;
      readonly picture: PicturePlan;
      readonly conditions: readonly string[];
      readonly decoders: readonly string[];
    }
  | { readonly logos: number }
  | { readonly scene: Scene }
  | { readonly design: number };

/** Which decoders read a picture, by condition. */
export interface Readings {
  readonly style: string;
  readonly read: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

export type Outcome = Readings | BudgetCount | SceneCount | SearchCount;

export const CLEAN = "clean";

/** Number of pictures to damage. */
export const DAMAGED = 24;
/** The slowest decoder is given one in this many pictures. */
export const SLOW_SHARE = 3;

export const nameOf = ({ name, strength }: Damage): string => `${name} ${strength}`;

/** The names of all conditions in the order of the tables. */
export const conditions: readonly string[] = [CLEAN, ...damages.map(nameOf)];

export interface Selection {
  /** Names of styles and kinds of damage to run. If no style is named, all styles are run; if no damage is named, all
   *  kinds. */
  readonly only: readonly string[];
  /** Selects only a few pictures, and all decoders except the slowest. */
  readonly quick: boolean;
}

/** Returns the tasks of a run, with all styles of a picture next to each other.
 *  @throws {Error} if `only` has an unknown name. */
export function listTasks({ only, quick }: Selection): Task[] {
  const known = [CLEAN, ...damages.map(({ name }) => name)];
  const styles: readonly string[] = pngTable.dotStyle.of;
  const unknown = only.filter((name) => !known.includes(name) && !styles.includes(name));
  if (unknown.length > 0) throw new Error(`--only must list ${[...styles, ...known].join(", ")}, not ${unknown}`);
  const pick = (names: readonly string[]) => {
    const picked = names.filter((name) => only.includes(name));
    return picked.length > 0 ? picked : names;
  };
  const chosen = pick(known);
  const damaged = damages.filter(({ name }) => chosen.includes(name)).map(nameOf);
  const clean = everyPicture().filter((_, at) => !quick || at % 9 === 0);
  const sets = [
    { pictures: samplePictures(quick ? 6 : DAMAGED), conditions: damaged },
    { pictures: clean, conditions: chosen.includes(CLEAN) ? [CLEAN] : [] },
  ];
  const tasks: Task[] = sets.flatMap(({ pictures, conditions }) =>
    pictures.flatMap((picture, at) => {
      const slow = !quick && at % SLOW_SHARE === 0;
      const decoders = readers.map(({ name }) => name).filter((name) => slow || name !== slowest);
      return conditions.length > 0
        ? pick(styles).map((style) => ({ style, look: { dotStyle: style }, picture, conditions, decoders }))
        : [];
    }),
  );
  if (only.length > 0 || quick) return tasks;
  return [...tasks, ...Array.from({ length: 40 }, (_, at) => ({ logos: at + 1 }))];
}

export async function perform(task: Task, reads: Reads): Promise<Outcome> {
  if ("scene" in task) return compareRules(task.scene, reads);
  if ("design" in task) return compareSearch(task.design, reads);
  if ("logos" in task) {
    const logoSizes = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4];
    return countBudgetErrors({ versions: [task.logos], levels: table.ec.of, logoSizes }, reads);
  }
  const view = await drawView(task.picture, task.look);
  const decoders = readers
    .filter(({ name }) => task.decoders.includes(name))
    .map((reader) => (reader.name === patientQuirc.name ? patientQuirc : reader));
  const read: Record<string, Record<string, boolean>> = {};
  for (const condition of task.conditions) {
    const damage = damages.find((one) => nameOf(one) === condition);
    const pixels = clampedPixels(damage ? damage.apply(view) : view.gray);
    read[condition] = await readBy(decoders, (reader) => reads(reader, pixels, task.picture.data));
  }
  return { style: task.style, read };
}

async function readBy(decoders: readonly Reader[], reads: (reader: Reader) => Promise<boolean>) {
  const read: Record<string, boolean> = {};
  for (const reader of decoders) read[reader.name] = await reads(reader);
  return read;
}
