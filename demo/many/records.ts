/** One line of a table, which may run over several: quoted cells hold line breaks too. */
export interface CsvRecord {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be read; nobody knows then where the next one begins, and it is the last. */
  readonly fault?: string;
}

/** Cells of a record. */
const MOST_CELLS = 200;

/** Characters of a quoted cell: room for a logo in base64. */
const LONGEST = 4_000_000;

/** The records of `text` as RFC 4180 writes them, with this separator. Blank lines are records of one empty cell. Each is
 *  read when it is asked for. */
export function* readRecords(text: string, separator: string): Generator<CsvRecord> {
  // Plain cells end where a separator or a line does.
  const end = new RegExp(`[${separator}\\r\\n]`, "g");
  let at = 0;
  for (let line = 1; at < text.length; ) {
    const cells: string[] = [];
    const start = line;
    let fault: string | undefined;
    for (let more = true; more; ) {
      let cell = "";
      if (text[at] === '"') {
        const close = closingQuote(text, at);
        if (close === undefined) fault = "a cell begins with a quote that has no end";
        else {
          cell = text.slice(at + 1, close).replaceAll('""', '"');
          line += cell.match(/\r\n?|\n/g)?.length ?? 0;
          at = close + 1;
        }
      }
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      // What stands behind a closing quote belongs to the cell.
      cells.push(cell + text.slice(at, stop));
      more = text[stop] === separator;
      at = stop + 1;
      if (cells.length > MOST_CELLS) fault = `the line has more than ${MOST_CELLS} cells`;
      if (fault !== undefined) {
        yield { line: start, cells: [], fault };
        return;
      }
    }
    if (text[at - 1] === "\r" && text[at] === "\n") at++;
    line++;
    yield { line: start, cells };
  }
}

/** The quote that ends the cell whose quote is at `open`: the first that is not written twice. */
function closingQuote(text: string, open: number): number | undefined {
  for (let at = open + 1; at - open < LONGEST; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

/** The lines of `text`, each when it is asked for. */
export function* readLines(text: string): Generator<CsvRecord> {
  const end = /\r\n?|\n/g;
  let at = 0;
  for (let line = 1; at <= text.length; line++) {
    const found = end.exec(text);
    yield { line, cells: [text.slice(at, found?.index)] };
    if (!found) return;
    at = end.lastIndex;
  }
}
