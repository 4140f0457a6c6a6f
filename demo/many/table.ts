import { table as options } from "../../src/options/table.ts";

/** Codes that one run may make. */
export const MOST_ROWS = 20_000;

/** One code to be made: its text, what differs from the look of the page, and the name of its file. */
export interface Row {
  /** Its line, counted from 1. */
  readonly line: number;
  readonly words: Readonly<Record<string, string>> & { readonly data: string };
  readonly name: string;
}

/** The rows of `text`. Where its first line has a column "data" it is a table, with commas, semicolons or tabs; other
 *  columns are options by their names, or "name" for the file. Else every line that is not empty is a text as it is. */
export function readRows(text: string): readonly Row[] {
  const bare = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(bare);
  if (separator === undefined) {
    const lines = bare.split(/\r\n|\r|\n/).map((data, at) => ({ line: at + 1, words: { data }, name: "" }));
    return named(lines.filter(({ words }) => words.data.trim() !== ""));
  }
  const [head, ...records] = readRecords(bare, separator);
  const columns = head?.cells.map((cell) => cell.trim()) ?? [];
  return named(
    records.map(({ line, cells }) => {
      const pairs = columns.map((column, at) => [column, cells[at] ?? ""] as const);
      const words = pairs.filter(([column, cell]) => cell !== "" && Object.hasOwn(options, column));
      const name = pairs.find(([column]) => column === "name")?.[1] ?? "";
      return { line, words: { data: "", ...Object.fromEntries(words) }, name };
    }),
  );
}

function separatorOf(text: string): string | undefined {
  const head = text.slice(0, 2000).split(/[\r\n]/, 1)[0] ?? "";
  return [",", ";", "\t"].find((separator) => {
    const cells = head.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    return cells.includes("data") && (cells.length > 1 || separator === ",");
  });
}

/** Records as RFC 4180 writes them: quoted cells may hold separators, line breaks, and quotes written twice. */
function readRecords(text: string, separator: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  const pattern =
    separator === "\t"
      ? /"((?:[^"]|"")*)"|([^\t\r\n]+)|(\t)|(\r\n|\r|\n)/g
      : separator === ";"
        ? /"((?:[^"]|"")*)"|([^;\r\n]+)|(;)|(\r\n|\r|\n)/g
        : /"((?:[^"]|"")*)"|([^,\r\n]+)|(,)|(\r\n|\r|\n)/g;
  let cells = [""];
  let [line, start] = [1, 1];
  const end = () => {
    if (cells.length > 1 || cells[0] !== "") records.push({ line: start, cells });
    cells = [""];
    start = line;
  };
  for (const [found, quoted, plain, next, stop] of text.matchAll(pattern)) {
    line += found.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (stop !== undefined) end();
    else if (next !== undefined) cells.push("");
    else cells[cells.length - 1] += quoted?.replaceAll('""', '"') ?? plain ?? "";
  }
  end();
  return records;
}

/** Files with names that every system takes, no two alike. */
function named(rows: readonly Row[]): readonly Row[] {
  const taken = new Set<string>();
  const digits = String(rows.length).length;
  return rows.map((row, at) => {
    const number = String(at + 1).padStart(digits, "0");
    const wanted = row.name
      .replace(/[^\p{L}\p{N} ._-]/gu, "_")
      .replace(/^[. ]+|[. ]+$/g, "")
      .slice(0, 80);
    const name = wanted === "" || taken.has(wanted.toLowerCase()) ? `${wanted || "qr"}-${number}` : wanted;
    taken.add(name.toLowerCase());
    return { ...row, name };
  });
}
