import { bareType, formats } from "../../options/formats.ts";
import { invalidItems, invalidSharedOptions, MAX_ITEMS } from "../../options/read.ts";
import { BATCH_LIMIT, batchesBusy } from "../batch.ts";
import { BODY_LIMIT } from "../body.ts";
import { pictureQuery, reportQuery } from "./answer-schemas.ts";
import type { Example, Operation } from "./operation.ts";
import {
  bodyRefusals,
  DRAWING_BUSY,
  EXAMPLE_DATA,
  INTERNAL,
  logoRefusals,
  optionRefusals,
  queryRefusals,
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
