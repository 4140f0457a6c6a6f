import {
  chooseLanguage,
  createTranslate,
  directionOf,
  inOrder,
  type LanguageFile,
  localeOf,
  type Translate,
} from "../../src/languages/language.ts";
import { type Message, messageOf } from "../../src/messages/message.ts";
import { createTranslateMessage, type MessageWords, type TranslateMessage } from "./message.ts";

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

/** Returns the names of fields in the order of the language. */
export function fieldsInOrder(names: readonly string[]): string[] {
  return inOrder(current, names, (name) => name);
}

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
  const ids = file && (await import("./rule-ids.ts")).ruleIds;
  current = tag;
  translate = createTranslate(tag, { ...file?.labels, ...file?.playground }, true);
  translateMessage = ids && createTranslateMessage(tag, file.rules, ids);
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
  // The texts in index.html: in the element, or in the attribute that it names.
  for (const element of document.querySelectorAll("[data-text]")) {
    const attribute = element.getAttribute("data-text") ?? "";
    if (attribute === "") element.textContent = text(element.textContent);
    else element.setAttribute(attribute, text(element.getAttribute(attribute) ?? ""));
  }
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
export function messageIn(message: Message, words: Omit<MessageWords, "numberOf">): string {
  const translation = translateMessage?.(message, { ...words, numberOf });
  return translation ?? messageOf(message, words.nameOf, words.choiceOf);
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
