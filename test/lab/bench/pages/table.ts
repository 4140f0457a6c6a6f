import type { Row } from "./rows.ts";

/** A row with one figure for each browser, in the order of the table's columns. */
export interface Measured extends Omit<Row, "measure"> {
  readonly figures: readonly number[];
}

/** Returns "NO" unless all browsers meet the limit, or else "yes", and whether all of them also meet the aim. */
export function verdict({ unit, least, aim, figures }: Measured): string {
  if (least === undefined) return "";
  const holds = (limit: number) => figures.every((figure) => (unit === "ms" ? figure <= limit : figure >= limit));
  if (!holds(least)) return "NO";
  return aim !== undefined && holds(aim) ? "yes, and the aim" : "yes";
}

/** Returns the table for docs/measurements.md. */
export function pagesTable(names: readonly string[], measured: readonly Measured[]): string {
  const head = ["measurement", "limit", "aim", ...names, "met"];
  const lines = measured.map((row) => {
    const withUnit = (value: number | undefined) =>
      value === undefined ? "" : row.unit === "ms" ? `${Number(value.toPrecision(2))} ms` : String(value);
    return [row.what, withUnit(row.least), withUnit(row.aim), ...row.figures.map(withUnit), verdict(row)];
  });
  const rule = head.map((_, column) => (column === 0 || column === head.length - 1 ? "---" : "---:"));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns `text` with the generated part `name` replaced. @throws {Error} if there is no such part. */
export function withPart(text: string, name: string, part: string): string {
  const place = new RegExp(`(<!-- ${name}:start -->\n)[\\s\\S]*?(<!-- ${name}:end -->)`);
  if (!place.test(text))
    throw new Error(`the document must have the lines <!-- ${name}:start --> and <!-- ${name}:end -->`);
  return text.replace(place, (_, start, end) => `${start}${part}\n${end}`);
}
