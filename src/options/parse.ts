import { dataMissing, type QrError } from "../errors.ts";
import { formats } from "./formats.ts";
import { invalidOption, type OptionValue, type Read, reader } from "./kinds.ts";
import { type OptionName, type OptionsOf, type QrOptions, type Row, rows, table } from "./table.ts";

/** The words of one request as they came: known and unknown names, right and wrong values. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** What a symbol is made from; see SymbolSettings of the core. */
export type SymbolOptions = OptionsOf<"ec" | "version" | "mask" | "boost" | "eci">;

type Draft = { -readonly [Name in OptionName]: QrOptions[Name] };

interface Judge {
  readonly name: OptionName;
  readonly read: Read;
}

const judges: ReadonlyMap<string, Judge> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ rows.map(([name, row]) => [name, { name, read: reader(row) }]),
);
const order = /* @__PURE__ */ rows.map(([name]) => name);
const logoNames = /* @__PURE__ */ rows.flatMap(([name, row]) => (row.logo ? [name] : []));
// Not frozen, and neither are copies of it: engines copy frozen objects slowly, and freezing one takes longer than
// reading all its words. The types keep everybody from writing.
const defaults = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ rows.map(([name, row]) => [name, defaultOf(row)]),
) as QrOptions;
const IMPLIED_BY_LOGO: QrOptions["ec"] = "H";
const NO_ISSUES: readonly QrError[] = /* @__PURE__ */ Object.freeze([]);

/** Judges `words` and fills in what is missing. `issues` holds every complaint, in the table's order; where there is
 *  one, `options` has the default instead. Unknown names are passed over. */
export function parseOptions(words: RawOptions): { options: QrOptions; issues: readonly QrError[] } {
  const draft: Draft = { ...defaults };
  const wrong = assign(draft, words);
  if (draft.data === "" && !wrong.includes("data")) wrong.push("data");
  settleLogo(draft, words.ec === undefined, wrong);
  if (wrong.length === 0) return { options: draft, issues: NO_ISSUES };
  wrong.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return { options: draft, issues: wrong.map((name) => complaint(name, words[name])) };
}

/** The options that `words` stand for, complete and in one spelling.
 *  @throws {QrError} the first complaint: DATA_MISSING or INVALID_OPTION. */
export function checkOptions(words: RawOptions): QrOptions {
  const { options, issues } = parseOptions(words);
  if (issues[0]) throw issues[0];
  return options;
}

/** `settings` checked and in one spelling, for a bare symbol. @throws {QrError} INVALID_OPTION. */
export function checkSymbolOptions(settings: SymbolOptions): SymbolOptions {
  const checked: Partial<Draft> = {};
  const wrong = assign(checked, settings)[0];
  if (wrong) throw complaint(wrong, settings[wrong as keyof SymbolOptions]);
  return checked;
}

/** Puts every value that `words` give into `draft`; gives the names of those that break their rule. */
function assign(draft: Record<string, OptionValue | undefined>, words: RawOptions): OptionName[] {
  const wrong: OptionName[] = [];
  for (const name of Object.keys(words)) {
    const word = words[name];
    const judge = judges.get(name);
    if (judge === undefined || word === undefined) continue;
    const value = judge.read(word);
    if (value === undefined) wrong.push(judge.name);
    else draft[name] = value;
  }
  return wrong;
}

/** A matrix has no logo, inline data win over an address, a data URI brings its own type, and a logo asks for more
 *  error correction. Takes out of `wrong` what is not looked at. */
function settleLogo(draft: Draft, ecIsFree: boolean, wrong: OptionName[]): void {
  if (!formats[draft.format].image) {
    for (const name of logoNames) ignore(draft, name, wrong);
    return;
  }
  if (draft.logoData !== undefined) {
    ignore(draft, "logo", wrong);
    if (/^data:/i.test(draft.logoData)) ignore(draft, "logoMime", wrong);
  }
  if (ecIsFree && (draft.logo ?? draft.logoData) !== undefined) draft.ec = IMPLIED_BY_LOGO;
}

function ignore(draft: Record<string, OptionValue | undefined>, name: OptionName, wrong: OptionName[]): void {
  draft[name] = defaults[name];
  const at = wrong.indexOf(name);
  if (at >= 0) wrong.splice(at, 1);
}

function complaint(name: OptionName, word: unknown): QrError {
  if (name === "data" && (word === undefined || word === "")) {
    return dataMissing();
  }
  return invalidOption(name, table[name]);
}

function defaultOf(row: Row): OptionValue | undefined {
  if ("default" in row) return row.default;
  return row.required ? "" : undefined;
}
