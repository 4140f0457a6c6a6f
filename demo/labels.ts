import { messageIn } from "./languages/language.ts";
import { isTextId, quoted, text } from "./languages/text.ts";
import { localeOf } from "./product/languages.ts";
import { logoDamaged, logoHost, svgWithoutSize } from "./product/logos.ts";
import { fieldRequired, fieldRequiredAnd, type Message, type NameOf, type Rule } from "./product/messages.ts";
import type { OptionName } from "./product/options.ts";
import { kinds, type Note, type PayloadField, shownIn } from "./product/payload.ts";
import type { playground } from "./product/texts.ts";

export function optionLabel(name: OptionName): string {
  return text(`option.${name}`);
}

/** Returns the hint below the control of an option, or an empty string if it has none. */
export function optionHint(name: OptionName): string {
  const id = `hint.${name}`;
  return isTextId(id) ? text(id) : "";
}

/** The ids of the notes about the interpretation of a typed value, by reason. */
const NOTES = {
  changed: "noteChanged",
  decimal: "noteDecimal",
  "domestic zero": "noteDomesticZero",
  "password spaces": "notePasswordSpaces",
  scheme: "noteScheme",
  spaces: "noteSpaces",
} as const satisfies Readonly<Record<Note["reason"], keyof typeof playground>>;

/** Returns a note about the interpretation of a typed value, or "" without one. */
export function noteText(note: Note | undefined): string {
  return note ? text(NOTES[note.reason], { value: "", scheme: "", url: "", ...note.values }) : "";
}

/** Messages for logo errors, by rule, without details for developers. */
const LOGO_MESSAGES: Readonly<Record<Rule, "logoDamaged" | "svgWithoutSize" | "logoHost">> = {
  [logoDamaged]: "logoDamaged",
  [svgWithoutSize]: "svgWithoutSize",
  [logoHost]: "logoHost",
};

/** Returns the message of `error` with the page's labels. If a logo image is wrong, the message begins with "The logo"
 *  instead of the field that contains its URL. */
export function inLabels(error: Message & { readonly code: string }): string {
  const { field = "", rule, values } = error;
  const isAboutLogo = /^logo_/i.test(error.code)
    ? /^logo(?:Data)?$/.test(field)
    : !rule.startsWith("{field}") && field === "logoData";
  if (!isAboutLogo) return message(error, labelOf);
  const simple = LOGO_MESSAGES[rule];
  if (simple !== undefined) return text(simple, { logo: labelOf("logo", true), kind: String(values?.kind) });
  return message(error, (name, first) => (first ? text("theLogo") : labelOf(name)));
}

/** Returns `error` without the rule of its field if the field is empty. */
export function brief(error: Message): Message {
  return error.rule === fieldRequiredAnd ? { field: error.field, rule: fieldRequired } : error;
}

/** Returns a message in the language of the page. `nameOf` returns the label of an option or a field. */
export function message(error: Message, nameOf: NameOf): string {
  return messageIn(error, { nameOf, choiceOf: valueLabel });
}

/** Returns the label of a choice of the option `name`, or another value unchanged. */
export function valueLabel(name: string, value: string): string {
  const id = !name.endsWith("Style") ? `${name}.${value}` : value === "" ? "matchStyle" : `shape.${value}`;
  return isTextId(id) ? text(id) : value;
}

/** Returns the label of the option `name` for use in a message. `first` is true at the start of the message. */
export function labelOf(name: string, first = false): string {
  if (name === "data") return text(first ? "theContent" : "contentInSentence");
  const id = `option.${name}`;
  const label = isTextId(id) ? quoted(text(id)) : name;
  return name === "logoData" && !first ? text("fileWithLabel", { label }) : label;
}

/** Returns the label of a kind for lists of all kinds, in which some kinds need more specific labels. */
export function kindLabel(name: string): string {
  const [listed, id] = [`listed.${name}`, `kind.${name}`];
  return isTextId(listed) ? text(listed) : isTextId(id) ? text(id) : name;
}

export function fieldLabel(kind: string, name: string): string {
  const id = `${kind}.${name}`;
  return isTextId(id) ? text(id) : name;
}

/** Returns the value of a detected field in the language of the page. */
export function shownValue(kind: string, field: PayloadField): string {
  const row = kinds.find(({ name }) => name === kind)?.fields[field.name];
  return shownIn(row, field, localeOf(document.documentElement.lang), (value) => choiceLabel(kind, field.name, value));
}

/** Returns the label of a choice of a field, or of a flag that is set. */
export function choiceLabel(kind: string, field: string, value: string | boolean): string {
  const id = value === true ? "yes" : `${kind}.${field}.${value}`;
  return isTextId(id) ? text(id) : String(value);
}
