import { labelKey, localeOf } from "../src/languages/language.ts";
import { logoDamaged, logoHost, svgWithoutSize } from "../src/messages/logo-rules.ts";
import type { Message, NameOf } from "../src/messages/message.ts";
import { fieldRequired, fieldRequiredAnd } from "../src/messages/payload-rules.ts";
import type { OptionName } from "../src/options/table.ts";
import { shownIn } from "../src/payload/kind.ts";
import { kinds, type PayloadField } from "../src/payload/payload.ts";
import type { Note } from "../src/payload/typed-values.ts";
import { english, messageIn, quoted, text } from "./languages/text.ts";

/** The labels of the options on the page. */
export const optionLabels: Readonly<Record<OptionName, string>> = english({
  data: "Content",
  format: "Format",
  size: "Size (px)",
  color: "Code colour",
  bg: "Background",
  ec: "Error correction",
  margin: "Quiet zone",
  logo: "Logo URL",
  logoData: "Choose a logo",
  logoMime: "Logo type",
  logoSize: "Logo size",
  logoMargin: "Logo padding",
  logoShape: "Logo shape",
  logoPosition: "Logo position",
  dotStyle: "Style",
  preset: "Preset",
  design: "Saved design",
  dotSize: "Module size",
  eyeStyle: "Corner rings",
  pupilStyle: "Corner centres",
  eyeColor: "Ring colour",
  pupilColor: "Centre colour",
  gradient: "Gradient",
  eyeGradient: "Corner gradient",
  bgGradient: "Background gradient",
  frame: "Frame",
  caption: "Caption",
  frameColor: "Frame colour",
  captionColor: "Caption colour",
  version: "Minimum version",
  mask: "Mask pattern",
  boost: "Use spare capacity for error correction",
  optimize: "Optimize for scanning",
  eci: "Mark the text as UTF-8",
  title: "SVG title",
});

/** The labels of choices whose values are not labels. */
export const choiceLabels: Readonly<Partial<Record<OptionName, Readonly<Record<string, string>>>>> = english({
  optimize: { none: "Off", scan: "On" },
  logoShape: { square: "Square", rounded: "Rounded", circle: "Circle" },
  logoPosition: { center: "Centre", "bottom-right": "Bottom right" },
  frame: {
    none: "None|frame",
    plain: "Plain|frame",
    rounded: "Rounded",
    ticket: "Ticket",
    "banner-top": "Banner above",
    "banner-bottom": "Banner below",
  },
});

/** The label of the choice that derives a shape from the style. */
const AUTOMATIC = english("Match style");

/** Returns the label of a shape. The empty value derives the shape from the style. */
export function shapeLabel(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1).replace("-", " ") || AUTOMATIC;
}

/** Hints below the controls. They replace descriptions for developers. */
export const optionHints: Readonly<Partial<Record<OptionName, string>>> = english({
  logoShape: "Also the shape of the area that is kept clear",
  logoPosition: "",
  dotSize: "Width of each module, as a share of its space",
  size: "Width and height. You can resize an SVG later without losing quality",
  margin: "Empty border, in modules (the small squares). The standard requires 4",
  logoSize: "Share of the code's width and height, such as 0.2 for a fifth",
  logoMargin: "Space around the logo, in pixels",
  frame: "A banner makes the image taller",
  caption: "One line of text, such as Scan me",
  ec: "How much of the code can be damaged or covered: L 7%, M 15%, Q 25%, H 30%",
  version: "A higher version has more modules and leaves more room for a logo",
  mask: "Balances dark and light modules. Automatic follows the rule of the standard",
  boost: "Raises the level as far as possible without a larger version",
  optimize:
    "Uses spare capacity for error correction, and adds modules to codes of short texts if this improves scanning",
  eci: "Try this if scanners show garbled text",
  title: "Screen readers announce it",
});

/** Messages for invalid fields. They replace rules for developers. */
export const fieldMessages: Readonly<Record<string, string>> = english({
  web: "Enter a web address, such as https://example.com",
  "product.gtin": "Enter 8, 12, 13 or 14 digits with a valid check digit",
  "sepa.iban": "Enter a valid IBAN. Check for missing or mistyped characters",
  "event.start": "Enter a date, with or without a time, such as 2026-12-24 or 2026-12-24 18:00",
  "event.end": "Enter a date, with or without a time, such as 2026-12-24 or 2026-12-24 20:00",
});

/** Notes on how a typed value was understood, by their reason. */
const NOTES: Readonly<Record<Note["reason"], string>> = english({
  changed: "Read as {value}",
  decimal: "Read as {value}, with a decimal point",
  "domestic zero": "Read as {value}: the (0) is dialled only within the country",
  "password spaces": "Spaces at the start or end count as part of the password",
  scheme: "{scheme} added: {url}",
  spaces: "Spaces at the start or end of the name are left out",
});

/** Returns a note on how a typed value was understood, or an empty string if there is none. */
export function noteText(note: Note | undefined): string {
  return note ? text(NOTES[note.reason], note.values) : "";
}

/** Messages for logo errors by rule. They omit details that only developers need. */
const LOGO_MESSAGES: Readonly<Record<string, string>> = english({
  [logoDamaged]: "This {kind} is damaged. Export it again",
  [svgWithoutSize]: "This SVG has no size. Export it again with a width and height",
  [logoHost]: "{logo} must be on a public server. Choose a file instead",
});

/** Returns the message of `error` with the page's labels. If a logo image is wrong, the message says "The logo" instead
 *  of naming the field that contains its URL. */
export function inLabels(error: Message & { readonly code: string }): string {
  const { field = "", rule, values } = error;
  const isAboutLogo = /^logo_/i.test(error.code)
    ? /^logo(?:Data)?$/.test(field)
    : !rule.startsWith("{field}") && field === "logoData";
  if (!isAboutLogo) return message(error, labelOf);
  const simple = LOGO_MESSAGES[rule];
  if (simple !== undefined) return text(simple, { logo: labelOf("logo", true), kind: String(values?.kind) });
  return message(error, (name, first) => (first ? text("The logo") : labelOf(name)));
}

/** Returns `error` without the rule of its field, if the field is empty. */
export function brief(error: Message): Message {
  return error.rule === fieldRequiredAnd ? { field: error.field, rule: fieldRequired } : error;
}

/** Returns a message in the language of the page. `nameOf` returns the label of an option or a field. */
export function message(error: Message, nameOf: NameOf): string {
  return messageIn(error, { nameOf, choiceOf: valueLabel });
}

/** Returns the label of a choice of the option `name`, or another value unchanged. */
export function valueLabel(name: string, value: string): string {
  const label = choiceLabels[name as OptionName]?.[value];
  if (label !== undefined) return text(label);
  return /Style$/.test(name) ? text(shapeLabel(value)) : value;
}

/** Returns the label of the option `name` for use in a message. `first` is true at the start of the message. */
export function labelOf(name: string, first = false): string {
  if (name === "data") return first ? text("The content") : text("the content");
  const label = Object.hasOwn(optionLabels, name) ? quoted(text(optionLabels[name as OptionName])) : name;
  return name === "logoData" && !first ? text("a file ({label})", { label }) : label;
}

/** Replacements for labels that would be ambiguous in a list of all kinds. */
const KIND_LABELS: Readonly<Record<string, string>> = english({
  mecard: "Contact (MECARD)",
  text: "Plain text",
  url: "Website",
});

export const kindLabel = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  KIND_LABELS[name] ?? label;

/** Returns the label of a field of a kind. */
export function fieldLabel(kind: string, name: string, label: string): string {
  return text(labelKey(kind, name, label));
}

/** Returns the value of a detected field in the language of the page. */
export function shownValue(kind: string, field: PayloadField): string {
  const row = kinds.find(({ name }) => name === kind)?.fields[field.name];
  return shownIn(row, field, localeOf(document.documentElement.lang), (english) => text(english));
}

/** Captions for the effect of scanning, by kind of payload. */
export const effects: Readonly<Record<string, string>> = english({
  url: "Opens the page",
  wifi: "Joins the network",
  vcard: "Saves the contact",
  mecard: "Saves the contact",
  event: "Adds the event to a calendar",
  sepa: "Fills in the transfer in a banking app",
  bitcoin: "Opens a payment in a wallet app",
  mail: "Starts an email",
  phone: "Calls the number",
  sms: "Starts a text message",
  geo: "Shows the place on a map",
  otp: "Adds the key to an authenticator app",
  product: "Opens the product's page",
  text: "Shows the text",
});

/** Returns the label of a ready-made design. */
export function presetLabel(name: string): string {
  return name === "paper" ? PAPER : name.charAt(0).toUpperCase() + name.slice(1);
}

const PAPER = english("Paper|design");
