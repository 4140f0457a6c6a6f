import { directionOf, localeOf, type Translate } from "../languages/language.ts";
import type { Recurrence } from "../payload/recurrence.ts";

// The text of share pages, as complete sentences, so that it can be translated. Labels of kinds and fields come from
// src/payload.

/** The text for a kind of content. */
interface KindText {
  /** Below the heading. */
  readonly invitation: string;
  /** In previews of links. */
  readonly description: string;
  /** The label of the main button, for kinds that have one. `host` is the host of a web address. */
  readonly action?: (host: string) => string;
}

/** The text of a copy button, and its confirmation. */
export interface CopyText {
  readonly copy: string;
  readonly copied: string;
}

/** The text of share pages in a language. */
export interface ShareText {
  /** The language, as in the `lang` attribute. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** Translates the labels of kinds, fields and choices. */
  readonly label: (english: string) => string;
  readonly kinds: Readonly<Record<string, KindText>>;
  /** Copy buttons next to the main button, by kind. They copy the heading or the exact text. */
  readonly copies: Readonly<Record<string, CopyText>>;
  /** Copy buttons of fields, by kind and field. */
  readonly fieldCopies: Readonly<Record<string, CopyText>>;
  /** Visible label of a field's copy button. Screen readers announce the label in `fieldCopies`. */
  readonly copy: string;
  /** Label of any copy button after copying. */
  readonly copied: string;
  /** Shown if the browser does not allow copying. */
  readonly copyBlocked: string;
  readonly encodedText: CopyText & { readonly show: string };
  /** Reveals a secret field, by kind and field. */
  readonly reveals: Readonly<Record<string, string>>;
  readonly showText: string;
  readonly timeZone: string;
  readonly repeats: string;
  readonly recurrence: (recurrence: Recurrence) => string;
  readonly map: string;
  readonly download: (format: string) => string;
  /** Names for screen readers. */
  readonly actions: string;
  readonly text: string;
  readonly code: string;
  readonly pageTitle: (title: string, kind: string) => string;
  /** The title of a payment. */
  readonly payment: (amount: string, name: string) => string;
  readonly pictureAlt: (title: string) => string;
  readonly pictureAltWithoutTitle: string;
  readonly footer: string;
}

/** Returns the text of share pages in the language `tag`. */
export function createShareText(tag: string, text: Translate): ShareText {
  const contact: KindText = {
    invitation: text("Point a camera at the code to save the contact."),
    description: text("Scan this QR code to save the contact."),
    action: () => text("Save contact"),
  };

  return {
    lang: tag,
    dir: directionOf(tag),
    label: (english) => text(english),
    kinds: {
      wifi: {
        invitation: text("Point a camera at the code to join the network."),
        description: text("Scan this QR code to join the network."),
      },
      vcard: contact,
      mecard: contact,
      event: {
        invitation: text("Point a camera at the code to add the event to a calendar."),
        description: text("Scan this QR code to add the event to a calendar."),
        action: () => text("Add to calendar"),
      },
      otp: {
        invitation: text("Point a camera at the code to add the key to an authenticator app."),
        description: text("Scan this QR code to add the key to an authenticator app."),
      },
      sepa: {
        invitation: text("Point a camera at the code to fill in the transfer in a banking app."),
        description: text("Scan this QR code to fill in the transfer in a banking app."),
      },
      bitcoin: {
        invitation: text("Point a camera at the code to pay from a wallet."),
        description: text("Scan this QR code to pay from a wallet."),
        action: () => text("Open wallet"),
      },
      mail: {
        invitation: text("Point a camera at the code to start an email."),
        description: text("Scan this QR code to start an email."),
        action: () => text("Write email"),
      },
      phone: {
        invitation: text("Point a camera at the code to call."),
        description: text("Scan this QR code to call."),
        action: () => text("Call"),
      },
      sms: {
        invitation: text("Point a camera at the code to start a message."),
        description: text("Scan this QR code to start a message."),
        action: () => text("Write message"),
      },
      geo: {
        invitation: text("Point a camera at the code to see the place on a map."),
        description: text("Scan this QR code to see the place on a map."),
        action: () => text("Open map"),
      },
      product: {
        invitation: text("Point a camera at the code to open the product's page."),
        description: text("Scan this QR code to open the product's page."),
        action: (host) => text("Open {host}", { host }),
      },
      url: {
        invitation: text("Point a camera at the code to open the page."),
        description: text("Scan this QR code to open the page."),
        action: (host) => text("Open {host}", { host }),
      },
      text: {
        invitation: text("Point a camera at the code to read the text."),
        description: text("Scan this QR code to read the text."),
      },
    },
    copies: {
      url: { copy: text("Copy link"), copied: text("Link copied") },
      product: { copy: text("Copy link"), copied: text("Link copied") },
      text: { copy: text("Copy text"), copied: text("Text copied") },
      phone: { copy: text("Copy number"), copied: text("Number copied") },
      sms: { copy: text("Copy number"), copied: text("Number copied") },
      mail: { copy: text("Copy address"), copied: text("Address copied") },
      geo: { copy: text("Copy location"), copied: text("Location copied") },
    },
    fieldCopies: {
      "wifi.ssid": { copy: text("Copy network"), copied: text("Network copied") },
      "wifi.identity": { copy: text("Copy identity"), copied: text("Identity copied") },
      "wifi.password": { copy: text("Copy password"), copied: text("Password copied") },
      "otp.secret": { copy: text("Copy secret"), copied: text("Secret copied") },
      "sepa.name": { copy: text("Copy recipient"), copied: text("Recipient copied") },
      "sepa.iban": { copy: text("Copy IBAN"), copied: text("IBAN copied") },
      "sepa.bic": { copy: text("Copy BIC"), copied: text("BIC copied") },
      "sepa.amount": { copy: text("Copy amount"), copied: text("Amount copied") },
      "sepa.reference": { copy: text("Copy creditor reference"), copied: text("Creditor reference copied") },
      "sepa.text": { copy: text("Copy text"), copied: text("Text copied") },
      "bitcoin.address": { copy: text("Copy address"), copied: text("Address copied") },
    },
    copy: text("Copy"),
    copied: text("Copied"),
    copyBlocked: text("The browser does not allow copying. Select the text to copy it."),
    encodedText: {
      show: text("Show the encoded text"),
      copy: text("Copy encoded text"),
      copied: text("Encoded text copied"),
    },
    reveals: { "otp.secret": text("Show secret") },
    showText: text("Show text"),
    timeZone: text("Time zone"),
    repeats: text("Repeats"),
    recurrence: (recurrence) => recurrenceIn(tag, text, recurrence),
    map: text("Show on OpenStreetMap"),
    download: (format) => text("Download {format}", { format }),
    actions: text("Actions"),
    text: text("Text"),
    code: text("QR code"),
    pageTitle: (title, kind) => text("{title} – {kind}", { title, kind }),
    payment: (amount, name) => text("{amount} to {name}", { amount, name }),
    pictureAlt: (title) => text("{title}, with a QR code that links to this page", { title }),
    pictureAltWithoutTitle: text("QR code that links to this page"),
    footer: text("Create a QR code with isoqr"),
  };
}

/** Returns how often an event repeats, such as "Every week (Monday and Friday), 10 times". */
function recurrenceIn(tag: string, text: Translate, { every, interval, weekdays, count, until }: Recurrence): string {
  const locale = localeOf(tag);
  const dateText = (day: string, form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
  // The first week of 2023 begins on a Sunday.
  const names = weekdays.map((day) => dateText(`2023-01-0${day + 1}`, { weekday: "long" }));
  const often = interval === 1 ? everyOne(text)[every] : everyFew(text, interval)[every];
  const repeats = names.length === 0 ? often : `${often} (${new Intl.ListFormat(locale).format(names)})`;
  if (until !== undefined)
    return text("{repeats}, until {date}", { repeats, date: dateText(until, { dateStyle: "long" }) });
  return text({ one: "{repeats}, once", other: "{repeats}, {count} times" }, { repeats, count: count ?? 1 });
}

function everyOne(text: Translate): Readonly<Record<Recurrence["every"], string>> {
  return { day: text("Every day"), week: text("Every week"), month: text("Every month"), year: text("Every year") };
}

function everyFew(text: Translate, count: number): Readonly<Record<Recurrence["every"], string>> {
  return {
    day: text({ one: "Every {count} day", other: "Every {count} days" }, { count }),
    week: text({ one: "Every {count} week", other: "Every {count} weeks" }, { count }),
    month: text({ one: "Every {count} month", other: "Every {count} months" }, { count }),
    year: text({ one: "Every {count} year", other: "Every {count} years" }, { count }),
  };
}
