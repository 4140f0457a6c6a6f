import { cardTable, type OptionName, type Row, rows } from "./table.ts";

/** A schema as JSON Schema 2020-12 writes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What the option of `row` may be, with its default and what it does. */
export function schemaOf(row: Row): JsonSchema {
  const schema: Record<string, unknown> = { ...typeOf(row), description: row.about };
  if (row.required) schema.minLength = 1;
  if ("default" in row && row.default !== undefined) schema.default = row.default;
  return schema;
}

/** An object of options: those that `names` has, by default all of them, in the table's order. */
export function optionsSchema(names?: readonly OptionName[]): JsonSchema {
  return objectSchema(rows.filter(([name]) => names?.includes(name) ?? true));
}

/** An object with the options of a social card. */
export const cardSchema: JsonSchema = objectSchema(Object.entries(cardTable));

function objectSchema(chosen: readonly (readonly [string, Row])[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(chosen.map(([name, row]) => [name, schemaOf(row)])),
    required: chosen.filter(([, row]) => row.required).map(([name]) => name),
  };
}

/** The options that an address can carry. */
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

/** The row's colours, choices and numbers in one spelling, as answers have them; requests may have others. */
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
      // An empty line is as good as none where none is the default.
      return { type: "string", ...(row.default !== "" && { minLength: 1 }), maxLength: row.max };
    case "url":
      return { type: "string", format: "uri", pattern: "^[hH][tT][tT][pP][sS]?://" };
    case "base64":
      return { type: "string", contentEncoding: "base64" };
    case "text":
      return { type: "string" };
  }
}
