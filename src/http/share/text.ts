import type * as en from "../../languages/en.ts";
import { directionOf, localeOf, type Translate } from "../../languages/language.ts";
import type { PayloadLabelId } from "../../languages/payload-labels.ts";
import type { Recurrence } from "../../payload/recurrence.ts";

// The text of share pages, as complete sentences, so that it can be translated. Labels of kinds and fields come from
// src/payload.

export type ShareTranslate = Translate<
  typeof en.labels & typeof en.invitations & typeof en.sharePage & Readonly<Record<PayloadLabelId, string>>
>;

interface KindText {
  /** The sentence below the heading. */
  readonly invitation: string;
  /** The description in link previews. */
  readonly description: string;
  /** The label of the main button, for kinds that have one. `host` is the host of a web address. */
  readonly action?: (host: string) => string;
}

/** The text of a copy button, and its confirmation. */
export interface CopyText {
  readonly copy: string;
  readonly copied: string;
}

export interface ShareText {
  /** The language, as in the `lang` attribute. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** Returns a label of a kind, a field, a choice, or of a flag that is set. */
  readonly label: (id: PayloadLabelId | "yes") => string;
  readonly kinds: Readonly<Record<string, KindText>>;
  /** Buttons next to the main button, by kind. They copy the heading or the exact text. */
  readonly copies: Readonly<Record<string, CopyText>>;
  /** Buttons that copy a field, by kind and field. */
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
  readonly print: string;
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

export function createShareText(tag: string, text: ShareTranslate): ShareText {
  const contact: KindText = {
    invitation: text("invite.contact"),
    description: text("describe.contact"),
    action: () => text("saveContact"),
  };

  return {
    lang: tag,
    dir: directionOf(tag),
    label: (id) => text(id),
    kinds: {
      wifi: {
        invitation: text("invite.wifi"),
        description: text("describe.wifi"),
      },
      vcard: contact,
      mecard: contact,
      event: {
        invitation: text("invite.event"),
        description: text("describe.event"),
        action: () => text("addToCalendar"),
      },
      otp: {
        invitation: text("invite.otp"),
        description: text("describe.otp"),
      },
      sepa: {
        invitation: text("invite.sepa"),
        description: text("describe.sepa"),
      },
      bitcoin: {
        invitation: text("invite.bitcoin"),
        description: text("describe.bitcoin"),
        action: () => text("openWallet"),
      },
      mail: {
        invitation: text("invite.mail"),
        description: text("describe.mail"),
        action: () => text("writeEmail"),
      },
      phone: {
        invitation: text("invite.phone"),
        description: text("describe.phone"),
        action: () => text("call"),
      },
      sms: {
        invitation: text("invite.sms"),
        description: text("describe.sms"),
        action: () => text("writeMessage"),
      },
      geo: {
        invitation: text("invite.geo"),
        description: text("describe.geo"),
        action: () => text("openMap"),
      },
      product: {
        invitation: text("invite.product"),
        description: text("describe.product"),
        action: (host) => text("openHost", { host }),
      },
      url: {
        invitation: text("invite.url"),
        description: text("describe.url"),
        action: (host) => text("openHost", { host }),
      },
      text: {
        invitation: text("invite.text"),
        description: text("describe.text"),
      },
    },
    copies: {
      url: { copy: text("copyLink"), copied: text("linkCopied") },
      product: { copy: text("copyLink"), copied: text("linkCopied") },
      text: { copy: text("copyText"), copied: text("textCopied") },
      phone: { copy: text("copyNumber"), copied: text("numberCopied") },
      sms: { copy: text("copyNumber"), copied: text("numberCopied") },
      mail: { copy: text("copyAddress"), copied: text("addressCopied") },
      geo: { copy: text("copyLocation"), copied: text("locationCopied") },
    },
    fieldCopies: {
      "wifi.ssid": { copy: text("copyNetwork"), copied: text("networkCopied") },
      "wifi.identity": { copy: text("copyIdentity"), copied: text("identityCopied") },
      "wifi.password": { copy: text("copyPassword"), copied: text("passwordCopied") },
      "otp.secret": { copy: text("copySecret"), copied: text("secretCopied") },
      "sepa.name": { copy: text("copyRecipient"), copied: text("recipientCopied") },
      "sepa.iban": { copy: text("copyIban"), copied: text("ibanCopied") },
      "sepa.bic": { copy: text("copyBic"), copied: text("bicCopied") },
      "sepa.amount": { copy: text("copyAmount"), copied: text("amountCopied") },
      "sepa.reference": { copy: text("copyReference"), copied: text("referenceCopied") },
      "sepa.text": { copy: text("copyText"), copied: text("textCopied") },
      "bitcoin.address": { copy: text("copyAddress"), copied: text("addressCopied") },
    },
    copy: text("copy"),
    copied: text("copied"),
    copyBlocked: text("copyBlocked"),
    encodedText: {
      show: text("showEncodedText"),
      copy: text("copyEncodedText"),
      copied: text("encodedTextCopied"),
    },
    reveals: { "otp.secret": text("showSecret") },
    showText: text("showText"),
    timeZone: text("timeZone"),
    repeats: text("repeats"),
    recurrence: (recurrence) => recurrenceIn(tag, text, recurrence),
    map: text("showOnMap"),
    download: (format) => text("download", { format }),
    print: text("print"),
    actions: text("actions"),
    text: text("kind.text"),
    code: text("qrCode"),
    pageTitle: (title, kind) => text("pageTitle", { title, kind }),
    payment: (amount, name) => text("payment", { amount, name }),
    pictureAlt: (title) => text("pictureAlt", { title }),
    pictureAltWithoutTitle: text("pictureAltWithoutTitle"),
    footer: text("footer"),
  };
}

/** Returns how often an event repeats, such as "Every week (Monday and Friday), 10 times". */
function recurrenceIn(
  tag: string,
  text: ShareTranslate,
  { every, interval, weekdays, count, until }: Recurrence,
): string {
  const locale = localeOf(tag);
  const dateText = (day: string, form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
  // 1 January 2023 is a Sunday, so these dates are the days of a week in order.
  const names = weekdays.map((day) => dateText(`2023-01-0${day + 1}`, { weekday: "long" }));
  const often = interval === 1 ? everyOne(text)[every] : everyFew(text, interval)[every];
  const repeats = names.length === 0 ? often : `${often} (${new Intl.ListFormat(locale).format(names)})`;
  if (until !== undefined) return text("repeatsUntil", { repeats, date: dateText(until, { dateStyle: "long" }) });
  return text("repeatsTimes", { repeats, count: count ?? 1 });
}

function everyOne(text: ShareTranslate): Readonly<Record<Recurrence["every"], string>> {
  return { day: text("everyDay"), week: text("everyWeek"), month: text("everyMonth"), year: text("everyYear") };
}

function everyFew(text: ShareTranslate, count: number): Readonly<Record<Recurrence["every"], string>> {
  return {
    day: text("everyDays", { count }),
    week: text("everyWeeks", { count }),
    month: text("everyMonths", { count }),
    year: text("everyYears", { count }),
  };
}
