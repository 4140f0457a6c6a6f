import { rows as options } from "../../src/options/table.ts";

export const optionNames: ReadonlySet<string> = new Set(options.map(([name]) => name));

/** Names of columns by how they are written without capitals and hyphens. */
const columnNames: ReadonlyMap<string, string> = new Map([
  ...[...optionNames, "file"].map((name) => [name.toLowerCase(), name] as const),
  ["name", "file"],
]);

/** What people call the column of the texts: a table of such names is one, and wants another name. */
const ALMOST_DATA = ["text", "texts", "url", "link", "content"];

/** The name by which the column headed `cell` is known, or else the heading. */
export function columnOf(cell: string): string {
  const written = cell.trim();
  return columnNames.get(plain(written)) ?? written;
}

/** Whether a column of this name is one of the texts, but for its name. */
export function isAlmostData(name: string): boolean {
  return ALMOST_DATA.includes(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}
