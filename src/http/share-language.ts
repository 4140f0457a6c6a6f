import * as ar from "../languages/ar.ts";
import * as de from "../languages/de.ts";
import * as es from "../languages/es.ts";
import * as fr from "../languages/fr.ts";
import * as ja from "../languages/ja.ts";
import {
  chooseLanguage,
  createTranslate,
  type LanguageFile,
  labelKey,
  localeOf,
  readAcceptLanguage,
} from "../languages/language.ts";
import * as pt from "../languages/pt.ts";
import * as zhHans from "../languages/zh-Hans.ts";
import { memoize } from "../once.ts";
import { event } from "../payload/event.ts";
import { kinds, type Payload, type PayloadField, sepa } from "../payload/payload.ts";
import { createShareText, type ShareText } from "./share-text.ts";

/** The languages of share pages besides English. A test checks that no file is missing. */
export const shareLanguages: Readonly<Record<string, Pick<LanguageFile, "labels" | "sharePage">>> = {
  ar,
  de,
  es,
  fr,
  ja,
  pt,
  "zh-Hans": zhHans,
};

/** Returns the text of share pages in the language `tag`. */
export const shareTextIn = memoize((tag: string): ShareText => {
  const { labels, sharePage } = shareLanguages[tag] ?? {};
  return createShareText(tag, createTranslate(tag, { ...labels, ...sharePage }));
});

/** Returns the text of share pages in the language that an Accept-Language header prefers. */
export function shareTextFor(accepted: string): ShareText {
  return shareTextIn(chooseLanguage(readAcceptLanguage(accepted), ["en", ...Object.keys(shareLanguages)]));
}

/** Returns `payload` with its labels, choices and dates, and for a payment also its title, in the language of `words`. */
export function translatePayload(payload: Payload, words: ShareText): Payload {
  if (words.lang === "en") return payload;
  const fields = payload.fields.map((field) => ({
    ...field,
    label: words.label(labelKey(payload.kind, field.name, field.label)),
    shown: shownIn(field, payload, words),
  }));
  return { ...payload, label: words.label(payload.label), title: titleIn(payload, words), fields };
}

/** Returns the value of a field. Only values that come from a table are translated. */
function shownIn({ name, value, shown }: PayloadField, { kind }: Payload, words: ShareText): string {
  if (kind === event.name && (name === "start" || name === "end")) return timeIn(String(value), words);
  const rule = kinds.find((one) => one.name === kind)?.fields[name]?.kind;
  return rule === "choice" || rule === "flag" ? words.label(shown) : shown;
}

/** Returns a checked date or time of an event. */
function timeIn(value: string, { lang }: ShareText): string {
  const [, day = "", time, utc] = /^([^T]*)(?:T([^Z]*))?(Z?)$/.exec(value) ?? [];
  // The time is formatted as it is written, without a conversion to another time zone.
  const date = new Date(`${day}T${time ?? "00:00"}Z`);
  const format = new Intl.DateTimeFormat(localeOf(lang), {
    dateStyle: "full",
    ...(time !== undefined && { timeStyle: time.length > 5 ? "medium" : "short" }),
    timeZone: "UTC",
  });
  return `${format.format(date)}${utc ? " UTC" : ""}`;
}

/** Returns the title of a payload. Most titles are values, which are not translated. */
function titleIn({ kind, title, fields }: Payload, words: ShareText): string {
  const fieldValue = (name: string) => fields.find((field) => field.name === name)?.value;
  const amount = fieldValue("amount");
  const name = fieldValue(kind === sepa.name ? "name" : "label");
  if (amount === undefined || name === undefined) return title;
  const currency = kind === sepa.name ? "€" : "BTC";
  if (title !== `${amount} ${currency} to ${name}`) return title;
  const [, decimals = ""] = String(amount).split(".");
  const places = { minimumFractionDigits: decimals.length, maximumFractionDigits: decimals.length };
  const shown = Number(amount).toLocaleString(localeOf(words.lang), places);
  return words.payment(`${shown} ${currency}`, String(name));
}
