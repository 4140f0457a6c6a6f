import { detect, plainText } from "../../src/payload/payload.ts";
import { columnOf, isAlmostData, optionNames } from "./columns.ts";
import { readRecords } from "./records.ts";

/** What a text is known to be: texts line by line, or a table with a line of names. */
export type Form = "lines" | "table";

const SEPARATORS = [",", ";", "\t"];

/** Characters and lines by which a table is told from lines. */
const MOST_SEEN = 20_000;
const MOST_LINES = 20;

/** What stands between the cells of `text`; undefined where it is no table. A table it is by the names in its first line, or as
 *  all of its first lines have as many cells; where it is known to be one, several cells in the first are enough. A line that
 *  phones understand as it is names no columns, whatever stands in it. */
export function separatorOf(text: string, isTable: boolean): string | undefined {
  const head = text.slice(0, MOST_SEEN);
  const [firstLine = ""] = head.split(/[\r\n]/, 1);
  const ways = SEPARATORS.map((separator) => {
    const names = firstLine.split(separator).map((cell) => columnOf(cell.trim().replace(/^"(.*)"$/, "$1")));
    return { separator, names, lines: firstLines(head, separator) };
  });
  const named = ways.find(({ separator, names }) => names.includes("data") && (names.length > 1 || separator === ","));
  if (named) return named.separator;
  if (detect(firstLine).kind !== plainText.name) return undefined;
  const [widest] = [...ways].sort((a, b) => b.names.length - a.names.length);
  const found = ways.find(({ names, lines }) => areNames(names, lines.length) || areEven(lines));
  return (found ?? (isTable && (widest?.names.length ?? 0) > 1 ? widest : undefined))?.separator;
}

/** Whether all of `names` are those of columns; a word alone is one when there is something below. */
function areNames(names: readonly string[], lines: number): boolean {
  if (names.length === 1) return lines > 1 && isAlmostData(names[0] ?? "");
  return names.length > 1 && names.every((name) => optionNames.has(name) || name === "file" || isAlmostData(name));
}

/** Whether there are several lines, all of as many cells, and of several. */
function areEven(lines: readonly (readonly string[])[]): boolean {
  const [first = []] = lines;
  return lines.length > 1 && first.length > 1 && lines.every((cells) => cells.length === first.length);
}

/** The cells of the first lines of `head` that are not blank, but for the last, which may be cut off. */
function firstLines(head: string, separator: string): readonly (readonly string[])[] {
  const lines: (readonly string[])[] = [];
  let isCut = head.length === MOST_SEEN;
  for (const { cells, fault } of readRecords(head, separator)) {
    if (lines.length === MOST_LINES) {
      isCut = false;
      break;
    }
    // In its first lines a list may have anything, such as a quote without an end.
    if (fault !== undefined) return lines;
    if (cells.length > 1 || cells[0]?.trim() !== "") lines.push(cells);
  }
  return isCut && lines.length > 1 ? lines.slice(0, -1) : lines;
}
