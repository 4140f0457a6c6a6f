import { formats } from "./formats.ts";
import { cardTable, type OptionName, type Row, rows } from "./table.ts";

const formatDocs = Object.values(formats).map(({ about }) => about);

/** Descriptions for the README, help, the API description and tool schemas. Not in the table, which is part of every page. */
export const optionDocs: Readonly<Record<OptionName, string>> = {
  data: "Text to encode: a URL, plain text, a WiFi configuration, a contact card.",
  format: `${formatDocs.slice(0, -1).join(", ")}, or ${formatDocs.at(-1)}.`,
  size: "Width and height in pixels; of an SVG, its view box.",
  color: "Colour of the dark modules.",
  bg: "Colour of the background.",
  ec: "Error correction: L 7 %, M 15 %, Q 25 %, H 30 %. With a logo H, unless given.",
  margin: "Width of the quiet zone in modules.",
  logo: "Public address of a logo image, at most 2 MB, drawn at the centre.",
  logoData: "The logo itself, as a base64 data URI or bare base64; wins over logo.",
  logoMime: "Type of a logo given as bare base64.",
  logoSize: "Part of the symbol's width and height that the logo covers.",
  logoMargin: "Padding round the logo in pixels.",
  dotStyle: "Shape of the modules.",
  version: "Smallest version (symbol size) to use.",
  mask: "Mask pattern; the best one when left out.",
  boost: "Raise ec as far as the version allows for free.",
  eci: "Announce UTF-8 by an ECI header.",
  title: "Accessible name of an SVG.",
};

const cardDocs: Readonly<Record<keyof typeof cardTable, string>> = {
  title: "Text beside the code, in any script.",
  data: optionDocs.data,
  color: "Accent: the ground of the card, and of the code where it can be read.",
};

/** A schema as JSON Schema 2020-12 writes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

function schemaOf(row: Row, description: string | undefined): JsonSchema {
  const schema: Record<string, unknown> = { ...typeOf(row), description };
  if (row.required) schema.minLength = 1;
  if ("default" in row && row.default !== undefined) schema.default = row.default;
  return schema;
}

/** Returns the schema of the options `names`, by default all, in the table's order. */
export function optionsSchema(names?: readonly OptionName[]): JsonSchema {
  return objectSchema(
    rows.filter(([name]) => names?.includes(name) ?? true),
    optionDocs,
  );
}

export const cardSchema: JsonSchema = objectSchema(Object.entries(cardTable), cardDocs);

function objectSchema(chosen: readonly (readonly [string, Row])[], docs: Readonly<Record<string, string>>): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(chosen.map(([name, row]) => [name, schemaOf(row, docs[name])])),
    required: chosen.filter(([, row]) => row.required).map(([name]) => name),
  };
}

/** Options that an address can carry. */
export const addressNames: readonly OptionName[] = rows.filter(([, row]) => !row.postOnly).map(([name]) => name);

/** Identifies an inline file without its bytes. */
const fileSchema: JsonSchema = {
  type: "object",
  description:
    "The inline logo: its type, detected from its first bytes, its size in bytes, and its SHA-256 in base64.",
  properties: {
    type: { type: ["string", "null"], enum: ["image/png", "image/jpeg", "image/webp", "image/svg+xml", null] },
    size: { type: "integer", minimum: 0 },
    digest: { type: ["string", "null"], pattern: "^sha256-[A-Za-z0-9+/]{43}=$" },
  },
  required: ["type", "size", "digest"],
  additionalProperties: false,
};

/** The schema of normalized options in responses. */
export const finishedOptionsSchema: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(rows.map(([name, row]) => [name, row.kind === "base64" ? fileSchema : typeOf(row)])),
  required: rows.filter(([, row]) => row.required || "default" in row).map(([name]) => name),
  additionalProperties: false,
};

function typeOf(row: Row): JsonSchema {
  switch (row.kind) {
    case "integer":
    case "number":
      return { type: row.kind, minimum: row.min, maximum: row.max };
    case "choice":
      return { type: "string", enum: row.of };
    case "flag":
      return { type: "boolean" };
    case "color":
      return { type: "string", pattern: "^[0-9a-fA-F]{6}$" };
    case "line":
      // Empty only if that is the default.
      return { type: "string", ...(row.default !== "" && { minLength: 1 }), maxLength: row.max };
    case "url":
      return { type: "string", format: "uri", pattern: "^[hH][tT][tT][pP][sS]?://" };
    case "base64":
      return { type: "string", contentEncoding: "base64" };
    case "text":
      return { type: "string" };
  }
}
