/** A row of test/lab/bench/results.json. */
interface Row {
  readonly id: string;
  readonly unit: string;
  readonly results: readonly { readonly name: string; readonly best: number; readonly median: number }[];
}

interface Results {
  readonly machine: string;
  readonly rows: readonly Row[];
}

const columns = [
  { id: "matrix url25", label: "matrix, µs", value: "best" },
  { id: "svg short", label: "SVG, µs", value: "best" },
  { id: "svg bytes short", label: "SVG, bytes", value: "best" },
  { id: "png 256 mix", label: "PNG 256 px, µs", value: "best" },
  { id: "png bytes 256 mix", label: "PNG 256 px, bytes", value: "best" },
  { id: "cold", label: "cold start, ms", value: "median" },
] as const;

/** Returns the table for docs/comparison.md as Markdown, built from the benchmark results. */
export function comparisonTable({ machine, rows }: Results): string {
  const measured = columns.map(({ id, value }) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw new Error(`test/lab/bench/results.json has no row "${id}"`);
    return new Map(row.results.map((result) => [result.name, result[value]]));
  });
  const names = [...new Set(measured.flatMap((column) => [...column.keys()]))];
  const lines = names.map((name) => {
    const cells = measured.map((column) => figure(column.get(name)));
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return [
    `Measured with \`npm run bench\` on ${machine}. All libraries run in one process and take turns.`,
    "",
    `| | ${columns.map(({ label }) => label).join(" | ")} |`,
    `|---|${columns.map(() => "---:|").join("")}`,
    ...lines,
  ].join("\n");
}

/** Formats a number with three significant digits and thousands separators. */
function figure(value: number | undefined): string {
  if (value === undefined) return "–";
  return value >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

/** Returns `page` with the table inserted between its markers. */
export function withComparison(page: string, results: Results): string {
  const parts = /(<!-- others:start -->\n)[\s\S]*?(<!-- others:end -->)/;
  return page.replace(parts, (_, start, end) => `${start}${comparisonTable(results)}\n${end}`);
}
