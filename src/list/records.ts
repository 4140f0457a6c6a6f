import { lineMissing, quoteInside, quoteMissing, rowCells, rowTooLong } from "../messages/list-rules.ts";
import type { Message, Rule } from "../messages/message.ts";
/** A record of a list. It may span several lines, because quoted cells can contain line breaks. */
export interface ListRecord {
  /** The line on which the record begins, from 1. In a sheet, the number of the row. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the record cannot be read. */
  readonly error?: Message;
  /** Why single cells cannot be read, by their index. */
  readonly faults?: ReadonlyMap<number, Rule>;
  /** The addresses that cells link to, by their index. */
  readonly links?: ReadonlyMap<number, string>;
}

export interface RecordReader {
  /** Returns the records that `text` completes. */
  push(text: string): ListRecord[];
  /** Returns the last record, if it does not end with a line break. */
  end(): ListRecord[];
}

const MAX_CELLS = 1_000;

/** Maximum length of a record in characters: enough for a logo in base64. */
const MAX_LENGTH = 8 * 1024 * 1024;

const TOO_LONG: Message = { rule: rowTooLong, values: { max: MAX_LENGTH / 1024 / 1024 } };
const TOO_WIDE: Message = { rule: rowCells, values: { max: { number: MAX_CELLS } } };
const AFTER_QUOTE: Message = { rule: quoteInside, values: { text: '"a ""b"" c"' } };

const BREAK = /\r\n?|\n/g;

/** Creates a reader of CSV (RFC 4180) that accepts text in parts. Removes spaces around cells, unless they are quoted. A
 *  quote is literal if the cell does not begin with a quote. A blank line is a record of one empty cell. */
export function createCsvReader(delimiter: string): RecordReader {
  // A reader of our own, because a wrong quote must affect only its row, and users need the line number of each row. Papa Parse
  // 5 merges the next rows into the cell, and counts no lines. csv-parse 7 drops rows, is five times as slow, and is 16 times
  // as large.
  // Matches the end of an unquoted cell.
  const end = new RegExp(`[${delimiter}\\r\\n]`, "g");
  let state: "start" | "plain" | "quoted" | "closed" | "wide" = "start";
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let error: Message | undefined;
  let length = 0;
  let [line, next] = [1, 1];
  /** Whether the last character was a CR, which an LF may follow. */
  let isAfterReturn = false;
  let isOver = false;

  function addCell(): void {
    if (isQuoted) next += cell.match(BREAK)?.length ?? 0;
    if (cells.length < MAX_CELLS) cells.push(isQuoted ? cell : cell.trim());
    else error ??= TOO_WIDE;
    // Skips the rest of a line with too many cells.
    [state, cell, isQuoted] = [error === TOO_WIDE ? "wide" : "start", "", false];
  }

  function record(): ListRecord {
    const done = { line, cells, ...(error !== undefined && { error }) };
    next += 1;
    [line, cells, error, length] = [next, [], undefined, 0];
    return done;
  }

  function stop(error: Message): ListRecord {
    isOver = true;
    return { line, cells: [], error };
  }

  return {
    push(text) {
      const found: ListRecord[] = [];
      for (let at = 0; at < text.length && !isOver; ) {
        const from = at;
        const character = text[at];
        if (isAfterReturn) {
          isAfterReturn = false;
          if (character === "\n") at += 1;
          continue;
        }
        if (state === "start") {
          if (character === " ") [cell, at] = [`${cell} `, at + 1];
          else if (character === '"') [state, cell, isQuoted, at] = ["quoted", "", true, at + 1];
          else state = "plain";
        } else if (state === "wide") {
          const found = /[\r\n]/.exec(text.slice(at));
          if (found) state = "plain";
          at = found ? at + found.index : text.length;
        } else if (state === "quoted") {
          const close = text.indexOf('"', at);
          cell += text.slice(at, close < 0 ? undefined : close);
          [state, at] = close < 0 ? ["quoted", text.length] : ["closed", close + 1];
        } else if (state === "closed" && character === '"') [state, cell, at] = ["quoted", `${cell}"`, at + 1];
        else if (state === "closed" && character === " ") at += 1;
        else {
          end.lastIndex = at;
          const stopAt = end.exec(text)?.index ?? text.length;
          if (state === "closed" && stopAt > at) error ??= AFTER_QUOTE;
          else cell += text.slice(at, stopAt);
          if (stopAt < text.length) {
            addCell();
            isAfterReturn = text[stopAt] === "\r";
            if (text[stopAt] !== delimiter) {
              state = "start";
              found.push(record());
            }
          } else if (state !== "closed") state = "plain";
          at = Math.min(stopAt + 1, text.length);
        }
        length = state === "start" && cells.length === 0 && cell === "" ? 0 : length + at - from;
        if (length > MAX_LENGTH) found.push(stop(TOO_LONG));
      }
      return found;
    },
    end() {
      if (isOver || (state === "start" && cells.length === 0 && cell === "")) return [];
      if (state === "quoted") return [stop({ rule: quoteMissing })];
      addCell();
      return [record()];
    },
  };
}

/** Matches the first line of a payload of several lines: a contact, a calendar, an event or a bank transfer. */
const FIRST_LINE = /^\s*(?:BEGIN:(VCARD|VCALENDAR|VEVENT)|BCD)\s*$/i;

/** Maximum number of lines of a bank transfer. */
const TRANSFER_LINES = 12;

/** Returns whether `text` begins with a payload of several lines. */
export function startsWithBlock(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split(/\r\n?|\n/, 2);
  return FIRST_LINE.exec(first)?.[1] !== undefined || (FIRST_LINE.test(first) && isVersion(second));
}

/** Returns whether a line can be the second line of a bank transfer. */
const isVersion = (line: string) => /^00[12]\s*$/.test(line);

/** Creates a reader of lists without columns. Each record has one cell: a line, or a payload of several lines, such as a
 *  contact from BEGIN:VCARD to END:VCARD. */
export function createContentReader(): RecordReader {
  const reader = createLineReader();
  /** The lines of an unfinished payload, and the line that ends it. Bank transfers have no such line. */
  let open: ListRecord[] = [];
  let last: string | undefined;
  let length = 0;
  let isOver = false;

  function close(error?: Message): ListRecord[] {
    const [first] = open;
    const lines = open.map(({ cells: [text = ""] }) => text);
    [open, length] = [[], 0];
    if (!first) return [];
    // Lines of contacts and events end with CRLF (RFC 6350 and RFC 5545), those of bank transfers with LF.
    const cell = last === undefined ? lines.join("\n").trimEnd() : `${lines.join("\r\n").trimStart()}\r\n`;
    return [{ line: first.line, cells: [cell], ...(error !== undefined && { error }) }];
  }

  function begin(record: ListRecord): ListRecord[] {
    const [first, name] = FIRST_LINE.exec(record.cells[0] ?? "") ?? [];
    if (first === undefined) return [record];
    [open, last] = [[record], name && `END:${name.toUpperCase()}`];
    return [];
  }

  function add(record: ListRecord): ListRecord[] {
    const [text = ""] = record.cells;
    const [first] = open;
    if (isOver) return [];
    if (record.error !== undefined) return [...close(), record];
    if (!first) return begin(record);
    const isOther = last === undefined && (open.length === TRANSFER_LINES || FIRST_LINE.test(text));
    if (last === undefined && open.length === 1 && !isVersion(text)) open = [];
    if (open.length === 0) return [first, ...begin(record)];
    if (isOther) return [...close(), ...begin(record)];
    open.push(record);
    // Blank lines are stored, so they count too.
    length += text.length + 1;
    isOver = length > MAX_LENGTH;
    if (isOver) return close(TOO_LONG);
    return text.trim().toUpperCase() === last ? close() : [];
  }

  return {
    push: (text) => reader.push(text).flatMap(add),
    end: () => [
      ...reader.end().flatMap(add),
      ...close(last === undefined ? undefined : { rule: lineMissing, values: { text: last } }),
    ],
  };
}

/** Creates a reader that returns each line as a record of one cell. */
function createLineReader(): RecordReader {
  let open = "";
  let length = 0;
  let isAfterReturn = false;
  let line = 0;
  const record = (cell: string): ListRecord => {
    line += 1;
    return { line, cells: [cell] };
  };
  return {
    push(text) {
      const isPart = !isAfterReturn && !/[\r\n]/.test(text);
      isAfterReturn = text.endsWith("\r");
      // Blank lines are stored, so they count too.
      length += text.length + 1;
      if (isPart && length <= MAX_LENGTH) {
        open += text;
        return [];
      }
      // A CR at the end may be followed by an LF in the next part.
      const lines = (open + text).split(/\r\n|\n|\r(?=[\s\S])/);
      open = lines.pop() ?? "";
      length = open.length;
      if (length <= MAX_LENGTH) return lines.map(record);
      [open, length] = ["", 0];
      return [...lines.map(record), { ...record(""), error: TOO_LONG }];
    },
    end: () => (open === "" ? [] : [record(open.replace(/\r$/, ""))]),
  };
}

/** Returns whether the record is a blank line or an empty row. */
export function isBlank({ cells, error, faults }: ListRecord): boolean {
  return error === undefined && faults === undefined && cells.every((cell) => cell.trim() === "");
}
