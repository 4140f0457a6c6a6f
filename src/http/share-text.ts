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
  readonly kinds: Readonly<Record<string, KindText>>;
  /** Copy buttons next to the main button, by kind. They copy the heading or the exact text. */
  readonly copies: Readonly<Record<string, CopyText>>;
  /** Copy buttons of fields, by kind and field. */
  readonly fieldCopies: Readonly<Record<string, CopyText>>;
  /** The short labels of the copy buttons of fields. */
  readonly copy: string;
  readonly copied: string;
  readonly copyBlocked: string;
  readonly encodedText: CopyText & { readonly show: string };
  /** Reveals a secret field, by kind and field. */
  readonly reveals: Readonly<Record<string, string>>;
  readonly showText: string;
  readonly timeZone: string;
  readonly map: string;
  readonly download: (format: string) => string;
  /** Names for screen readers. */
  readonly actions: string;
  readonly text: string;
  readonly code: string;
  readonly pageTitle: (title: string, kind: string) => string;
  readonly pictureAlt: (title: string) => string;
  readonly pictureAltWithoutTitle: string;
  readonly footer: string;
}

const contact: KindText = {
  invitation: "Point a camera at the code to save the contact.",
  description: "Scan this QR code to save the contact.",
  action: () => "Save contact",
};

export const english: ShareText = {
  lang: "en",
  dir: "ltr",
  kinds: {
    wifi: {
      invitation: "Point a camera at the code to join the network.",
      description: "Scan this QR code to join the network.",
    },
    vcard: contact,
    mecard: contact,
    event: {
      invitation: "Point a camera at the code to add the event to a calendar.",
      description: "Scan this QR code to add the event to a calendar.",
      action: () => "Add to calendar",
    },
    otp: {
      invitation: "Point a camera at the code to add the key to an authenticator app.",
      description: "Scan this QR code to add the key to an authenticator app.",
    },
    sepa: {
      invitation: "Point a camera at the code to fill in the transfer in a banking app.",
      description: "Scan this QR code to fill in the transfer in a banking app.",
    },
    bitcoin: {
      invitation: "Point a camera at the code to pay from a wallet.",
      description: "Scan this QR code to pay from a wallet.",
      action: () => "Open wallet",
    },
    mail: {
      invitation: "Point a camera at the code to write the email.",
      description: "Scan this QR code to write the email.",
      action: () => "Write email",
    },
    phone: {
      invitation: "Point a camera at the code to call.",
      description: "Scan this QR code to call.",
      action: () => "Call",
    },
    sms: {
      invitation: "Point a camera at the code to write the message.",
      description: "Scan this QR code to write the message.",
      action: () => "Write message",
    },
    geo: {
      invitation: "Point a camera at the code to see the place on a map.",
      description: "Scan this QR code to see the place on a map.",
      action: () => "Open map",
    },
    product: {
      invitation: "Point a camera at the code to open the product's page.",
      description: "Scan this QR code to open the product's page.",
      action: (host) => `Open ${host}`,
    },
    url: {
      invitation: "Point a camera at the code to open the page.",
      description: "Scan this QR code to open the page.",
      action: (host) => `Open ${host}`,
    },
    text: {
      invitation: "Point a camera at the code to read it.",
      description: "Scan this QR code to read it.",
    },
  },
  copies: {
    url: { copy: "Copy link", copied: "Link copied" },
    product: { copy: "Copy link", copied: "Link copied" },
    text: { copy: "Copy text", copied: "Text copied" },
    phone: { copy: "Copy number", copied: "Number copied" },
    sms: { copy: "Copy number", copied: "Number copied" },
    mail: { copy: "Copy address", copied: "Address copied" },
    geo: { copy: "Copy place", copied: "Place copied" },
  },
  fieldCopies: {
    "wifi.ssid": { copy: "Copy network", copied: "Network copied" },
    "wifi.identity": { copy: "Copy identity", copied: "Identity copied" },
    "wifi.password": { copy: "Copy password", copied: "Password copied" },
    "otp.secret": { copy: "Copy secret", copied: "Secret copied" },
    "sepa.name": { copy: "Copy recipient", copied: "Recipient copied" },
    "sepa.iban": { copy: "Copy IBAN", copied: "IBAN copied" },
    "sepa.bic": { copy: "Copy BIC", copied: "BIC copied" },
    "sepa.amount": { copy: "Copy amount", copied: "Amount copied" },
    "sepa.reference": { copy: "Copy creditor reference", copied: "Creditor reference copied" },
    "sepa.text": { copy: "Copy text", copied: "Text copied" },
    "bitcoin.address": { copy: "Copy address", copied: "Address copied" },
  },
  copy: "Copy",
  copied: "Copied",
  copyBlocked: "The browser does not allow copying. Select the text to copy it.",
  encodedText: {
    show: "Show the encoded text",
    copy: "Copy encoded text",
    copied: "Encoded text copied",
  },
  reveals: { "otp.secret": "Show secret" },
  showText: "Show text",
  timeZone: "Time zone",
  map: "Show on OpenStreetMap",
  download: (format) => `Download ${format}`,
  actions: "Actions",
  text: "Text",
  code: "QR code",
  pageTitle: (title, kind) => `${title} – ${kind}`,
  pictureAlt: (title) => `${title}, with a QR code that links to this page`,
  pictureAltWithoutTitle: "QR code that links to this page",
  footer: "Create a QR code with isoqr",
};
