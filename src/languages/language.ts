import type { RuleId } from "../messages/rule-ids.ts";
import type * as en from "./en.ts";
import type { playground } from "./en-playground.ts";
import type { PayloadLabelId } from "./payload-labels.ts";

/** The values for the placeholders of a text. Numbers are formatted for the language. */
export type Values = Readonly<Record<string, string | number>>;

/** A text, or one per plural category of the value `count`. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The texts of a page, by id. */
export type Texts<Id extends string = string> = Readonly<Record<Id, Text>>;

/** The type of translations of `English`: each translation of a text with plural forms has plural forms too. */
type TextsOf<English> = { readonly [Id in keyof English]: English[Id] extends string ? string : Exclude<Text, string> };

/** The texts in a language of the table `Part` of en.ts. */
export type PageTexts<Part extends keyof typeof en> = TextsOf<(typeof en)[Part]>;

export type PlaygroundTexts = PageTexts<"start"> & TextsOf<typeof playground>;

/** The labels of kinds of content, their fields and choices, and the texts that all pages use. */
export type LabelTexts = PageTexts<"labels"> & Readonly<Record<PayloadLabelId, string>>;

/** The messages of a language, by the id of their rule. {field} is the name of the field, and the other placeholders
 *  are the values of the English text. */
export type RuleTexts = Texts<RuleId>;

/** The translated texts of a language: what a file of this folder exports. */
export interface LanguageFile {
  readonly labels: LabelTexts;
  readonly playground: PlaygroundTexts;
  /** Messages of errors and issues in the playground. */
  readonly rules: RuleTexts;
  /** What a code does, on share pages and posters. */
  readonly invitations: PageTexts<"invitations">;
  readonly sharePage: PageTexts<"sharePage">;
  /** Texts of the pages that browsers get instead of pages that cannot be shown. */
  readonly errorPage: PageTexts<"errorPage">;
}

/** The names of the placeholders in an English text, and `count` if it has plural forms. */
type Placeholders<English> = English extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : English extends { readonly other: infer Other }
    ? Placeholders<Other> | "count"
    : never;

type ValuesOf<English> = [Placeholders<English>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<English>, string | number>>];

/** The ids of the texts without placeholders. */
export type PlainId<English> = {
  [Id in keyof English & string]: [Placeholders<English[Id]>] extends [never] ? Id : never;
}[keyof English & string];

/** Returns the text with an id of the English texts `English`, with its placeholders replaced by `values`. */
export type Translate<English> = <Id extends keyof English & string>(
  id: Id,
  ...values: ValuesOf<English[Id]>
) => string;

/** Creates the function that returns the texts in the language `tag`. `isolates` is that of `fillText`. */
export function createTranslate<English>(
  tag: string,
  texts: Texts<keyof English & string>,
  isolates = false,
): Translate<English> {
  return (id, values: Values = {}) => fillText(tag, texts[id], values, isolates);
}

/** Returns `text`, which is in the language `tag`, with its placeholders in braces replaced. In languages that run from right to
 *  left, `isolates` says whether values are isolated, so that URLs do not reorder the sentence. */
export function fillText(tag: string, text: Text, values: Values, isolates = false): string {
  const isolated = (value: string) =>
    isolates && !/^[\d.,]*$/.test(value) && directionOf(tag) === "rtl" ? `\u2068${value}\u2069` : value;
  const pattern = typeof text === "string" ? text : formOf(text, tag, Number(values.count));
  return pattern.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === "number" ? value.toLocaleString(localeOf(tag)) : isolated(value);
  });
}

function formOf(forms: Text & object, tag: string, count: number): string {
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
const MAX_LANGUAGES = 20;

/** Returns the languages in an Accept-Language header, the preferred ones first. Ignores languages that the client does
 *  not accept, invalid parts, and everything beyond the limits. RFC 9110, 12.5.4. */
export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, LONGEST_HEADER)
    .split(",", MAX_LANGUAGES)
    .flatMap((part) => {
      const [tag = "", quality = "q=1"] = part.split(";", 2).map((word) => word.trim());
      const [, weight] = /^q=([01](?:\.\d{0,3})?)$/i.exec(quality) ?? [];
      return /^[a-z][a-z\d-]*$/i.test(tag) && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : [];
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** Returns the locale in which pages in the language `tag` write numbers and dates. All locales use the digits 0 to 9,
 *  because users enter phone numbers, amounts and sizes with these digits. */
export function localeOf(tag: string): string {
  return `${tag === "en" ? "en-GB" : tag}-u-nu-latn`;
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
