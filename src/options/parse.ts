import { dataMissing, QrError } from "../errors.ts";
import type { Message } from "../messages/message.ts";
import { designInvalid, designUnknown, excludes } from "../messages/option-rules.ts";
import { decodeBase64 } from "../text/base64.ts";
import { readDesign, withoutMissing } from "./design-text.ts";
import { formats } from "./formats.ts";
import { settleFrame } from "./frames.ts";
import { invalidOption, type OptionValue } from "./kinds.ts";
import { levelOf, logoOf } from "./logo.ts";
import { NO_GRADIENT, overlay, type PresetName, presets } from "./presets.ts";
import { designNames, freeTable, type OptionName, type QrOptions, type Row, rows, table } from "./table.ts";
import { bothSizes } from "./unknown-names.ts";

/** The unchecked options of a request, including unknown names. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Rows that replace those of the option table in one interface, such as the command line. */
export type OwnRows = { readonly [Name in OptionName]?: Row };

type Draft = { -readonly [Name in OptionName]: QrOptions[Name] };

const byName: ReadonlyMap<string, Row> = /* @__PURE__ */ new Map(rows);
const order = /* @__PURE__ */ rows.map(([name]) => name);
const logoNames = /* @__PURE__ */ rows.flatMap(([name, row]) => (row.logo ? [name] : []));
// Not frozen: engines copy frozen objects slowly.
const defaults = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ rows.map(([name, row]) => [name, defaultOf(row)]),
) as QrOptions;
const freeRows: Readonly<Record<OptionName, Row>> = freeTable;
const NO_ISSUES: readonly QrError[] = /* @__PURE__ */ Object.freeze([]);

/** Parses `given` and replaces missing and invalid values with defaults. Returns errors as `issues`, in the table's
 *  order. Ignores unknown names. */
export function parseOptions(given: RawOptions, own: OwnRows = {}): { options: QrOptions; issues: readonly QrError[] } {
  const draft: Draft = { ...defaults };
  const faults: QrError[] = [];
  const input = given.preset === undefined && given.design === undefined ? given : withDesign(given, faults, own);
  const wrong = assign(draft, input, own);
  for (const both of [settleData(draft, wrong), bothSizes(input)]) if (both) faults.push(both);
  settleLogo(draft, input.ec === undefined, wrong);
  settleFrame(draft, input.frame);
  if (wrong.length === 0 && faults.length === 0) return { options: draft, issues: NO_ISSUES };
  wrong.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return { options: draft, issues: [...faults, ...wrong.map((name) => errorFor(name, input[name], own))] };
}

/** Returns `input` with the options of its preset and its design, either of which may be null. Options in `input` win
 *  over those of the design, which win over those of the preset. A design may have a preset too. Adds an error for the
 *  first invalid option of the design to `faults`. */
function withDesign(input: RawOptions, faults: QrError[], own?: OwnRows): RawOptions {
  const { preset, design, ...others } = input;
  const { saved, fault } = openDesign(design ?? {}, own);
  if (fault) faults.push(fault);
  const name = preset ?? saved?.preset;
  const chosen: RawOptions =
    typeof name === "string" && Object.hasOwn(presets, name) ? presets[name as PresetName] : {};
  // The preset and an invalid design are checked like other options.
  return {
    ...overlay(overlay(chosen, saved ?? {}), withoutMissing(others)),
    preset: name ?? undefined,
    ...(saved === undefined && { design }),
  };
}

interface OpenDesign {
  /** The valid options; undefined if `design` is not a design at all. */
  readonly saved?: RawOptions;
  /** The first invalid entry, and the error for it. */
  readonly wrong?: readonly [string, unknown];
  readonly fault?: QrError;
}

/** Checks the entries of a design. A design is a document for all interfaces, so its colours may have #. A gradient that
 *  is null replaces that of the preset. */
function openDesign(design: unknown, own: OwnRows = {}): OpenDesign {
  const entries = readDesign(design);
  if (!entries) return {};
  const rowOf = (name: string) => {
    if (name !== "preset" && !(designNames as readonly string[]).includes(name)) return undefined;
    const row = freeRows[name as OptionName];
    return row.kind === "integer" ? (own[name as OptionName] ?? table[name as OptionName]) : row;
  };
  const valid: [string, unknown][] = [];
  let wrong: readonly [string, unknown] | undefined;
  for (const [name, word] of entries) {
    const row = rowOf(name);
    const value = word === null ? null : row?.read(word);
    if (value === undefined || !row) wrong ??= [name, word];
    else if (row.kind === "gradient") valid.push([name, value || NO_GRADIENT]);
    else if (value !== null) valid.push([name, value]);
  }
  const saved = Object.fromEntries(valid);
  if (!wrong) return { saved };
  const [name, word] = wrong;
  const row = rowOf(name);
  const message = row
    ? { rule: designInvalid, values: { option: { option: name }, rule: row.rule(word) } }
    : unknownName(name);
  return { saved, wrong, fault: new QrError("INVALID_OPTION", { field: "design", ...message }) };
}

/** Returns the message about an unknown name in a design. */
export function unknownName(name: string): Message {
  return { rule: designUnknown, values: { text: JSON.stringify(name.slice(0, 40)) } };
}

/** Returns `input` with the options of its design in place of the design, so that a design that many codes share is
 *  read only once. If the design is invalid, replaces it with a small one that causes the same error. */
export function unpackDesign(input: RawOptions): RawOptions {
  const { design, ...others } = input;
  if (design === undefined || design === null) return input;
  const { saved, wrong } = openDesign(design);
  if (!saved) return { ...others, design: [] };
  return wrong ? { ...others, design: Object.fromEntries([wrong]) } : overlay(saved, withoutMissing(others));
}

/** Returns `input` on top of `look`, the look options of a link. The preset and the design in `input` win over `look`
 *  too. */
export function overLook(look: RawOptions | undefined, input: RawOptions): RawOptions {
  const faults: QrError[] = [];
  const open = withDesign(input, faults);
  return { ...overlay(look, open), ...(faults.length > 0 && { design: input.design }) };
}

/** Returns `input` normalized, with defaults for missing options. @throws {QrError} DATA_MISSING or INVALID_OPTION for
 *  the first error. */
export function checkOptions(input: RawOptions, own?: OwnRows): QrOptions {
  const { options, issues } = parseOptions(input, own);
  if (issues[0]) throw issues[0];
  return options;
}

/** Assigns the valid values of `input` to `draft`. Returns the names of invalid options. */
function assign(draft: Record<string, Draft[OptionName]>, input: RawOptions, own: OwnRows): OptionName[] {
  const wrong: OptionName[] = [];
  for (const name of Object.keys(input)) {
    const word = input[name];
    const row = byName.get(name);
    if (row === undefined || word === undefined) continue;
    const value = (own[name as OptionName] ?? row).read(word);
    if (value === undefined) wrong.push(name as OptionName);
    // An empty value removes a gradient.
    else draft[name] = row.kind === "gradient" ? value || undefined : value;
  }
  return wrong;
}

/** Decodes `dataBase64` into `data`, as a string if it is UTF-8, because reports and links are about texts. Adds data that
 *  is missing to `wrong`. Returns an error if both are set. */
function settleData(draft: Draft, wrong: OptionName[]): QrError | undefined {
  const isWrong = wrong.includes("data");
  const { dataBase64 } = draft;
  const isGiven = draft.data !== "" || isWrong;
  if (dataBase64 === undefined) {
    if (!isGiven && !wrong.includes("dataBase64")) wrong.push("data");
    return undefined;
  }
  if (isGiven) {
    return new QrError("INVALID_OPTION", {
      field: "dataBase64",
      rule: excludes,
      values: { option: { option: "data" } },
    });
  }
  draft.data = textOrBytes(decodeBase64(dataBase64.slice(dataBase64.indexOf(",") + 1)));
  draft.dataBase64 = undefined;
  if (draft.data.length === 0) wrong.push("data");
  return undefined;
}

function textOrBytes(bytes: Uint8Array): string | Uint8Array {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

/** Returns the text in a code; "" for bytes that are no text. */
export function textIn({ data }: Pick<QrOptions, "data">): string {
  return typeof data === "string" ? data : "";
}

/** Applies the rules that involve several options: only images have a logo, logoData wins over logo, a data URI
 *  includes its type, and a logo raises the default error correction level. Removes ignored options from `wrong`. */
function settleLogo(draft: Draft, ecIsFree: boolean, wrong: OptionName[]): void {
  if (!formats[draft.format].image) {
    for (const name of logoNames) ignore(draft, name, wrong);
    return;
  }
  if (draft.logoData !== undefined) {
    ignore(draft, "logo", wrong);
    if (/^data:/i.test(draft.logoData)) ignore(draft, "logoMime", wrong);
  }
  if (ecIsFree) draft.ec = levelOf(undefined, logoOf(draft)) ?? draft.ec;
}

function ignore(draft: Record<string, Draft[OptionName]>, name: OptionName, wrong: OptionName[]): void {
  draft[name] = defaults[name];
  const at = wrong.indexOf(name);
  if (at >= 0) wrong.splice(at, 1);
}

function errorFor(name: OptionName, word: unknown, own: OwnRows): QrError {
  return name === "data" && (word === undefined || word === "")
    ? dataMissing()
    : invalidOption(name, own[name] ?? table[name], word);
}

function defaultOf(row: Row): OptionValue | undefined {
  if ("default" in row) return row.default;
  return row.required ? "" : undefined;
}
