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
  logoData: "Logo file",
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

/** Kinds whose label another kind has too. */
const KIND_LABELS: Readonly<Record<string, string>> = { mecard: "Contact (MECARD)", text: "Any text" };

export const kindLabel = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  KIND_LABELS[name] ?? label;
