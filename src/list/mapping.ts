import type { PayloadKind } from "../payload/kind.ts";
import { kinds, plainText, url } from "../payload/payload.ts";
import { guessColumns, guessKind, optionOf } from "./headings.ts";
import { isBlank, type ListRecord } from "./records.ts";
import type { Columns } from "./rows.ts";
import { evennessOf, isUrl } from "./shape.ts";

/** A list whose header is known. */
export interface ListTable {
  /** The headings, or undefined if the list has no header. */
  readonly headings: readonly string[] | undefined;
  /** The number of columns. Rows with more cells are not valid. */
  readonly width: number;
  /** The rows below the header that are not blank. */
  readonly rows: readonly ListRecord[];
}

/** Returns the table in `records`. */
export function tableOf(records: readonly ListRecord[], hasHeader: boolean): ListTable {
  const filled = records.filter((record) => !isBlank(record));
  const [first] = filled;
  const headings = hasHeader && first && first.error === undefined ? trimEnd(first.cells) : undefined;
  const rows = headings ? filled.slice(1) : filled;
  // Without headings, a row with more cells than most rows probably has a delimiter within a cell.
  const width = headings ? headings.length : evennessOf(rows).cells;
  return { headings, width, rows };
}

/** Returns the headings without empty ones at the end. */
export function trimEnd(headings: readonly string[]): readonly string[] {
  const last = headings.findLastIndex((heading) => heading.trim() !== "");
  return headings.slice(0, last + 1);
}

/** Number of rows to examine. */
const SAMPLE = 50;

/** Share of the cells in a column that must be web addresses. */
const MOST = 0.6;

/** Returns the first column with web addresses, or undefined. */
export function findUrlColumn({ rows, width }: ListTable): number | undefined {
  const sample = rows.slice(0, SAMPLE);
  return Array.from({ length: width }, (_, at) => at).find((at) => {
    const cells = sample.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "");
    return cells.length > 0 && cells.filter(isUrl).length >= MOST * cells.length;
  });
}

/** Returns the kind of content that a table probably has. */
export function guessTableKind(table: ListTable): PayloadKind {
  const name = guessKind(table.headings ?? []);
  const found = kinds.find((kind) => kind.name === name);
  if (found) return found;
  const { url: link, text } = guessColumns(table.headings ?? [], [url.name, plainText.name]);
  const content = text ?? findUrlColumn(table);
  return link !== undefined || (content !== undefined && content === findUrlColumn(table)) ? url : plainText;
}

/** Returns the columns for the fields of `kind`, by their headings. The content of a link or text may also be the column
 *  with web addresses, or the only column. */
export function guessFields(kind: PayloadKind, table: ListTable): Columns {
  const { headings = [], width } = table;
  if (kind !== url && kind !== plainText) return guessColumns(headings, Object.keys(kind.fields), kind.name);
  const found = guessColumns(headings, [url.name, plainText.name]);
  const [field = ""] = Object.keys(kind.fields);
  const at = found[field] ?? Object.values(found)[0] ?? findUrlColumn(table) ?? (width === 1 ? 0 : undefined);
  return at === undefined ? {} : { [field]: at };
}

/** Returns the columns whose headings name options, without those in `taken`. */
export function optionColumns({ headings = [] }: ListTable, taken: Iterable<number>): Columns {
  const used = new Set(taken);
  const found: Record<string, number> = {};
  for (const [at, heading] of headings.entries()) {
    const option = optionOf(heading);
    if (option !== undefined && !used.has(at) && found[option] === undefined) found[option] = at;
  }
  return found;
}
