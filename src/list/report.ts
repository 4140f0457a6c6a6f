/** A row of a list from which no code was created. */
export interface Skipped {
  readonly line: number;
  /** The heading of the column with the error, or "" for the whole row. */
  readonly column: string;
  /** The beginning of the cell, without secrets. */
  readonly text: string;
  /** The reason, possibly with a fix after a colon. */
  readonly message: string;
}

const HEADINGS = ["Row", "Column", "Cell", "Problem", "Fix"];

/** Returns a CSV file (RFC 4180) that lists skipped rows. Starts with a byte order mark, because Excel would otherwise not
 *  read it as UTF-8. `headings` in another language may omit the last one, because messages in that language include the
 *  fix. */
export function reportOf(skipped: readonly Skipped[], headings: readonly string[] = HEADINGS): string {
  const hasFixes = headings.length === HEADINGS.length;
  const rows = skipped.map(({ line, column, text, message }) => {
    const [problem = "", fix = "Correct the cell, or remove the row"] = splitFix(message);
    return [String(line), column, text, ...(hasFixes ? [problem, fix] : [message])];
  });
  return `\uFEFF${[headings, ...rows].map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;
}

function splitFix(message: string): readonly string[] {
  const at = message.lastIndexOf(": ");
  if (at < 0) return [message];
  const fix = message.slice(at + 2);
  return [message.slice(0, at), `${fix.slice(0, 1).toUpperCase()}${fix.slice(1)}`];
}

/** Quotes a cell. A cell that starts like a formula gets an apostrophe, because spreadsheet programs would evaluate it. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
