import { QrError } from "../../errors.ts";
import { MAX_LOGO_BYTES } from "../../logo/limits.ts";
import { logoBytes, logoUnknownFormat } from "../../messages/logo-rules.ts";
import { numberRange } from "../../messages/option-rules.ts";
import { freeUrl, pictureUnreadable } from "../../messages/picture-rules.ts";
import { bareType, formats } from "../../options/formats.ts";
import { invalidOption } from "../../options/kinds.ts";
import { PICTURE_MISSING } from "../../options/picture-request.ts";
import { invalidItems, invalidSharedOptions, MAX_ITEMS } from "../../options/read.ts";
import { searchTable } from "../../options/search-table.ts";
import { searchesBusy } from "../../work/searches.ts";
import { BATCH_LIMIT, batchesBusy } from "../batch.ts";
import { BODY_LIMIT } from "../body.ts";
import { pictureCodesBusy } from "../picture-code.ts";
import { pictureQuery, reportQuery, searchQuery } from "./answer-schemas.ts";
import type { Example, Operation, Refusal } from "./operation.ts";
import {
  bodyRefusals,
  DRAWING_BUSY,
  EXAMPLE_DATA,
  INTERNAL,
  logoRefusals,
  NO_DATA,
  NOT_INSTALLED,
  optionRefusals,
  queryRefusals,
  TOO_LONG_FOR_LEVEL,
} from "./refusals.ts";

const TAG = "QR codes";

const picture: Operation["answer"] = {
  status: 200,
  about: "The image in the requested format.",
  content: Object.fromEntries(
    Object.values(formats).map(({ contentType, body }) => [
      bareType(contentType),
      body === "json" ? { $ref: "#/components/schemas/Matrix" } : undefined,
    ]),
  ),
};

const examples: Readonly<Record<string, Example>> = {
  png: { summary: "A PNG of 256 pixels", input: { data: EXAMPLE_DATA } },
  svg: {
    summary: "An SVG with custom colours",
    input: { data: EXAMPLE_DATA, format: "svg", size: 512, color: "1a2b3c", bg: "ffeedd", ec: "Q", margin: 2 },
  },
  matrix: { summary: "The modules as numbers", input: { data: "WIFI:T:WPA;S:Guests;P:a+b&c;;", format: "json" } },
};

/** A PNG of a heart, 8 x 8 pixels. */
const LOGO =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAPUlEQVR4AYXBwQmAMBAAwd3DAlJQ+n+nozNwQlDRzDhaZ0qKlKToaD35EWwEGwHIN4MibzIFiyxyObiThxP+vwVPICLLBQAAAABJRU5ErkJggg==";

const report = {
  status: 200,
  about: "The report. Invalid options are reported as issues.",
  content: { "application/json": { $ref: "#/components/schemas/Report" } },
} as const;

const reportExamples: Readonly<Record<string, Example>> = {
  good: { summary: "A code that scans", input: { data: EXAMPLE_DATA } },
  pale: { summary: "Colours with too little contrast", input: { data: EXAMPLE_DATA, color: "bbbbbb", format: "svg" } },
  wrong: { summary: "No data and an invalid size", input: { size: 5 } },
};

export const pictureOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/qr",
    id: "getQr",
    tag: TAG,
    summary: "Draw a code",
    about: "Use the URL as the source of an image. If a parameter is repeated, the first value wins.",
    query: pictureQuery,
    answer: picture,
    kept: true,
    examples,
    refusals: [...queryRefusals, ...logoRefusals, INTERNAL],
  },
  {
    method: "post",
    path: "/api/qr",
    id: "postQr",
    tag: TAG,
    summary: "Draw a code from a JSON body",
    about: "Use this for long text, uploaded logos, and secrets that should not be in a URL.",
    body: "QrRequest",
    answer: picture,
    examples: {
      ...examples,
      logo: { summary: "With an uploaded logo", input: { data: EXAMPLE_DATA, logoData: LOGO } },
    },
    refusals: [...optionRefusals, ...bodyRefusals(BODY_LIMIT), ...logoRefusals, INTERNAL],
  },
  {
    method: "post",
    path: "/api/qr/batch",
    id: "postBatch",
    tag: TAG,
    summary: `Draw up to ${MAX_ITEMS} codes`,
    about:
      "Entries are in the order of the items. If an item cannot be drawn, its entry contains an error, and the other items are still drawn.",
    body: "BatchRequest",
    answer: {
      status: 200,
      about: "One entry per item.",
      content: { "application/json": { $ref: "#/components/schemas/BatchResult" } },
    },
    examples: {
      two: {
        summary: "Two codes with a shared size",
        input: {
          options: { size: 512, format: "svg" },
          items: [{ data: EXAMPLE_DATA }, { data: "tel:+4930123456", format: "png" }],
        },
      },
      mixed: {
        summary: "One valid and one invalid item",
        input: { items: [{ data: EXAMPLE_DATA, format: "json" }, { data: "" }] },
      },
    },
    refusals: [
      { when: "items is missing, empty, too long or not an array", error: invalidItems, input: { items: [] } },
      {
        when: "options is neither an object nor null",
        error: invalidSharedOptions,
        input: { options: [], items: [{ data: EXAMPLE_DATA }] },
      },
      ...bodyRefusals(BATCH_LIMIT),
      { when: "too many batches are in progress; Retry-After says when to retry", error: batchesBusy },
      INTERNAL,
    ],
  },
];

const searchExamples: Readonly<Record<string, Example>> = {
  pale: {
    summary: "Pale colours, of which only the colours may change",
    input: { data: EXAMPLE_DATA, color: "7a9cc6", bg: "eef4fb", allow: "colors", candidates: 4 },
  },
};

const search = {
  path: "/api/qr/optimize",
  tag: "Reports",
  summary: "Find a design that scans better",
  about:
    "Draws and scans several designs, which takes seconds. The response has reports about the given design and about the best one, and the options to change.",
  answer: {
    status: 200,
    about: "The reports and the changes.",
    content: { "application/json": { $ref: "#/components/schemas/Optimization" } },
  },
  examples: searchExamples,
} as const;

const searchRefusals: readonly Refusal[] = [
  {
    when: "allow lists an unknown part",
    error: () => invalidOption("allow", searchTable.allow),
    input: { data: EXAMPLE_DATA, allow: "mask" },
  },
  { when: "too many searches are in progress; Retry-After says when to retry", error: searchesBusy },
  ...logoRefusals,
  INTERNAL,
];

export const searchOperations: readonly Operation[] = [
  {
    ...search,
    method: "get",
    id: "getOptimization",
    query: searchQuery,
    refusals: [...queryRefusals, ...searchRefusals],
  },
  {
    ...search,
    method: "post",
    id: "postOptimization",
    body: "OptimizeRequest",
    refusals: [...optionRefusals, ...bodyRefusals(BODY_LIMIT), ...searchRefusals],
  },
];

const PICTURE_CODE = { data: EXAMPLE_DATA, picture: LOGO, strength: 0.4 };

function wrongPicture(
  when: string,
  field: string,
  rule: QrError["rule"],
  wrong: object,
  values?: QrError["values"],
): Refusal {
  return {
    when,
    error: () => new QrError("INVALID_OPTION", { field, rule, values }),
    input: { ...PICTURE_CODE, ...wrong },
  };
}

export const pictureCodeOperation: Operation = {
  method: "post",
  path: "/api/qr/picture",
  id: "postPictureCode",
  tag: TAG,
  summary: "Draw a code that shows a picture",
  about:
    "The picture steers the free bits of the code, and its modules become dots. Without strength, the server draws four or five codes and scans each of them, or up to eight if none has grade B. This takes seconds.",
  body: "PictureCodeRequest",
  answer: {
    status: 200,
    about: "The image, or the image with its scan as JSON.",
    headers: {
      "X-Strength": "The strength of the code, in a response with an image.",
      "X-Grade": "The grade of the code, in a response with an image. Missing if no decoder is installed.",
    },
    content: { "image/png": undefined, "application/json": { $ref: "#/components/schemas/PictureCode" } },
  },
  examples: {
    photo: { summary: "A PNG of 600 pixels", input: PICTURE_CODE },
    halftone: {
      summary: "Black and white dots, as JSON",
      input: { ...PICTURE_CODE, look: "halftone", format: "json" },
    },
  },
  refusals: [
    { ...NO_DATA, input: { picture: LOGO } },
    {
      when: "picture is missing",
      error: () => new QrError("INVALID_OPTION", { field: "picture", rule: PICTURE_MISSING }),
      input: { data: EXAMPLE_DATA },
    },
    wrongPicture("strength is out of range", "strength", numberRange, { strength: 2 }, { min: 0, max: 1 }),
    wrongPicture("free does not suit the text", "free", freeUrl, { data: "hello", free: "query" }),
    {
      when: "the picture is not an image, is damaged, or leaves no readable code",
      error: () => new QrError("LOGO_INVALID", { field: "picture", rule: logoUnknownFormat }),
      input: { ...PICTURE_CODE, picture: "aGVsbG8=" },
    },
    {
      when: `the picture is larger than ${MAX_LOGO_BYTES / 1024 / 1024} MB`,
      error: () =>
        new QrError("LOGO_TOO_LARGE", {
          field: "picture",
          rule: logoBytes,
          values: { max: MAX_LOGO_BYTES / 1024 / 1024 },
        }),
    },
    {
      when: "the strength leaves no readable code; the error has the greatest strength that does",
      error: () => new QrError("INVALID_OPTION", { field: "strength", rule: pictureUnreadable, values: { max: 0.6 } }),
    },
    TOO_LONG_FOR_LEVEL,
    ...bodyRefusals(BODY_LIMIT),
    { when: "too many picture codes are in progress; Retry-After says when to retry", error: pictureCodesBusy },
    DRAWING_BUSY,
    NOT_INSTALLED,
    INTERNAL,
  ],
};

/** `inspect` is an alias of `validate`. */
export const reportOperations: readonly Operation[] = ["validate", "inspect"].flatMap((name): Operation[] => {
  const [id, path, tag] = [name === "validate" ? "Validation" : "Inspection", `/api/qr/${name}`, "Reports"];
  const summary = name === "validate" ? "Check whether a code scans" : "Alias of /api/qr/validate";
  const shared = { path, tag, summary, answer: report, examples: reportExamples };
  return [
    { ...shared, method: "get", id: `get${id}`, query: reportQuery, refusals: [DRAWING_BUSY, INTERNAL] },
    {
      ...shared,
      method: "post",
      id: `post${id}`,
      body: "LooseQrRequest",
      refusals: [...bodyRefusals(BODY_LIMIT), DRAWING_BUSY, INTERNAL],
    },
  ];
});
