import {
  chooseLanguage,
  directionOf,
  fillText,
  inOrder,
  type LanguageFile,
  labels,
  localeOf,
  start,
  type Text,
  type Texts,
  type Translate,
  type Values,
} from "../product/languages.ts";
import { type Message, messageOf } from "../product/messages.ts";
import { createTranslateMessage, type MessageWords, type TranslateMessage } from "./message.ts";

const FOLDER = "../../src/languages/";

/** The translations, by path. Each file is loaded only if its language is used. The build leaves out the texts of share
 *  pages, because of the query. */
const files = import.meta.glob<Pick<LanguageFile, "labels" | "playground" | "invitations" | "rules">>(
  ["../../src/languages/{??,???,??-????}.ts", "!../../src/languages/en.ts"],
  { query: "?playground" },
);

/** The tags of the languages of the page. */
export const languages: readonly string[] = [
  "en",
  ...Object.keys(files).map((path) => path.slice(FOLDER.length, -".ts".length)),
];

/** The name under which the browser stores the chosen language. */
const STORED = "isoqr-language";

/** The loaded English texts: those that the page needs at first, and later those in text.ts. */
const english: Record<string, Text> = { ...labels, ...start };

let current = "en";
let texts: Texts = english;
let translateMessage: TranslateMessage | undefined;

/** Returns one of the texts that the page needs at first. Modules that are loaded later use `text` from text.ts. */
export const text: Translate<typeof labels & typeof start> = (id, ...values) => textIn(id, ...values);

/** Returns the text with this id in the language of the page. Replaces placeholders such as {name} with the values of those
 *  names. If the text has plural forms, `count` selects one of them. */
export function textIn(id: string, values: Values = {}): string {
  return fillText(current, texts[id] ?? id, values, true);
}

export function addEnglish(more: Texts): void {
  Object.assign(english, more);
}

/** Returns the names of fields in the order of the language. */
export function fieldsInOrder(names: readonly string[]): string[] {
  return inOrder(current, names, (name) => name);
}

export function isEnglish(): boolean {
  return current === "en";
}

/** Returns `label` for use within a sentence. */
export function inSentence(label: string): string {
  // Other languages have other rules for capital letters, so their labels stay unchanged.
  return isEnglish() ? label.toLowerCase() : label;
}

/** Returns the language that the user has chosen, or else the first of the browser's languages that the page
 *  supports. */
export function wantedLanguage(): string {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // The browser may block storage.
  }
  return chooseLanguage(stored === null ? navigator.languages : [stored], languages);
}

/** Makes `text` translate into the language `tag`. Rejects if its file cannot be loaded. */
export async function useLanguage(tag: string): Promise<void> {
  const file = await files[`${FOLDER}${tag}.ts`]?.();
  const ids = file && (await import("../product/rule-ids.ts")).ruleIds;
  current = tag;
  texts = file ? { ...file.labels, ...file.playground, ...file.invitations } : english;
  translateMessage = ids && createTranslateMessage(tag, file.rules, ids);
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
  // Translates texts in index.html: those of elements and of attributes. data-text is an id, or an id and the name of an
  // attribute.
  for (const element of document.querySelectorAll("[data-text]")) {
    const [id = "", attribute] = element.getAttribute("data-text")?.split(" ") ?? [];
    const shown = textIn(id);
    if (attribute === undefined) element.textContent = shown;
    else element.setAttribute(attribute, shown);
  }
}

/** Stores `tag` as the language that the user has chosen. */
export function storeLanguage(tag: string): void {
  try {
    localStorage.setItem(STORED, tag);
  } catch {
    // The browser may block storage. The choice then applies only to this visit.
  }
}

/** Returns the message of an error in the language of the page. Messages without a translation stay English. */
export function messageIn(message: Message, words: Omit<MessageWords, "numberOf">): string {
  const translation = translateMessage?.(message, { ...words, numberOf });
  return translation ?? messageOf(message, words.nameOf, words.choiceOf);
}

/** Joins `items` to a list in the language, such as "a, b, and c", or with the type "unit", "a, b, c". */
export function listOf(items: readonly string[], type: "conjunction" | "unit" = "conjunction"): string {
  return new Intl.ListFormat(current, { type }).format(items);
}

/** Formats a number for the language, such as 4.50 or 4,50. `digits` is the number of decimal places, if it is
 *  fixed. */
export function numberOf(value: number, digits?: number): string {
  const places = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(localeOf(current), { ...places, useGrouping: false });
}
