import { baseOf, isFramed, isLogo, looks, SQUARE, shapes } from "./looks.ts";
import type { PicturePlan } from "./pictures.ts";
import { readers, slowest } from "./readers.ts";
import { MAX_LOST, type Results, shares } from "./results.ts";
import { CLEAN, type Readings } from "./tasks.ts";

/** Which decoders read a picture in one look. */
export interface LookReadings extends Readings {
  readonly picture: PicturePlan;
}

type Set = "clean" | "damaged";
const sets: readonly Set[] = ["clean", "damaged"];

export interface LookResults extends Results {
  /** The standard errors of the losses in percentage points, by look. Lists have one number for each decoder. */
  readonly errors: Readonly<Record<string, Readonly<Record<Set, readonly number[]>>>>;
}

/** Returns the conditions of a set with the decoders that read the picture. */
function readingsOf({ read }: Readings, set: Set) {
  return Object.entries(read).filter(([condition]) => (condition === CLEAN) === (set === "clean"));
}

/** Counts the clean and the damaged pictures of each look that were read, and computes the errors of the losses. */
export function countLooks(all: readonly LookReadings[], date: string): LookResults {
  const names = [...new Set(all.map(({ style }) => style))];
  const byLook = new Map(names.map((name) => [name, all.filter(({ style }) => style === name)]));
  const bySet = <Value>(of: (set: Set) => Value) =>
    Object.fromEntries(sets.map((set) => [set, of(set)])) as Record<Set, Value>;
  const sums = (name: string, set: Set, counts: (read: boolean | undefined) => boolean) =>
    readers.map(
      (reader) =>
        (byLook.get(name) ?? []).flatMap((one) => readingsOf(one, set)).filter(([, read]) => counts(read[reader.name]))
          .length,
    );
  return {
    date,
    decoders: readers.map(({ name, npm, version }) => ({ name, npm, version })),
    pictures: bySet((set) => sums(SQUARE, set, (read) => read !== undefined)),
    read: Object.fromEntries(names.map((name) => [name, bySet((set) => sums(name, set, (read) => read === true))])),
    errors: Object.fromEntries(
      names.map((name) => {
        const bases = new Map((byLook.get(baseOf(name)) ?? []).map((one) => [one.picture, one]));
        const pairs = (byLook.get(name) ?? []).map((one) => [one, bases.get(one.picture)] as const);
        return [name, bySet((set) => readers.map((reader) => errorOf(pairs, set, reader.name)))];
      }),
    ),
  };
}

/** Returns `stored` with the looks of `part`, the results of a run with only some looks.
 *  @throws {Error} if the runs differ in their decoders or in SQUARE, because then no look of `stored` can be kept. */
export function mergeLooks(stored: LookResults, part: LookResults): LookResults {
  const basis = ({ decoders, pictures, read }: LookResults) => JSON.stringify([decoders, pictures, read[SQUARE]]);
  if (basis(stored) !== basis(part)) throw new Error("the decoders or square have changed: run all looks");
  const order = [...Object.keys(looks), ...Object.keys(shapes)];
  const inOrder = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  return {
    ...part,
    read: inOrder({ ...stored.read, ...part.read }),
    errors: inOrder({ ...stored.errors, ...part.errors }),
  };
}

/** Returns the standard error of the mean difference between a look and its base in percentage points. All copies of a
 *  picture together are one sample, because they tend to be read alike. */
function errorOf(pairs: readonly (readonly [Readings, Readings | undefined])[], set: Set, decoder: string): number {
  const samples = pairs.map(([one, base]) => {
    const tried = readingsOf(one, set).filter(([, read]) => decoder in read);
    const lost = tried.map(([name, read]) => Number(base?.read[name]?.[decoder]) - Number(read[decoder]));
    return { count: tried.length, lost: lost.reduce((sum, value) => sum + value, 0) };
  });
  const used = samples.filter(({ count }) => count > 0);
  const count = used.reduce((sum, one) => sum + one.count, 0);
  if (used.length < 2) return 0;
  const mean = used.reduce((sum, one) => sum + one.lost, 0) / count;
  const squares = used.reduce((sum, one) => sum + (one.lost - mean * one.count) ** 2, 0);
  return Math.round((1000 * Math.sqrt((squares * used.length) / (used.length - 1))) / count) / 10;
}

/** By how many percentage points a decoder reads a look less often than its base. */
export interface Loss {
  readonly decoder: string;
  readonly set: Set;
  readonly points: number;
  /** The standard error of `points`. */
  readonly error: number;
}

/** Returns the losses of a look, two per decoder. `base` is the look to compare with. */
export function lossesOf(results: LookResults, name: string, base = baseOf(name)): Loss[] {
  return sets.flatMap((set) => {
    const shareOf = (look: string) => shares(results, look, (condition) => condition === set);
    const [own, others] = [shareOf(name), shareOf(base)];
    return results.decoders.map(({ name: decoder }, at) => ({
      decoder,
      set,
      points: (others[at] ?? 0) - (own[at] ?? 0),
      error: results.errors[name]?.[set][at] ?? 0,
    }));
  });
}

/** Returns whether a loss is more than MAX_LOST percentage points, and more than chance explains: two standard errors. */
const isProven = ({ points, error }: Loss): boolean => points > MAX_LOST && points > 2 * error;

/** Returns the largest loss of a look that is not chance, or undefined if no decoder reads it much less often. */
export function worstOf(results: LookResults, name: string): Loss | undefined {
  return lossesOf(results, name)
    .filter(isProven)
    .sort((a, b) => b.points - a.points)[0];
}

/** Returns the results as Markdown. */
export function lookTables(results: LookResults): string {
  const { date, decoders, pictures, read } = results;
  const versions = decoders.map(({ npm, name, version }) => `${npm === name ? name : `${name} (${npm})`} ${version}`);
  const names = Object.keys(read);
  const inColors = names.filter((name) => name.endsWith(`, ${SQUARE}`));
  const logos = names.filter(isLogo);
  const presets = names.filter((name) => baseOf(name).endsWith(`, ${SQUARE}`));
  const framed = names.filter(isFramed);
  const others = names.filter((name) => ![...inColors, ...framed, ...logos, ...presets].includes(name));
  const count = (counts: readonly number[]) => {
    const [most, slow] = [Math.max(...counts), counts[decoders.findIndex(({ name }) => name === slowest)] ?? 0];
    return slow < most ? `${most} (${slowest}: ${slow})` : `${most}`;
  };
  const parts = [
    `Measured on ${date} with ${versions.slice(0, -1).join(", ")} and ${versions.at(-1)}.`,
    `Each look has ${count(pictures.clean)} undamaged and ${count(pictures.damaged)} damaged images. The first row shows the ` +
      "share of undamaged and of damaged images that each decoder reads. The other rows show the differences from it in percentage points:",
    table(results, "shapes", others),
  ];
  if (presets.length > 0) {
    parts.push(
      "The shapes of presets, compared with square shapes in the same colours:",
      table(results, "shapes", presets),
      "Square shapes in these colours, compared with black on white:",
      table(results, "colours", inColors),
    );
  }
  if (framed.length > 0) {
    parts.push(
      "Frames, and the same codes without a frame on equally large paper, all compared with square codes:",
      table(results, "frame", framed),
    );
  }
  if (logos.length > 0) {
    parts.push("Logos, compared with a square one in the centre:", table(results, "logo", logos));
  }
  return parts.join("\n\n");
}

function table(results: LookResults, title: string, names: readonly string[]): string {
  const rows = names.map((name) => {
    const cells = results.decoders.map(({ name: decoder }) => {
      const losses = lossesOf(results, name).filter((loss) => loss.decoder === decoder);
      return name === baseOf(name)
        ? shareCell(results, name, decoder)
        : losses.map(lossText).filter(Boolean).join(" / ");
    });
    return `| \`${name.replace(`, ${SQUARE}`, "")}\` | ${cells.join(" | ")} |`;
  });
  const others = names.filter((name) => name !== baseOf(name));
  const errors = results.decoders.map((_, at) => {
    const mean = (set: Set) =>
      Math.sqrt(others.reduce((sum, name) => sum + (results.errors[name]?.[set][at] ?? 0) ** 2, 0) / others.length);
    return sets.map((set) => mean(set).toFixed(1)).join(" / ");
  });
  return [
    `| ${title} | ${results.decoders.map(({ name }) => name).join(" | ")} |`,
    `|---|${"---:|".repeat(results.decoders.length)}`,
    ...rows,
    ...(others.length > 0 ? [`| average standard error | ${errors.join(" | ")} |`] : []),
  ].join("\n");
}

/** Returns the shares of the pictures of a look that a decoder reads. Leaves out sets without pictures. */
function shareCell(results: LookResults, name: string, decoder: string): string {
  const at = results.decoders.findIndex(({ name }) => name === decoder);
  const used = sets.filter((set) => (results.pictures[set]?.[at] ?? 0) > 0);
  const texts = used.map((set) => shares(results, name, (one) => one === set)[at]?.toFixed(0));
  return texts.length > 0 ? `${texts.join(" / ")} %` : "";
}

function lossText(loss: Loss): string {
  const rounded = (-loss.points).toFixed(1);
  if (Number.isNaN(loss.points)) return "";
  if (Number(rounded) === 0) return "0";
  const text = loss.points > 0 ? rounded.replace("-", "−") : `+${rounded}`;
  return isProven(loss) ? `**${text}**` : text;
}
