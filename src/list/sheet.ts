import { cellFormula, cellFormulaError, cellMerged, cellRounded, workbookUnreadable } from "../messages/list-rules.ts";
import type { Rule } from "../messages/message.ts";
import {
  createText,
  createTextElements,
  MAX_CELLS,
  MAX_CHARACTERS,
  MAX_COLUMNS,
  MAX_ROWS,
  sheetTooLarge,
  tooMuchText,
} from "./cell-text.ts";
import { type CellStyle, isoText, isRounded, numberText } from "./cells.ts";
import type { ListRecord } from "./records.ts";
import { readAttributes, type XmlHandler } from "./xml.ts";
import { unusable } from "./zip.ts";

/** Maximum number of cells, including blank ones. */
const MAX_AREA = 3_000_000;

/** Maximum number of merged ranges, and of links. Excel allows 65,530 links. */
const MAX_RANGES = 100_000;

/** Maximum number of cells that merged ranges and links cover. */
const MAX_COVERED = 200_000;

/** Parts of a workbook to which the cells of a sheet refer. */
export interface Shared {
  readonly strings: readonly string[];
  readonly styles: readonly CellStyle[];
  /** Whether dates count from 1904. */
  readonly is1904: boolean;
}

/** A range of cells, with rows and columns from 1. */
interface Range {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface SheetRow {
  readonly cells: string[];
  faults?: Map<number, Rule>;
  links?: Map<number, string>;
}

/** Creates a reader of the part with a sheet. ECMA-376, part 1, 18.3. */
export function createSheet({ strings, styles, is1904 }: Shared, step: (cost?: number) => void) {
  const rows = new Map<number, SheetRow>();
  const inside = createTextElements();
  const [text, formula] = [createText(step), createText(step)];
  const merged: Range[] = [];
  const links: { readonly range: Range; readonly id: string; readonly location: string }[] = [];
  /** The number of rows, and the number of columns and cells with content. */
  let [lastRow, width, cells, length] = [0, 0, 0, 0];
  let covered = 0;
  let isData = false;
  let [row, column] = [0, 0];
  let type = "n";
  let style: CellStyle;
  let [isValue, isFormula, hasValue, hasFormula] = [false, false, false, false];

  function rowAt(number: number): SheetRow {
    const known = rows.get(number);
    if (known) return known;
    const found = { cells: [] };
    rows.set(number, found);
    return found;
  }

  function addFault(row: number, column: number, fault: Rule): void {
    const found = rowAt(row);
    found.faults ??= new Map();
    found.faults.set(column - 1, fault);
  }

  function addLink(row: number, column: number, address: string): void {
    const found = rowAt(row);
    found.links ??= new Map();
    found.links.set(column - 1, address);
  }

  function openCell(source: string): void {
    const attributes = readAttributes(source);
    [column, row] = placeOf(attributes.get("r")) ?? [column + 1, row];
    lastRow = Math.max(lastRow, row);
    type = attributes.get("t") ?? "n";
    style = styles[Number(attributes.get("s") ?? -1)];
    [hasFormula, hasValue] = [false, false];
  }

  function closeCell(): void {
    const value = text.take();
    const code = formula.take();
    const link = hasFormula ? /^HYPERLINK\("((?:[^"]|"")*)"[,)]/i.exec(code)?.[1] : undefined;
    const shown = textOf(value);
    // The result of a formula may be an empty text.
    const isMissing = hasFormula && value === "" && !(type === "str" && hasValue);
    const fault =
      type === "e"
        ? cellFormulaError
        : isMissing
          ? cellFormula
          : type === "n" && isRounded(value)
            ? cellRounded
            : undefined;
    if (shown === "" && fault === undefined) return;
    width = Math.max(width, column);
    cells += 1;
    length += shown.length;
    if (row > MAX_ROWS || column > MAX_COLUMNS || cells > MAX_CELLS) throw sheetTooLarge();
    if (length > MAX_CHARACTERS) throw tooMuchText();
    const found = rowAt(row);
    if (rows.size * width > MAX_AREA) throw sheetTooLarge();
    found.cells[column - 1] = shown;
    if (fault !== undefined) addFault(row, column, fault);
    if (link !== undefined) addLink(row, column, link.replaceAll('""', '"'));
  }

  function textOf(value: string): string {
    if (type === "e" || value === "") return "";
    if (type === "n") return numberText(value, style, is1904);
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (type === "d") return isoText(value);
    if (type !== "s") return value;
    const shared = strings[Number(value)];
    if (shared === undefined) throw unusable(workbookUnreadable);
    return shared;
  }

  function openElement(name: string, source: string): void {
    if (name === "sheetData") isData = true;
    if (merged.length + links.length > MAX_RANGES) throw sheetTooLarge();
    if (name === "mergeCell") merged.push(rangeOf(readAttributes(source).get("ref")));
    if (name === "hyperlink") {
      const attributes = readAttributes(source);
      const [id = "", location = ""] = [attributes.get("id"), attributes.get("location")];
      links.push({ range: rangeOf(attributes.get("ref")), id, location });
    }
    if (!isData) return;
    if (name === "row") {
      [row, column] = [Number(readAttributes(source).get("r") ?? row + 1), 0];
      if (!isRow(row)) throw sheetTooLarge();
      lastRow = Math.max(lastRow, row);
    } else if (name === "c") openCell(source);
    else if (name === "v") [isValue, hasValue] = [true, true];
    else if (name === "f") [isFormula, hasFormula] = [true, true];
    else inside.open(name);
  }

  const handler: XmlHandler = {
    open: openElement,
    close(name) {
      if (!isData) return;
      if (name === "sheetData") isData = false;
      else if (name === "c") closeCell();
      else if (name === "v") isValue = false;
      else if (name === "f") isFormula = false;
      else inside.close(name);
    },
    text(part) {
      if (isFormula) formula.add(part);
      else if (isValue || inside.isText()) text.add(part);
    },
  };

  /** Calls `action` for each cell of a range, up to the last row and the last column with content. */
  function forCells({ left, top, right, bottom }: Range, action: (row: number, column: number) => void): void {
    const [lastColumn, last] = [Math.min(right, width), Math.min(bottom, lastRow, MAX_ROWS)];
    // This range has no cells with content, so visiting its rows would only take time.
    if (left > lastColumn) return;
    for (let row = top; row <= last; row++) {
      for (let column = left; column <= lastColumn; column++) {
        covered += 1;
        if (covered > MAX_COVERED) throw sheetTooLarge();
        action(row, column);
      }
    }
  }

  return {
    handler,
    hasLinks: () => links.some(({ id }) => id !== ""),
    /** Returns the rows that are not blank, in order. `targets` has the addresses that cells link to, by the ids of their
     *  relations. */
    end(targets: ReadonlyMap<string, string>): ListRecord[] {
      for (const range of merged) {
        forCells(range, (row, column) => {
          if (row > range.top || column > range.left) addFault(row, column, cellMerged);
        });
      }
      for (const { range, id, location } of links) {
        const target = targets.get(id);
        if (target === undefined) continue;
        const address = location === "" ? target : `${target}#${location}`;
        forCells(range, (row, column) => void (rows.has(row) && addLink(row, column, address)));
      }
      if (rows.size * width > MAX_AREA) throw sheetTooLarge();
      return [...rows]
        .sort(([a], [b]) => a - b)
        .map(([line, { cells, faults, links }]) => ({
          line,
          cells: Array.from({ length: width }, (_, at) => cells[at] ?? ""),
          ...(faults && { faults }),
          ...(links && { links }),
        }));
    },
  };
}

/** The last row and column of Excel. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

const isRow = (row: number) => Number.isInteger(row) && row >= 1 && row <= LAST_ROW;

/** Returns the column and the row of a cell such as B3, from 1; undefined without a reference. @throws {QrError} if the
 *  reference is malformed. */
function placeOf(reference?: string): readonly [column: number, row: number] | undefined {
  if (reference === undefined) return undefined;
  let [column, at] = [0, 0];
  for (; at < 3; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  const row = Number(reference.slice(at));
  if (column < 1 || column > LAST_COLUMN || !isRow(row)) throw sheetTooLarge();
  return [column, row];
}

function rangeOf(reference = ""): Range {
  const [from = "", to = from] = reference.split(":");
  const [[left, top], [right, bottom]] = [placeOf(from) ?? [1, 1], placeOf(to) ?? [1, 1]];
  return { left, top, right, bottom };
}
