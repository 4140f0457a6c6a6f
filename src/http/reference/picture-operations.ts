import { bareType, formats } from "../../options/formats.ts";
import { invalidItems, invalidSharedOptions, MOST_ITEMS } from "../../options/read.ts";
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

const TAG = "Pictures";

const picture: Operation["answer"] = {
  status: 200,
  about: "The picture, in the format that was asked for.",
  content: Object.fromEntries(
    Object.values(formats).map(({ contentType, body }) => [
      bareType(contentType),
      body === "json" ? { $ref: "#/components/schemas/Matrix" } : undefined,
    ]),
  ),
};

const examples: Readonly<Record<string, Example>> = {
  png: { summary: "A PNG of 256 pixels", words: { data: EXAMPLE_DATA } },
  svg: {
    summary: "An SVG in colours of its own",
    words: { data: EXAMPLE_DATA, format: "svg", size: 512, color: "1a2b3c", bg: "ffeedd", ec: "Q", margin: 2 },
  },
  matrix: { summary: "The modules as numbers", words: { data: "WIFI:T:WPA;S:Guests;P:a+b&c;;", format: "json" } },
};

/** A heart of 8 x 8 pixels. */
const LOGO =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAPUlEQVR4AYXBwQmAMBAAwd3DAlJQ+n+nozNwQlDRzDhaZ0qKlKToaD35EWwEGwHIN4MibzIFiyxyObiThxP+vwVPICLLBQAAAABJRU5ErkJggg==";

const report = {
  status: 200,
  about: "The report. What is wrong with the options is reported in it, not refused.",
  content: { "application/json": { $ref: "#/components/schemas/Report" } },
} as const;

const reportExamples: Readonly<Record<string, Example>> = {
  good: { summary: "A code that will be read", words: { data: EXAMPLE_DATA } },
  pale: { summary: "Colours that are too close", words: { data: EXAMPLE_DATA, color: "bbbbbb", format: "svg" } },
  wrong: { summary: "No data, and a size that does not exist", words: { size: 5 } },
};

export const pictureOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/qr",
    id: "getQr",
    tag: TAG,
    summary: "Draw a code",
    about: "The address is the picture: use it as the source of an image. Of a name given twice the first counts.",
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
    about: "For long texts, for logos sent along, and for secrets that should not stand in an address.",
    body: "QrRequest",
    answer: picture,
    examples: {
      ...examples,
      logo: { summary: "With a logo sent along", words: { data: EXAMPLE_DATA, logoData: LOGO } },
    },
    refusals: [...optionRefusals, ...bodyRefusals(BODY_LIMIT), ...logoRefusals, INTERNAL],
  },
  {
    method: "post",
    path: "/api/qr/batch",
    id: "postBatch",
    tag: TAG,
    summary: `Draw up to ${MOST_ITEMS} codes`,
    about:
      "An item that cannot be drawn is an entry with an error; the others are drawn. Entries keep the items' order.",
    body: "BatchRequest",
    answer: {
      status: 200,
      about: "An entry for each item.",
      content: { "application/json": { $ref: "#/components/schemas/BatchResult" } },
    },
    examples: {
      two: {
        summary: "Two codes that share their size",
        words: {
          options: { size: 512, format: "svg" },
          items: [{ data: EXAMPLE_DATA }, { data: "tel:+4930123456", format: "png" }],
        },
      },
      mixed: {
        summary: "One that is drawn and one that is not",
        words: { items: [{ data: EXAMPLE_DATA, format: "json" }, { data: "" }] },
      },
    },
    refusals: [
      { when: "items is missing, empty, no array or too long", error: invalidItems, words: { items: [] } },
      {
        when: "options is neither an object nor null",
        error: invalidSharedOptions,
        words: { options: [], items: [{ data: EXAMPLE_DATA }] },
      },
      ...bodyRefusals(BATCH_LIMIT),
      { when: "too many batches are under way; Retry-After says when to come back", error: batchesBusy },
      INTERNAL,
    ],
  },
];

/** Validate and inspect are two names of one thing. */
export const reportOperations: readonly Operation[] = ["validate", "inspect"].flatMap((name): Operation[] => {
  const [id, path, tag] = [name === "validate" ? "Validation" : "Inspection", `/api/qr/${name}`, "Reports"];
  const summary = name === "validate" ? "Say whether a code will be read" : "The same report by another name";
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
