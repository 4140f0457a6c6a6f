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

/** What to say below a control where the table's sentence would only say its label again. */
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

/** Names of options as the service's sentences have them; "data" and "logo" are words of the page too, unless a sentence is
 *  about these options. */
const NAMES = /\b(color|bg|ec|margin|size|logoData|logoSize|logoMargin|dotStyle|version|mask|boost|eci|title)\b/g;

/** `sentence` of the service, about the option `field`, with names of options as they stand on the page, in quotation
 *  marks. The text has another name in every form. */
export function inLabels(sentence: string, field?: string): string {
  const leads = new Map([
    ["data", "The text"],
    ["logo", `“${optionLabels.logo}”`],
  ]);
  const named = sentence
    .replace(/^\w+/, (word) => (word === field && leads.get(word)) || word)
    // A file is sent by programs, and chosen by people.
    .replace(/\bsend [a-z ]{1,24} as logoData\b/, `give its file by “${optionLabels.logoData}”`);
  return named.replace(NAMES, (name) => `“${optionLabels[name as OptionName]}”`);
}

/** Kinds whose label another kind has too. */
const KIND_LABELS: Readonly<Record<string, string>> = { mecard: "Contact (MECARD)", text: "Any text" };

export const kindLabel = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  KIND_LABELS[name] ?? label;
