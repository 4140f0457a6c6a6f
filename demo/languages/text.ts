import { literal, type MessageParts, messageOf } from "../../src/errors.ts";
import {
  chooseLanguage,
  createTranslate,
  type Dictionary,
  directionOf,
  type LanguageFile,
  localeOf,
  type Translate,
} from "../../src/languages/language.ts";

const FOLDER = "../../src/languages/";

/** The translations, by path. Each file is loaded only if its language is used. The build leaves out the texts of share
 *  pages, because of the query. */
const files = import.meta.glob<Omit<LanguageFile, "sharePage">>("../../src/languages/{??,???,*-*}.ts", {
  query: "?playground",
});

/** The tags of the languages of the page. */
export const languages: readonly string[] = [
  "en",
  ...Object.keys(files).map((path) => path.slice(FOLDER.length, -".ts".length)),
];

/** The name under which the browser stores the chosen language. */
const STORED = "isoqr-language";

let current = "en";
let translate = createTranslate(current);
let translateMessage: TranslateMessage | undefined;

/** Returns the translation of an English text. Placeholders such as {name} are replaced by the value of that name. If
 *  the text has plural forms, `count` selects one of them. */
export const text: Translate = (english, values) => translate(english, values);

/** Returns `value`, whose strings are English texts. Pass them to `text` where they are shown, because tables are created
 *  before the language is known. */
export function english<Value>(value: Value): Value {
  return value;
}

export function isEnglish(): boolean {
  return current === "en";
}

/** Returns `label` for the middle of a sentence. */
export function inSentence(label: string): string {
  // Other languages have other rules for capital letters.
  return isEnglish() ? label.toLowerCase() : label;
}

/** Returns the language that the user has chosen, or else the first of the browser's languages that the page
 *  supports. */
export function wantedLanguage(): string {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // The browser blocks storage.
  }
  return chooseLanguage(stored === null ? navigator.languages : [stored], languages);
}

/** Makes `text` translate into the language `tag`. Rejects if its file cannot be loaded. */
export async function useLanguage(tag: string): Promise<void> {
  const file = await files[`${FOLDER}${tag}.ts`]?.();
  current = tag;
  translate = createTranslate(tag, { ...file?.labels, ...file?.playground }, true);
  translateMessage = file && createTranslateMessage(tag, file.rules);
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
  // The texts in index.html.
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.textContent);
}

/** Stores `tag` as the language that the user has chosen. */
export function storeLanguage(tag: string): void {
  try {
    localStorage.setItem(STORED, tag);
  } catch {
    // The browser blocks storage, so the choice applies only to this visit.
  }
}

/** Returns the message of an error in the language of the page. Messages without a translation stay English. */
export function messageIn(error: MessageParts, words: Omit<MessageWords, "numberOf">): string {
  return translateMessage?.(error, { ...words, numberOf }) ?? messageOf(error, words.nameOf);
}

/** Joins `items` to a list in the language, such as "a, b, and c", or with the type "unit", "a, b, c". */
export function listOf(items: readonly string[], type: "conjunction" | "unit" = "conjunction"): string {
  return new Intl.ListFormat(current, { type }).format(items);
}

/** Returns `label` in the quotation marks of the language. */
export function quoted(label: string): string {
  return text("“{label}”", { label });
}

/** Formats a number for the language, such as 4.50 or 4,50. `digits` is the number of decimal places, if it is
 *  fixed. */
export function numberOf(value: number, digits?: number): string {
  const places = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(localeOf(current), { ...places, useGrouping: false });
}

/** The words of the page in a message. */
export interface MessageWords {
  /** Returns the label of an option or a field. `first` is true at the start of the message. */
  readonly nameOf: (name: string, first?: boolean) => string;
  /** Returns the label of a choice of an option, or another value unchanged. */
  readonly choiceOf: (option: string, value: string) => string;
  readonly numberOf: (value: number, digits: number) => string;
}

/** Returns the translation of an error's message, or undefined if there is none. */
export type TranslateMessage = (error: MessageParts, words: MessageWords) => string | undefined;

/** Placeholders for labels, for parts with a translation of their own, and for any text. All others have no spaces. */
const LABELS = ["label", "option", "other"];
const CLAUSES = ["problem", "advice", "first", "second", "rule"];
const TEXTS = ["text"];

/** Maximum length of a message to translate. The time grows faster than the length. */
const LONGEST = 600;

interface Template {
  readonly english: string;
  readonly pattern: RegExp;
}

/** Creates the function that translates messages into the language `tag`. The keys of `rules` are English messages. The
 *  rule of a field follows {label}. A clause such as {advice} is another message. The longest match wins. */
export function createTranslateMessage(tag: string, rules: Dictionary): TranslateMessage {
  const translate = createTranslate(tag, rules, true);
  let templates: readonly Template[] | undefined;

  function translated(source: string, words: MessageWords, isFirst: boolean): string | undefined {
    const [, name] = /^\{(\w+)\}$/.exec(source) ?? [];
    if (name !== undefined) return words.nameOf(name, isFirst);
    templates ??= templatesOf(rules);
    for (const { english, pattern } of templates) {
      const match = pattern.exec(source);
      const values = match && valuesOf(english, match.groups ?? {}, words, isFirst);
      if (values) return translate(english, values);
    }
    return undefined;
  }

  function valuesOf(
    english: string,
    groups: Readonly<Record<string, string>>,
    words: MessageWords,
    isFirst: boolean,
  ): Record<string, string> | undefined {
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(groups)) {
      const source = name === "rule" ? `${groups.option ?? groups.text} ${value}` : value;
      const shown = CLAUSES.includes(name)
        ? translated(source, words, isFirst && (name === "rule" || english.startsWith(`{${name}}`)))
        : LABELS.includes(name)
          ? words.nameOf(value.slice(1, -1), isFirst && english.startsWith(`{${name}}`))
          : plainValue(value, groups.option, words);
      if (shown === undefined) return undefined;
      values[name] = shown;
    }
    return values;
  }

  return (error, words) => {
    const source = sourceOf(error);
    return source.length > LONGEST ? undefined : translated(source, words, true);
  };
}

/** Returns the message of `error` with all names in braces. Each of several changes gets a verb of its own. */
function sourceOf({ field, rule, whole }: MessageParts): string {
  if (field === undefined) return literal(rule);
  let source = whole ? rule : `{${field}} ${rule}`;
  // Messages from the service begin with the name of the option in the API.
  if (whole && rule.startsWith(`${field} `)) source = `{${field}}${rule.slice(field.length)}`;
  source = source.replace(/ and (?=\{\w+\} to )/g, " and set ");
  for (let before = ""; before !== source; ) {
    before = source;
    source = source.replace(/(remove \{\w+\}) and (?=\{\w+\}(?: and |$))/, "$1 and remove ");
  }
  return source;
}

function plainValue(value: string, option: string | undefined, { nameOf, choiceOf, numberOf }: MessageWords): string {
  const [, digits, decimals = ""] = NUMBER.exec(value) ?? [];
  if (digits !== undefined) return numberOf(Number(`${digits.replaceAll(",", "")}.${decimals}`), decimals.length);
  const shown = messageOf({ field: "", rule: value, whole: true }, nameOf);
  return option === undefined ? shown : choiceOf(option.slice(1, -1), shown);
}

/** Matches numbers, but not colours such as 000000. */
const NUMBER = /^(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/;

/** The messages that join clauses, the weakest first. */
const JOINS = ["{problem}: {advice}", "{first} or {second}", "{first} and {second}"];

/** Returns the templates, those with the most text first, and those that only join clauses last. */
function templatesOf(rules: Dictionary): readonly Template[] {
  const rankOf = (english: string) => JOINS.indexOf(english) - english.replace(/\{\w+\}/g, "").length / LONGEST;
  return Object.keys(rules)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((english) => ({ english, pattern: patternOf(english) }));
}

function patternOf(english: string): RegExp {
  const parts = english.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    if (LABELS.includes(part)) return `(?<${part}>\\{\\w+\\})`;
    // Otherwise, "{text} must be …" would match "{gradient} has the colour …, which must be …".
    if (TEXTS.includes(part)) return `(?<${part}>(?!\\{\\w).+?)`;
    return CLAUSES.includes(part) ? `(?<${part}>.+?)` : `(?<${part}>\\S+?)`;
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
