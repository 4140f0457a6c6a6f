import type { RuleId } from "../messages/rule-ids.ts";

/** The values for the placeholders of a text. Numbers are formatted for the language. */
type Values = Readonly<Record<string, string | number>>;

/** An English text that depends on the value `count`. `other` is the key of its translations. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

/** The translations of a language, by English text. A text with a number has one translation per plural category. */
export type Dictionary = Readonly<Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;

/** The messages of a language, by the id of their rule. {field} is the name of the field, and the other placeholders
 *  are the values of the English text. */
export type RuleTexts = Readonly<Record<RuleId, Dictionary[string]>>;

/** The translated texts of a language: what a file of this folder exports. */
export interface LanguageFile {
  /** Labels of kinds of content, their fields and choices, which all pages use. */
  readonly labels: Dictionary;
  readonly playground: Dictionary;
  /** Messages of errors and issues in the playground. */
  readonly rules: RuleTexts;
  readonly sharePage: Dictionary;
  /** Texts of the pages that browsers get instead of pages that cannot be shown. */
  readonly lostPage: Dictionary;
}

/** Returns the translation of `english`, with its placeholders in braces replaced. An English text with several meanings is
 *  followed by "|" and the meaning, such as "Paper|print". */
export type Translate = (english: string | Plural, values?: Values) => string;

/** Creates the function that translates into the language `tag`. Texts that `dictionary` lacks stay English. In languages
 *  that run from right to left, `isolates` says whether values are isolated, so that URLs do not reorder the sentence. */
export function createTranslate(tag: string, dictionary: Dictionary = {}, isolates = false): Translate {
  const isolated = (value: string) =>
    isolates && !/^[\d.,]*$/.test(value) && directionOf(tag) === "rtl" ? `\u2068${value}\u2069` : value;
  return (english, values = {}) => {
    const translation = dictionary[typeof english === "string" ? english : english.other];
    const found = translation ?? (typeof english === "string" ? english.replace(/\|\w+$/, "") : english);
    const pattern = typeof found === "string" ? found : formOf(found, translation ? tag : "en", Number(values.count));
    return pattern.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === "number" ? value.toLocaleString(localeOf(tag)) : isolated(value);
    });
  };
}

function formOf(forms: Dictionary[string] & object, tag: string, count: number): string {
  return forms[new Intl.PluralRules(tag).select(count)] ?? forms.other ?? "";
}

/** Returns the first of the languages `wanted` that is in `available`, or English. Regions are ignored, but scripts must
 *  match. */
export function chooseLanguage(wanted: readonly string[], available: readonly string[]): string {
  const byScript = new Map(available.map((tag) => [scriptOf(tag), tag]));
  for (const tag of wanted) {
    const found = byScript.get(scriptOf(tag));
    if (found !== undefined) return found;
  }
  return "en";
}

/** Maximum number of characters and of languages that are read from a header, which may be hostile. */
const LONGEST_HEADER = 1_000;
const MOST_LANGUAGES = 20;

/** Returns the languages in an Accept-Language header, the preferred ones first. Ignores languages that the client does
 *  not accept, invalid parts, and everything beyond the limits. RFC 9110, 12.5.4. */
export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, LONGEST_HEADER)
    .split(",", MOST_LANGUAGES)
    .flatMap((part) => {
      const [tag = "", quality = "q=1"] = part.split(";", 2).map((word) => word.trim());
      const [, weight] = /^q=([01](?:\.\d{0,3})?)$/i.exec(quality) ?? [];
      return /^[a-z][a-z\d-]*$/i.test(tag) && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : [];
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** Returns the locale in which pages in the language `tag` write numbers and dates: all have the digits 0 to 9, because
 *  that is how phone numbers, amounts and sizes are entered. English pages are British. */
export function localeOf(tag: string): string {
  return `${tag === "en" ? "en-GB" : tag}-u-nu-latn`;
}

/** Keys of labels of fields whose English text has another meaning elsewhere, by kind and field. */
const LABEL_KEYS: Readonly<Record<string, string>> = {
  "mecard.address": "Address|postal",
  "bitcoin.message": "Message|payment",
  "mail.body": "Message|mail",
  "sepa.text": "Text|payment",
  "event.title": "Title|event",
  "geo.name": "Name|place",
};

/** Returns the text by which the translation of the label of a field is found. */
export function labelKey(kind: string, field: string, label: string): string {
  return LABEL_KEYS[`${kind}.${field}`] ?? label;
}

/** Fields whose order differs from that of forms in English. Family names come first, and addresses begin with the largest
 *  part. */
const ORDERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ja: [
    ["lastName", "firstName"],
    ["postcode", "region", "city", "street"],
  ],
  "zh-Hans": [
    ["lastName", "firstName"],
    ["country", "region", "city", "street", "postcode"],
  ],
};

/** Returns `fields` in the order of the language `tag`. `nameOf` returns the name of a field. */
export function inOrder<T>(tag: string, fields: readonly T[], nameOf: (field: T) => string): T[] {
  const ordered = [...fields];
  for (const order of ORDERS[tag] ?? []) {
    const places = fields.flatMap((field, at) => (order.includes(nameOf(field)) ? [at] : []));
    const moved = order.flatMap((name) => fields.filter((field) => nameOf(field) === name));
    for (const [i, at] of places.entries()) ordered[at] = moved[i] as T;
  }
  return ordered;
}

/** Returns the text direction of the language `tag`. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return /-(?:Arab|Hebr)$/.test(scriptOf(tag)) ? "rtl" : "ltr";
}

/** Returns the language and script of `tag`, such as zh-Hans. Browsers can have invalid tags, such as en-US@posix. */
export function scriptOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}
