import { dataMissing, QrError } from "../errors.ts";
import { checkValues, choice, integer, line, type ValuesOf } from "./kinds.ts";
import { length, millimetresOf } from "./lengths.ts";
import { type RawOptions, unpackDesign } from "./parse.ts";
import { overlay } from "./presets.ts";
import { isObject, sharedOptions, withoutRemoved } from "./read.ts";

export const LABELS = "{field} must be a list of 1 to {max} objects, such as {example}";
export const LABEL = "items[{index}] must be an object, such as {example}";
export const TEMPLATE =
  "{field} must be one of {text}, or omitted if you give columns, rows, labelWidth and labelHeight";
export const GRID = "{field} is required without a template: give columns, rows, labelWidth and labelHeight";
export const TOO_LARGE_GRID = "{field}: the labels need {needed} mm, and the page has {room} mm";
export const START = "{field} must be at most {max}, the number of labels on a page";

export const PADDING_RULE = "{field} must be at most {max} mm, so that {least} mm are left for the code";

export const TOO_MANY_LOGOS = "{field}: the labels have more than {max} different logos: use fewer";

/** Maximum number of different logos on the labels of a request. */
export const MAX_LOGOS = 20;

/** Maximum number of scans of a report on a sheet. */
export const MOST_SCANS = 24;

/** Maximum number of labels in a request. JSON bodies may have 10,000 names and values. */
export const MAX_LABELS = 1_000;

const EXAMPLE = '{"data":"https://example.com","caption":"Chair 7"}';

const template = /* @__PURE__ */ line({ max: 40 });
const paper = /* @__PURE__ */ choice({ of: ["A4", "Letter"], default: "A4" });
const count = /* @__PURE__ */ integer({ min: 1, max: 50 });
const side = /* @__PURE__ */ length({ min: 8, max: 420 });
const gap = /* @__PURE__ */ length({ min: 0, max: 100 });
const start = /* @__PURE__ */ integer({ min: 1, max: 1000, default: 1 });
const marks = /* @__PURE__ */ choice({ of: ["none", "outlines", "crop"], default: "none" });

/** The settings of a sheet of labels, besides its labels and their design. */
export const sheetTable = {
  template,
  paper,
  columns: count,
  rows: count,
  labelWidth: side,
  labelHeight: side,
  gapX: gap,
  gapY: gap,
  marginLeft: gap,
  marginTop: gap,
  padding: gap,
  start,
  marks,
  format: /* @__PURE__ */ choice({ of: ["pdf", "json"], case: "lower", default: "pdf" }),
};

const labelTable = {
  caption: /* @__PURE__ */ line({ max: 200 }),
};

export type SheetSettings = ValuesOf<typeof sheetTable>;

/** A label: its caption, and the options of its code. */
export interface LabelInput {
  readonly caption: string | undefined;
  readonly code: RawOptions;
}

export interface SheetRequest {
  readonly settings: SheetSettings;
  readonly labels: readonly LabelInput[];
}

/** Checks the request for a sheet, except for the options of its codes. `most` is the largest number of labels.
 *  @throws {QrError} DATA_MISSING or INVALID_OPTION. */
export function checkSheetRequest(input: RawOptions, most = MAX_LABELS): SheetRequest {
  const { items, options, ...others } = input;
  const settings = checkValues(sheetTable, others);
  const shared = unpackDesign(sharedOptions(options ?? {}));
  if (!Array.isArray(items) || items.length === 0 || items.length > most) {
    throw new QrError("INVALID_OPTION", { field: "items", rule: LABELS, values: { max: most, example: EXAMPLE } });
  }
  const labels = items.map((item: unknown, index): LabelInput => {
    if (!isObject(item)) {
      throw new QrError("INVALID_OPTION", { field: "items", rule: LABEL, values: { index, example: EXAMPLE } });
    }
    const { caption, ...own } = item;
    // The content of an item replaces the shared one, in either form.
    const isOwn = own.data !== undefined || own.dataBase64 !== undefined;
    const under = isOwn ? { ...shared, data: undefined, dataBase64: undefined } : shared;
    const { data, dataBase64 } = isOwn ? own : shared;
    if ((data ?? dataBase64 ?? "") === "") throw inItem(dataMissing(), index);
    const isText = typeof caption === "string" || typeof caption === "number";
    const words = isText ? String(caption).replace(/\s+/gu, " ").trim() : caption;
    const checked = words === undefined || words === null || words === "" ? {} : { caption: words };
    try {
      return { ...checkValues(labelTable, checked), code: withoutRemoved(overlay(under, own)) };
    } catch (error) {
      throw error instanceof QrError ? inItem(error, index) : error;
    }
  });
  return { settings, labels };
}

/** Returns `error` with the place of its item in the field. */
export function inItem({ code, field = "data", rule, values, status }: QrError, index: number): QrError {
  return new QrError(code, { field: `items[${index}].${field}`, rule, values, status });
}

/** Returns a length of the settings in millimetres. */
export const millimetres = (value: string | undefined, otherwise = 0): number =>
  value === undefined ? otherwise : millimetresOf(value);
