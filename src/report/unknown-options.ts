import { QrError } from "../errors.ts";
import { changeOptions, setOption, withAdvice } from "../messages/advice.ts";
import type { Message } from "../messages/message.ts";
import { ignoredWith } from "../messages/report-rules.ts";
import { readDesign } from "../options/design-text.ts";
import { formats } from "../options/formats.ts";
import { type RawOptions, unknownName } from "../options/parse.ts";
import { dataMissingIn, otherName, otherNameIn } from "../options/query-faults.ts";
import { designNames, type QrOptions, rows, table } from "../options/table.ts";
import { meantBy } from "../options/unknown-names.ts";
import { sizes } from "../render/module-shapes.ts";
import { MAX_NAME_LENGTH } from "../text/nearest.ts";
import { type Finding, findingOf, type Way } from "./issues.ts";

export const UNKNOWN_IGNORED = '"{name}" is an unknown option and is ignored: remove it';
export const UNKNOWN_MEANT = '"{name}" is an unknown option and is ignored: use {option}';
export const MORE_UNKNOWN = "{rest} more unknown options are ignored";
const TYPO = '{problem}: use "{meant}"';

/** Maximum number of unknown names in a report. */
export const MAX_NAMES = 20;

const names = rows.map(([name]) => name);

/** Returns a warning for each unknown name, with a suggestion for probable typos. Names after the first MAX_NAMES share one
 *  warning. */
export function unknownOptions(input: RawOptions): Finding[] {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(table, name));
  const issues = unknown.slice(0, MAX_NAMES).map((name) => warning(shortened(name), meantBy(name, names)));
  const rest = unknown.length - issues.length;
  if (rest > 0) issues.push({ ...warning("", undefined), rule: MORE_UNKNOWN, values: { rest } });
  return issues;
}

/** Returns the issues for unknown names in `input`: an error for each other name of an option, and then a warning for each
 *  of the others. */
export function unknownNames(input: RawOptions): Finding[] {
  const warnings = unknownOptions(input);
  const errors = warnings.flatMap(({ field }) => otherName(field) ?? []);
  const isWarning = ({ field }: Finding) => !errors.some((error) => error.field === field);
  return [...errors.map(findingOf), ...warnings.filter(isWarning)];
}

/** Returns a warning for each option in `input` that the chosen frame or style ignores. Options inside `design` or `preset`
 *  do not cause warnings, because a request may override their frame or style. */
export function ignoredOptions({ caption, dotSize }: RawOptions, options: QrOptions): Finding[] {
  const { format, frame, dotStyle } = options;
  if (!formats[format].image) return [];
  const ignored = (field: string, [option, value]: readonly [string, string], advice: Message, way: Way): Finding => {
    const values = { option: { option }, value: { option, value } };
    const message = withAdvice({ field, rule: ignoredWith, values }, advice);
    return { code: "ignored_option", severity: "warning", field, ...message, ways: [way] };
  };
  const findings: Finding[] = [];
  if (dotSize !== undefined && !Object.hasOwn(sizes, dotStyle)) {
    findings.push(ignored("dotSize", ["dotStyle", dotStyle], changeOptions([], ["dotSize"]), { dotSize: undefined }));
  }
  if (caption !== undefined && frame === "none") {
    const other = "banner-bottom";
    findings.push(ignored("caption", ["frame", "none"], setOption("frame", other), { frame: other }));
  }
  return findings;
}

function warning(name: string, meant: string | undefined): Finding {
  const message = meant
    ? { rule: UNKNOWN_MEANT, values: { name, option: { option: meant } } }
    : { rule: UNKNOWN_IGNORED, values: { name } };
  return { code: "unknown_option", severity: "warning", field: name, ...message };
}

const inDesigns = ["preset", ...designNames];

/** Returns the error for a design with an unknown name that is probably a typo; undefined for any other design. */
export function typoInDesign(design: unknown): QrError | undefined {
  for (const [name] of readDesign(design) ?? []) {
    const meant = inDesigns.includes(name) ? undefined : meantBy(name, inDesigns);
    // Designs use the API names in every interface, so the name is not turned into a flag or a label.
    if (meant) {
      const values = { problem: { field: "design", ...unknownName(name) }, meant };
      return new QrError("INVALID_OPTION", { field: "design", rule: TYPO, values });
    }
  }
  return undefined;
}

/** Resolves like `work`, which reads `input`, but errors about an unknown name in the design, or about missing data, say which
 *  name was probably meant. Rejects with INVALID_OPTION if `input` has another name of an option. */
export function withSuggestions<Value>(input: RawOptions, work: () => Promise<Value>): Promise<Value> {
  const named = otherNameIn(input);
  if (named) return Promise.reject(named);
  return work().catch((error: unknown) => {
    throw error instanceof QrError ? clarified(error, input) : error;
  });
}

/** Returns `error`, or the error for a typo in the design if `error` is about the design, or for another name of data if it
 *  is missing. */
export function clarified(error: QrError, input: RawOptions): QrError {
  if (error.code === "DATA_MISSING") return dataMissingIn(input) ?? error;
  return (error.field === "design" && typoInDesign(input.design)) || error;
}

/** Returns a name for a message, cut off if it is too long. */
function shortened(name: string): string {
  const characters = [...name.slice(0, 2 * MAX_NAME_LENGTH)];
  return characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join("")}...` : name;
}
