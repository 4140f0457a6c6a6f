import { type MessageParts, messageOf } from "../src/errors.ts";
import type { OptionName } from "../src/options/table.ts";

/** The options as people call them. */
export const optionLabels: Readonly<Record<OptionName, string>> = {
  data: "Text",
  format: "Format",
  size: "Size in pixels",
  color: "Code",
  bg: "Ground",
  ec: "Error correction",
  margin: "Quiet zone",
  logo: "Logo address",
  logoData: "Choose a logo",
  logoMime: "Type of the logo",
  logoSize: "Logo size",
  logoMargin: "Ground round the logo",
  dotStyle: "Style",
  version: "Smallest version",
  mask: "Mask",
  boost: "Raise error correction where it is free",
  eci: "Announce UTF-8",
  title: "Accessible name of the SVG",
};

/** Hints that replace the table's description, where that would only repeat the label. */
export const optionHints: Readonly<Partial<Record<OptionName, string>>> = {
  size: "Width and height; an SVG can be made any size later.",
  margin: "In modules; scanners want 4.",
  logoSize: "Part of the code's width and height.",
  logoMargin: "In pixels.",
  ec: "How much may be damaged or covered: L 7 %, M 15 %, Q 25 %, H 30 %.",
  version: "A higher one has more modules, and more room for a logo.",
  mask: "The pattern that is laid over the code.",
  boost: "A higher level where the version has room for it.",
  eci: "For readers that take text for another alphabet's.",
  title: "What screen readers say.",
};

/** Composes a sentence with the page's labels in quotation marks. Errors of a picture do not name the address field. */
export function inLabels(error: MessageParts & { readonly code: string }): string {
  const isPicture = /^logo_/i.test(error.code);
  return messageOf(error, (name, first) => (name === "logo" && isPicture ? name : labelOf(name, first)));
}

/** Returns what the page calls the option `name` in a sentence. */
export function labelOf(name: string, first = false): string {
  if (name === "data") return first ? "The text" : "the text";
  const label = Object.hasOwn(optionLabels, name) ? `“${optionLabels[name as OptionName]}”` : name;
  return name === "logoData" && !first ? `a file by ${label}` : label;
}

/** Labels of kinds that would be ambiguous. */
const KIND_LABELS: Readonly<Record<string, string>> = { mecard: "Contact (MECARD)", text: "Any text" };

export const kindLabel = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  KIND_LABELS[name] ?? label;
