import { memoize } from "../../async/once.ts";
import * as ar from "../../languages/ar.ts";
import * as de from "../../languages/de.ts";
import * as en from "../../languages/en.ts";
import * as es from "../../languages/es.ts";
import * as fr from "../../languages/fr.ts";
import * as ja from "../../languages/ja.ts";
import {
  chooseLanguage,
  createTranslate,
  inOrder,
  type LanguageFile,
  localeOf,
  readAcceptLanguage,
} from "../../languages/language.ts";
import { type PayloadLabelId, payloadLabels } from "../../languages/payload-labels.ts";
import * as pt from "../../languages/pt.ts";
import * as zhHans from "../../languages/zh-Hans.ts";
import { amountIn, shownIn } from "../../payload/kind.ts";
import { kinds, type Payload, sepa } from "../../payload/payload.ts";
import { createShareText, type ShareText, type ShareTranslate } from "./text.ts";

/** The languages of share pages besides English. A test checks that none is missing. Each export is named, so that bundlers
 *  can drop the other exports of these files. */
export const shareLanguages: Readonly<Record<string, Pick<LanguageFile, "labels" | "invitations" | "sharePage">>> = {
  ar: { labels: ar.labels, invitations: ar.invitations, sharePage: ar.sharePage },
  de: { labels: de.labels, invitations: de.invitations, sharePage: de.sharePage },
  es: { labels: es.labels, invitations: es.invitations, sharePage: es.sharePage },
  fr: { labels: fr.labels, invitations: fr.invitations, sharePage: fr.sharePage },
  ja: { labels: ja.labels, invitations: ja.invitations, sharePage: ja.sharePage },
  pt: { labels: pt.labels, invitations: pt.invitations, sharePage: pt.sharePage },
  "zh-Hans": { labels: zhHans.labels, invitations: zhHans.invitations, sharePage: zhHans.sharePage },
};

const shareTextIn = memoize((tag: string): ShareText => {
  const { labels, invitations, sharePage } = shareLanguages[tag] ?? {
    labels: { ...en.labels, ...payloadLabels() },
    invitations: en.invitations,
    sharePage: en.sharePage,
  };
  const translate: ShareTranslate = createTranslate(tag, { ...labels, ...invitations, ...sharePage });
  return createShareText(tag, translate);
});

/** Returns the text of share pages in the language that an Accept-Language header prefers. */
export function shareTextFor(accepted: string): ShareText {
  return shareTextIn(chooseLanguage(readAcceptLanguage(accepted), ["en", ...Object.keys(shareLanguages)]));
}

/** Returns `payload` in the language of `texts`: its labels, choices, dates and amounts, the order of its fields, and the
 *  title of a payment. */
export function translatePayload(payload: Payload, texts: ShareText): Payload {
  const kind = kinds.find(({ name }) => name === payload.kind);
  const locale = localeOf(texts.lang);
  // All ids of payloads are from the tables of kinds.
  const label = (id: string) => texts.label(id as PayloadLabelId);
  const fields = inOrder(texts.lang, payload.fields, ({ name }) => name).map((field) => ({
    ...field,
    label: label(`${payload.kind}.${field.name}`),
    shown: shownIn(kind?.fields[field.name], field, locale, (value) =>
      value === true ? texts.label("yes") : label(`${payload.kind}.${field.name}.${value}`),
    ),
  }));
  return { ...payload, label: label(`kind.${payload.kind}`), title: titleIn(payload, texts), fields };
}

/** Returns the title of a payload. Most titles are values of fields, which are not translated. */
function titleIn({ kind, title, fields }: Payload, texts: ShareText): string {
  const fieldValue = (name: string) => fields.find((field) => field.name === name)?.value;
  const amount = fieldValue("amount");
  const name = fieldValue(kind === sepa.name ? "name" : "label");
  if (amount === undefined) return title;
  const [symbol, currency] = kind === sepa.name ? ["€", "EUR"] : ["BTC", "BTC"];
  const written = `${amount} ${symbol}`;
  const shown = amountIn(localeOf(texts.lang), String(amount), currency);
  if (title === written) return shown;
  return name !== undefined && title === `${written} to ${name}` ? texts.payment(shown, String(name)) : title;
}
