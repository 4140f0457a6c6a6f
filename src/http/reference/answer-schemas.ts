import type { IssueCode } from "../../api.ts";
import { TOKEN } from "../../links/token.ts";
import { type FormatRow, formatNames, formats } from "../../options/formats.ts";
import { MAX_ITEMS } from "../../options/read.ts";
import {
  addressNames,
  finishedOptionsSchema,
  type JsonSchema,
  optionsSchema,
  pictureRequestSchema,
  posterRequestSchema,
  requestSchema,
  searchSchema,
  sheetRequestSchema,
} from "../../options/schema.ts";
import { linkOptionNames, rows } from "../../options/table.ts";

const text: JsonSchema = { type: "string" };
const count: JsonSchema = { type: "integer", minimum: 0 };
const share: JsonSchema = { type: "number", minimum: 0, maximum: 1 };
const flag: JsonSchema = { type: "boolean" };
const grey: JsonSchema = { type: "string", pattern: "^[0-9a-f]{6}$" };
const address: JsonSchema = { type: "string", format: "uri" };

/** Returns the schema of an object without other properties. */
function record(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

const printed: JsonSchema = {
  ...record({
    width: { type: "number" },
    height: { type: "number" },
    dpi: { type: "integer", minimum: 72, maximum: 2400 },
  }),
  description: "Size in millimetres and dots per inch, if width is set.",
};

const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const matrix: JsonSchema = {
  ...record({
    modules: list(list({ type: "integer", enum: [0, 1] })),
    size: { type: "integer", minimum: 21, maximum: 177 },
  }),
  description:
    "modules holds the rows from top to bottom, without the quiet zone: 1 is dark, 0 is light. size is the number of rows.",
};

const carriedAs = (kind: FormatRow["body"]) => formatNames.filter((name) => formats[name].body === kind).join(" and ");

const batchEntry: JsonSchema = {
  oneOf: [
    record({
      index: count,
      status: { const: 200 },
      format: { type: "string", enum: formatNames },
      contentType: text,
      output: {
        description: `A base64 data URI for ${carriedAs("bytes")}, text for ${carriedAs("text")}, or a JSON value for ${carriedAs("json")}.`,
        oneOf: [text, ref("Matrix")],
      },
    }),
    record({ index: count, status: { type: "integer", minimum: 400, maximum: 599 }, error: text }),
  ],
};

/** A record instead of an array, so that the compiler reports missing codes. */
const issueCodes: Readonly<Record<IssueCode, true>> = {
  data_missing: true,
  data_too_long: true,
  invalid_option: true,
  unknown_option: true,
  ignored_option: true,
  low_contrast: true,
  caption_contrast: true,
  caption_characters: true,
  inverted: true,
  transparent_background: true,
  quiet_zone_missing: true,
  risky_shape: true,
  finder_like: true,
  too_small: true,
  unused_dots: true,
  logo_too_large: true,
  logo_unreachable: true,
  logo_invalid: true,
  scan_failed: true,
  scan_weak: true,
  scan_skipped: true,
  text_misread: true,
  transfer_guideline: true,
};

const issue = record(
  {
    code: { type: "string", enum: Object.keys(issueCodes) },
    severity: {
      type: "string",
      enum: ["error", "warning"],
      description: "An image with grade A, B or C has only warnings.",
    },
    field: { type: "string", description: "The option to change." },
    message: { type: "string", description: "What to change." },
    rule: { type: "string", description: "The id of the message, for programs that show it in another language." },
    values: { type: "object", description: "The values in the message, by name." },
  },
  ["rule", "values"],
);

const symbolVersion: JsonSchema = { type: "integer", minimum: 1, maximum: 40 };
const symbolSide: JsonSchema = { type: "integer", minimum: 21, maximum: 177, description: "Modules per side." };
const level: JsonSchema = { type: "string", enum: ["L", "M", "Q", "H"] };
const mask: JsonSchema = { type: "integer", minimum: 0, maximum: 7 };

const symbol = record({
  version: symbolVersion,
  size: symbolSide,
  ec: level,
  mask,
  segments: list(record({ mode: text, chars: count, bits: count })),
  bits: record({ used: count, capacity: count }),
  density: { ...share, description: "Fraction of the modules that are dark." },
  pixelsPerModule: { type: "number", minimum: 0 },
});

const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { type: "null" }] });

const scanningDecoder = record(
  {
    name: text,
    version: { ...orNull(text), description: "Null if the decoder did not run." },
    passed: { ...orNull(flag), description: "Whether the decoder reads the undamaged image; null if it did not run." },
    error: { ...text, description: "Why the decoder did not run." },
  },
  ["error"],
);

const scan: JsonSchema = record(
  {
    decoder: { ...text, description: "Name and version of the decoder that tested the conditions." },
    decoders: list(scanningDecoder),
    passed: { ...flag, description: "True if every decoder that ran reads the undamaged image." },
    conditions: list(record({ name: text, passed: flag })),
    unusedErrorCorrection: {
      ...orNull(share),
      description:
        "Fraction of the error correction that the undamaged image leaves unused. Null below one pixel per module.",
    },
    margins: {
      ...list(record({ name: text, value: orNull({ type: "number" }), unit: text })),
      description:
        "How much of each kind of damage all decoders tolerate: module (px), noise (levels), light (%), tilt (%), quiet " +
        "zone (modules), blur (% of a module), covered area (% of the symbol).",
    },
    distance: {
      ...orNull({ type: "number" }),
      description: "Distance from which a print can be read, as a multiple of its width including the quiet zone.",
    },
    score: {
      ...share,
      description: "How well the code scans: a weighted mean of the margins, except blur and covered area.",
    },
    grade: { type: "string", enum: ["A", "B", "C", "D", "F"] },
    backgrounds: {
      description:
        "The grey pages on which a code with a transparent background scans reliably: from white or black, on which it " +
        "is graded, to another grey. Null if there are none, absent if the background is not transparent.",
      oneOf: [record({ from: grey, to: grey }), { type: "null" }],
    },
  },
  ["backgrounds"],
);

const report: JsonSchema = record(
  {
    valid: {
      ...flag,
      description:
        "True if no issue is an error. Always true for an image with grade A, B or C, and never for one with grade F.",
    },
    options: finishedOptionsSchema,
    picture: {
      description: "Size of the image in pixels. Null for json and txt.",
      oneOf: [record({ width: count, height: count, printed }, ["printed"]), { type: "null" }],
    },
    qr: { description: "Null if the data cannot be encoded.", oneOf: [symbol, { type: "null" }] },
    contrast: record({ ratio: { type: "number", minimum: 1, maximum: 21 }, symbolContrast: share, inverted: flag }),
    logo: record({
      coverage: { ...share, description: "Fraction of the symbol's modules that are left out for the logo." },
      budget: record({ spoiled: count, correctable: count, worstBlock: count }),
      unusedErrorCorrection: {
        ...share,
        description: "Fraction of the error correction that is left if every covered codeword is wrong.",
      },
    }),
    scan,
    issues: list(issue),
  },
  ["logo", "scan"],
);

const pictureCode: JsonSchema = record(
  {
    output: { ...text, description: "The PNG as a base64 data URI." },
    data: { ...text, description: "What scanners read: the text, with its suffix if free is fragment or query." },
    strength: { ...share, description: "0 is a plain code, 1 is the picture." },
    symbol: record({ version: symbolVersion, side: symbolSide, ec: level, mask }),
    blocks: {
      ...list(record({ wrong: count, correctable: count })),
      description:
        "For each block, how many codewords are wrong because they show the picture, and how many are correctable.",
    },
    finderLike: {
      ...flag,
      description: "Whether a part of the picture looks like a finder pattern, which misleads some scanners.",
    },
    scan,
  },
  ["scan"],
);

const linkSchema = optionsSchema(["data", ...linkOptionNames]);

const linkRequest: JsonSchema = {
  ...linkSchema,
  properties: {
    ...Object(linkSchema.properties),
    token: {
      type: "string",
      pattern: TOKEN.source,
      description:
        "The token for deleting the link. By default, the server generates it. If you send your own random token, you can " +
        "repeat a request whose response was lost: the new response contains the token if your request created the link.",
    },
  },
};

/** The schemas that operations refer to by name. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  QrRequest: requestSchema,
  LooseQrRequest: {
    ...optionsSchema(),
    required: [],
    description: "The options of an image. Missing and invalid options are reported as issues.",
  },
  BatchRequest: {
    type: "object",
    properties: {
      options: { ...optionsSchema(), required: [], description: "Options for all items. An item can override them." },
      items: { type: "array", minItems: 1, maxItems: MAX_ITEMS, items: ref("QrRequest") },
    },
    required: ["items"],
  },
  LinkRequest: linkRequest,
  Matrix: matrix,
  BatchEntry: batchEntry,
  BatchResult: record({ count, results: list(ref("BatchEntry")) }),
  Report: report,
  PictureCodeRequest: pictureRequestSchema,
  PosterRequest: posterRequestSchema,
  SheetRequest: sheetRequestSchema,
  SheetReport: record({
    labels: count,
    pages: count,
    perPage: { ...count, description: "Number of labels on a full page." },
    weak: {
      ...list(record({ index: count, grade: { type: "string", enum: ["C", "D", "F"] }, module: { type: "number" } })),
      description: "The codes with a grade below B at their printed size, with the width of a module in millimetres.",
    },
    unchecked: {
      ...list(count),
      description: "The codes that were not graded, because labels of many designs need more scans than a report has.",
    },
    cut: { ...list(count), description: "The items whose caption ends with an ellipsis." },
  }),
  PictureCode: pictureCode,
  OptimizeRequest: { ...searchSchema(), oneOf: [{ required: ["data"] }, { required: ["dataBase64"] }] },
  Optimization: record({
    before: ref("Report"),
    after: ref("Report"),
    changes: {
      type: "object",
      description: "The options that the best design changes, with their new values.",
      additionalProperties: { type: ["string", "number", "boolean"] },
    },
    candidates: { ...count, description: "Number of designs that were drawn and scanned." },
    end: {
      type: "string",
      enum: ["finished", "candidates", "seconds", "busy"],
      description:
        "finished if no other design promised more, or the limit that ended the search. busy means that the server had no time for more, or that the client has reached its limit. After seconds and busy, another search may find a better design.",
    },
  }),
  Link: record({ id: text, url: address, image: address, svg: address, token: text }, ["token"]),
  Error: record({ error: { type: "string", description: "What is wrong and how to fix it." } }),
};

export const pictureQuery: JsonSchema = optionsSchema(addressNames);

export const searchQuery: JsonSchema = searchSchema(addressNames);

export const reportQuery: JsonSchema = { ...pictureQuery, required: [] };

/** The query of a link's image. It omits the text, which is stored, and the format, which is in the path. */
export const linkPictureQuery: JsonSchema = optionsSchema(
  rows.filter(([name, row]) => !row.postOnly && name !== "data" && name !== "format").map(([name]) => name),
);
