import { kinds } from "./damage/table.ts";
import { judges, type SearchCount } from "./search.ts";

/** The results of `npm run scan-lab -- --search`. */
export interface SearchResults {
  /** The date of the run, as in 2026-01-31. */
  readonly date: string;
  readonly decoders: readonly { readonly name: string; readonly npm: string; readonly version: string }[];
  /** Number of damaged copies of each design. */
  readonly copies: number;
  readonly designs: readonly SearchCount[];
}

export function searchResults(counts: readonly SearchCount[], date: string): SearchResults {
  return {
    date,
    decoders: judges.map(({ name, npm, version }) => ({ name, npm, version })),
    copies: kinds.length,
    designs: counts.toSorted((one, other) => one.design - other.design),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the mean gain in percentage points, and its standard error, of the decoder at `index` or of all decoders. Each design
 *  is one sample. */
export function searchGain({ designs, copies, decoders }: SearchResults, index?: number) {
  const readsOf = (read: readonly number[]) =>
    index === undefined ? sumOf(read) / decoders.length : (read[index] ?? 0);
  const gains = designs.map(({ before, after }) => (100 * (readsOf(after.read) - readsOf(before.read))) / copies);
  const mean = sumOf(gains) / gains.length;
  const squares = sumOf(gains.map((gain) => (gain - mean) ** 2));
  const before = (100 * sumOf(designs.map((one) => readsOf(one.before.read)))) / copies / designs.length;
  return { before, mean, error: Math.sqrt(squares / (gains.length - 1) / gains.length), least: Math.min(...gains) };
}

/** Returns the results as Markdown. */
export function searchTables(results: SearchResults): string {
  const { date, decoders, designs, copies } = results;
  const rows = [
    ...decoders.map(({ name, version }, at) => [`${name} ${version}`, at] as const),
    ["all", undefined] as const,
  ];
  const lines = rows.map(([name, at]) => {
    const { before, mean, error } = searchGain(results, at);
    return `| ${name} | ${before.toFixed(1)} % | ${(before + mean).toFixed(1)} % | ${signed(mean)} ± ${error.toFixed(1)} |`;
  });
  const grades = [..."ABCDF"].map((grade) => {
    const count = (side: "before" | "after") => designs.filter((one) => one[side].grade === grade).length;
    return `| ${grade} | ${count("before")} | ${count("after")} |`;
  });
  const losers = designs.filter(({ before, after }) => sumOf(after.read) < sumOf(before.read)).length;
  const scanned = sumOf(designs.map((one) => one.scanned)) / designs.length;
  return [
    `Measured on ${date} with ${designs.length} designs and ${copies} damaged copies of each, before and after:`,
    ["| decoder | before | after | gain in points |", "|---|---:|---:|---:|", ...lines].join("\n"),
    "Number of designs with each grade:",
    ["| grade | before | after |", "|---|---:|---:|", ...grades].join("\n"),
    `A search scanned ${scanned.toFixed(1)} designs on average. The decoders read fewer copies of ${losers} of the ${designs.length} designs after it.`,
  ].join("\n\n");
}

const signed = (points: number): string => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)}`;
