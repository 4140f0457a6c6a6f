import { type Format, formatNames } from "./formats.ts";
import { LENGTH } from "./lengths.ts";
import { GRADIENT } from "./look-kinds.ts";
import { pictureDocs } from "./picture-docs.ts";
import { pictureRequestTable } from "./picture-request.ts";
import { DETAILS_DOC, posterDocs } from "./poster-docs.ts";
import { detailTable, MAX_DETAILS, posterTable } from "./poster-table.ts";
import { searchDocs } from "./search-docs.ts";
import { searchTable } from "./search-table.ts";
import { sheetDocs } from "./sheet-docs.ts";
import { MAX_LABELS, sheetTable } from "./sheet-table.ts";
import { cardLookNames, cardTable, type OptionName, type Row, rows } from "./table.ts";

/** Descriptions of the formats. They and the descriptions of the options are separate from the tables, because every
 *  page bundles the tables. */
const formatDocs: Readonly<Record<Format, string>> = {
  png: "PNG image",
  svg: "SVG document",
  pdf: "PDF page",
  eps: "EPS file",
  json: "JSON matrix of modules",
  txt: "text for terminals",
};
const formatList = formatNames.map((name) => formatDocs[name]);

/** The limits of logos, for the descriptions of options. */
export const logoLimits =
  "At most 2 MB. PNG and baseline JPEG: up to 40 megapixels. Progressive JPEG: up to 20 megapixels, or 15 in CMYK. WebP: up to 4096 x 4096 px. SVG: up to 3000 shapes, and 1000 characters of text.";

/** Descriptions for the README, help, OpenAPI and MCP. */
export const optionDocs: Readonly<Record<OptionName, string>> = {
  data: "Text to encode, such as a URL, a message, WiFi credentials or a contact card. Required unless dataBase64 is given.",
  dataBase64:
    "Bytes to encode, as base64, instead of data. Bytes that are UTF-8 are encoded like the same text in data.",
  format: `${formatList.slice(0, -1).join(", ")}, or ${formatList.at(-1)}.`,
  size: "Width in pixels, and height unless a frame adds to it. For SVG, the size of the view box.",
  moduleSize: "Width of a module in pixels, instead of size.",
  width:
    "Printed width of the picture, such as 40mm, 4cm, 1.5in or 113pt, instead of size. For PNG, the number of pixels follows from dpi.",
  dpi: "Dots per inch of a PNG, which its file states. Defaults to 300 with width.",
  color: "Colour of the dark modules.",
  bg: "Colour of the background, or transparent.",
  ec: "Error correction level: L 7%, M 15%, Q 25%, H 30%. Defaults to H with a logo.",
  margin: "Width of the quiet zone, in modules.",
  logo: `Public URL of a logo image. ${logoLimits}`,
  logoData: "Logo image as a base64 data URI or plain base64, with the limits of logo; wins over logo.",
  logoMime: "Type of a logo sent as plain base64.",
  logoSize: "Width of a square logo as a fraction of the symbol's width. Other logos have the same area.",
  logoMargin: "Padding around the logo, in pixels.",
  logoShape: "Shape of the logo and of the area that is kept clear for it.",
  logoPosition: "Position of the logo.",
  logoFormat:
    "How an SVG contains its logo. With png, always as pixels, for programs that show no SVG inside an SVG and no WebP.",
  dotStyle: "Shape of the modules.",
  preset: "Ready-made design. Other options override its values.",
  design: "Saved design: a JSON object of options. Other options override its values.",
  dotSize:
    "Module size as a fraction of the available space. For styles whose modules do not join, and for lines. Other styles ignore it.",
  eyeStyle:
    "Shape of the rings of the three corner squares. By default, only the inner edge matches dotStyle. Fewer scanners read rings with round or cut corners.",
  pupilStyle: "Shape of the centres of the corner squares. By default, it matches eyeStyle or, without it, dotStyle.",
  alignmentStyle:
    "Shape of the alignment patterns, the small squares in larger codes. With auto, it matches eyeStyle, if that is set.",
  eyeColor: "Colour of the rings of the three corner squares. Defaults to color.",
  pupilColor: "Colour of the centres of the three corner squares. Defaults to eyeColor.",
  gradient:
    "Gradient of the dark modules, instead of color. The value none removes the gradient of a design or a preset.",
  eyeGradient:
    "Gradient of the three corner squares, instead of eyeColor. The value none removes the gradient of a design.",
  bgGradient: "Gradient of the background, instead of bg. The value none removes the gradient of a design or a preset.",
  frame: "Shape around the code, with a transparent margin. Many frames make the picture higher.",
  caption:
    "Text in the frame, in any script. Without frame, it implies frame=banner-bottom. With frame=none, it is ignored.",
  captionFont: "Typeface of the caption. Characters that it does not have are in sans.",
  captionIcon: "Icon beside the caption.",
  frameColor: "Colour of the frame. Defaults to color.",
  captionColor:
    "Colour of the caption. Defaults to bg if it is readable on the frame, otherwise to black or white. In polaroid, defaults to frameColor or color.",
  version: "Minimum version (symbol size).",
  maxVersion: "Maximum version. A text that needs a larger one is rejected.",
  mask: "Mask pattern. By default, isoqr chooses it by the standard's rule.",
  boost: "Raise ec as far as possible without a larger version.",
  optimize: "With scan, ec is raised as far as version 3 allows, so that more scanners read codes of short texts.",
  eci: "Declare the text as UTF-8 with an ECI header.",
  title: "Accessible name of an SVG image.",
  pngColor:
    "Colours of a PNG. auto: the smallest file, with a palette. rgba and gray: 8 bits per channel without a palette, for programs that read no palettes.",
};

const cardDocs: Readonly<Record<keyof typeof cardTable, string>> = {
  title:
    "Text next to the code, in any script. White space collapses, and text that does not fit ends with an ellipsis.",
  data: "Text to encode. Required unless link is given.",
  color:
    "Accent colour. Also the colour of the code, unless a design sets it or the contrast is too low. Defaults to the colour of the design.",
};

/** JSON Schema 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

function schemaOf(row: Row, description: string | undefined): JsonSchema {
  const schema: Record<string, unknown> = { ...(row.nullable ? orNull(typeOf(row)) : typeOf(row)), description };
  if (row.required) schema.minLength = 1;
  if ("default" in row && row.default !== undefined) schema.default = row.default;
  return schema;
}

function orNull({ type, enum: values, ...schema }: JsonSchema): JsonSchema {
  return { type: [type, "null"].flat(), ...(Array.isArray(values) && { enum: [...values, null] }), ...schema };
}

/** Returns the schema for the options `names`, by default all of them. */
export function optionsSchema(names?: readonly OptionName[]): JsonSchema {
  const chosen = rows.filter(([name]) => names?.includes(name) ?? true);
  const schema = objectSchema(chosen, optionDocs);
  // Either is required.
  return chosen.some(([name]) => name === "dataBase64") ? { ...schema, required: [] } : schema;
}

/** The schema for the options `names` of a design, and the settings of a search for a better one. */
export function searchSchema(names?: readonly OptionName[]): JsonSchema {
  const { properties, ...schema } = optionsSchema(names);
  const settings = objectSchema(Object.entries(searchTable), searchDocs);
  return { ...schema, properties: { ...Object(properties), ...Object(settings.properties) } };
}

/** The schema for the options of an image: the content is in one of two options. */
export const requestSchema: JsonSchema = {
  ...optionsSchema(),
  oneOf: [{ required: ["data"] }, { required: ["dataBase64"] }],
};

/** The options of agents, which encode texts. */
export const textOptionNames: readonly OptionName[] = rows.flatMap(([name]) => (name === "dataBase64" ? [] : [name]));

/** The schema for a request for a picture code. */
export const pictureRequestSchema: JsonSchema = objectSchema(Object.entries(pictureRequestTable), {
  ...pictureDocs,
  data: "Text to encode.",
  picture: `Picture to show: a PNG, JPEG, WebP or SVG file as a base64 data URI or plain base64. ${logoLimits}`,
  format: "PNG image, or JSON with the PNG as a data URI and the whole scan.",
});

/** The schema for a request for a poster: its settings and details, and the options of its code without a format. */
export const posterRequestSchema: JsonSchema = posterSchema();

function posterSchema(): JsonSchema {
  const { properties, ...schema } = requestSchema;
  const settings = objectSchema(Object.entries(posterTable), posterDocs);
  return {
    ...schema,
    properties: {
      ...Object(properties),
      ...Object(settings.properties),
      details: {
        type: "array",
        maxItems: MAX_DETAILS,
        description: DETAILS_DOC,
        items: objectSchema(Object.entries(detailTable), {
          label: "What it is, such as Password.",
          value: "The words.",
          exact: "Whether each character matters.",
        }),
      },
    },
  };
}

/** The schema for a request for a sheet of labels. */
export const sheetRequestSchema: JsonSchema = {
  ...objectSchema(Object.entries(sheetTable), sheetDocs),
  properties: {
    ...Object(objectSchema(Object.entries(sheetTable), sheetDocs).properties),
    options: { ...optionsSchema(), required: [], description: "Options for all codes. An item can override them." },
    items: {
      type: "array",
      minItems: 1,
      maxItems: MAX_LABELS,
      description: "The labels in the order in which they are printed, row by row.",
      items: {
        ...optionsSchema(),
        properties: {
          ...Object(optionsSchema().properties),
          caption: {
            type: "string",
            maxLength: 200,
            description: "The words beside or below the code, in any script.",
          },
        },
        required: [],
      },
    },
  },
  required: ["items"],
};

/** The options allowed in a query. */
export const addressNames: readonly OptionName[] = rows.filter(([, row]) => !row.postOnly).map(([name]) => name);

/** The schema for the query of a card. Either `data` or `link` is required. */
export const cardSchema: JsonSchema = {
  ...objectSchema([...Object.entries(cardTable), ...rows.filter(([name]) => isCardLook(name))], {
    ...optionDocs,
    ...cardDocs,
  }),
  required: [],
};

function isCardLook(name: OptionName): boolean {
  return (cardLookNames as readonly string[]).includes(name) && addressNames.includes(name);
}

function objectSchema(chosen: readonly (readonly [string, Row])[], docs: Readonly<Record<string, string>>): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(chosen.map(([name, row]) => [name, schemaOf(row, docs[name])])),
    required: chosen.filter(([, row]) => row.required).map(([name]) => name),
  };
}

const fileSchema: JsonSchema = {
  type: "object",
  description:
    "The inline logo: its type (detected from the first bytes), its size in bytes, and its SHA-256 digest in base64.",
  properties: {
    type: { type: ["string", "null"], enum: ["image/png", "image/jpeg", "image/webp", "image/svg+xml", null] },
    size: { type: "integer", minimum: 0 },
    digest: { type: ["string", "null"], pattern: "^sha256-[A-Za-z0-9+/]{43}=$" },
  },
  required: ["type", "size", "digest"],
  additionalProperties: false,
};

/** The schema for the normalized options in responses. */
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
    case "length":
      return { type: "string", pattern: LENGTH.source };
    case "choice":
      return { type: "string", enum: row.of };
    case "flag":
      return { type: "boolean" };
    case "color":
      return { type: "string", pattern: row.clear ? "^([0-9a-fA-F]{6}|transparent)$" : "^[0-9a-fA-F]{6}$" };
    case "design":
      return { type: ["object", "string"] };
    case "gradient":
      return { type: "string", pattern: GRADIENT.source };
    case "line":
      // An option may be empty only if its default is empty.
      return { type: "string", ...(row.default !== "" && { minLength: 1 }), maxLength: row.max };
    case "url":
      return { type: "string", format: "uri", pattern: "^[hH][tT][tT][pP][sS]?://" };
    case "base64":
      return { type: "string", contentEncoding: "base64" };
    case "text":
      return { type: "string" };
  }
}
