import { pngTable } from "../../../src/options/table.ts";
import { riskyShapes } from "../../../src/render/shapes.ts";
import { readers } from "./readers.ts";
import { CLEAN, conditions, type Readings } from "./tasks.ts";

/** How many pictures of each style were read. Lists have one number for each decoder. */
export interface Results {
  /** The date of the run, as in 2026-01-31. */
  readonly date: string;
  readonly decoders: readonly { readonly name: string; readonly npm: string; readonly version: string }[];
  /** Number of clean pictures per style, and of damaged pictures per style and condition. */
  readonly pictures: { readonly clean: readonly number[]; readonly damaged: readonly number[] };
  /** Number of pictures that were read, by style and condition. */
  readonly read: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** The maximum number of percentage points by which a decoder may read a style less often than square. */
export const MAX_LOST = 3;

/** Counts the pictures that were read. Leaves out styles and conditions without readings. */
export function countReadings(all: readonly Readings[], date: string): Results {
  const of = (style: string, condition: string, count: (read: Readonly<Record<string, boolean>>) => number[]) =>
    all
      .filter((one) => one.style === style && condition in one.read)
      .map(({ read }) => count(read[condition] ?? {}))
      .reduce<number[]>((sums, counts) => counts.map((value, at) => value + (sums[at] ?? 0)), []);
  const tried = (read: Readonly<Record<string, boolean>>) => readers.map(({ name }) => (name in read ? 1 : 0));
  const passed = (read: Readonly<Record<string, boolean>>) => readers.map(({ name }) => (read[name] ? 1 : 0));
  const styles = pngTable.dotStyle.of.filter((style) => all.some((one) => one.style === style));
  const names = conditions.filter((name) => all.some(({ read }) => name in read));
  const [first = ""] = styles;
  return {
    date,
    decoders: readers.map(({ name, npm, version }) => ({ name, npm, version })),
    pictures: {
      clean: of(first, CLEAN, tried),
      damaged: of(first, names.find((name) => name !== CLEAN) ?? "", tried),
    },
    read: Object.fromEntries(
      styles.map((style) => [style, Object.fromEntries(names.map((name) => [name, of(style, name, passed)]))]),
    ),
  };
}

/** Returns, for each decoder, the percentage of a style's pictures that it read under the conditions for which `select`
 *  returns true, or NaN if it was given no such picture. */
export function shares(results: Results, style: string, select: (condition: string) => boolean): number[] {
  const counts = Object.entries(results.read[style] ?? {}).filter(([name]) => select(name));
  return results.decoders.map((_, decoder) => {
    const total = counts.reduce((sum, [name]) => sum + (tried(results, name)[decoder] ?? 0), 0);
    return (100 * counts.reduce((sum, [, read]) => sum + (read[decoder] ?? 0), 0)) / total;
  });
}

const tried = ({ pictures }: Results, name: string) => (name === CLEAN ? pictures.clean : pictures.damaged);

/** Returns a line for each decoder that reads a style more than MAX_LOST percentage points less often than square, except
 *  styles that get a warning. */
export function losses(results: Results): string[] {
  const sets = { clean: (name: string) => name === CLEAN, damaged: (name: string) => name !== CLEAN };
  return Object.entries(sets).flatMap(([set, select]) => {
    const square = shares(results, "square", select);
    const safe = Object.keys(results.read).filter((style) => !Object.hasOwn(riskyShapes.dotStyle, style));
    return safe.flatMap((style) =>
      shares(results, style, select).flatMap((share, decoder) => {
        const lost = (square[decoder] ?? 0) - share;
        const { name } = results.decoders[decoder] ?? { name: "" };
        return lost > MAX_LOST ? [`${style}, ${set}, ${name}: ${lost.toFixed(1)} points below square`] : [];
      }),
    );
  });
}
