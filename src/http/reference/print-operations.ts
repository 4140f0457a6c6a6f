import { dataMissing, QrError } from "../../errors.ts";
import { invalidOption } from "../../options/kinds.ts";
import { DETAILS_LIST, MAX_DETAILS, posterTable } from "../../options/poster-table.ts";
import { inItem, LABELS as LABELS_RULE, MAX_LABELS, TOO_LARGE_GRID } from "../../options/sheet-table.ts";
import { BODY_LIMIT } from "../body.ts";
import { sheetsBusy } from "../sheet.ts";
import type { Operation } from "./operation.ts";
import { bodyRefusals, INTERNAL, logoRefusals, optionRefusals } from "./refusals.ts";

const NETWORK = "WIFI:T:WPA;S:Guests;P:coffee+tea;;";

export const posterOperation: Operation = {
  method: "post",
  path: "/api/poster",
  id: "postPoster",
  tag: "Print",
  summary: "Draw a poster",
  about:
    "A page with a large code, a headline above it, and what people can read below it. The code has the design in the request. A frame without a caption is left out, because the page frames the code. Words that do not fit are set smaller, down to about 5 pt, and then end with an ellipsis.",
  body: "PosterRequest",
  answer: { status: 200, about: "The page.", content: { "application/pdf": undefined, "image/svg+xml": undefined } },
  examples: {
    wifi: { summary: "A network, with its password", input: { data: NETWORK, headline: "Free WiFi" } },
    svg: { summary: "The same as an SVG", input: { data: NETWORK, headline: "Free WiFi", format: "svg" } },
    tent: {
      summary: "A table tent with a design",
      input: { data: "https://example.com/menu", orientation: "tent", preset: "forest", headline: "Our menu" },
    },
    badge: {
      summary: "A contact on a small page, with details",
      input: {
        ...{ data: "MECARD:N:Okafor,Ada;;", paper: "A6", headline: "Ada Okafor" },
        details: [{ label: "Company", value: "Example Ltd" }],
      },
    },
  },
  refusals: [
    ...optionRefusals.filter(({ input }) => input?.format === undefined),
    {
      when: "a setting of the poster is invalid",
      error: () => invalidOption("paper", posterTable.paper),
      input: { data: NETWORK, paper: "A7" },
    },
    {
      when: "the details are not a list",
      error: () =>
        new QrError("INVALID_OPTION", { field: "details", rule: DETAILS_LIST, values: { max: MAX_DETAILS } }),
      input: { data: NETWORK, details: "Password" },
    },
    ...bodyRefusals(BODY_LIMIT),
    ...logoRefusals,
    INTERNAL,
  ],
};

const LABELS = [
  { data: "https://example.com/assets/1", caption: "Chair 1" },
  { data: "https://example.com/assets/2", caption: "Chair 2" },
];

export const sheetOperation: Operation = {
  method: "post",
  path: "/api/sheet",
  id: "postSheet",
  tag: "Print",
  summary: `Draw up to ${MAX_LABELS} labels`,
  about:
    "A PDF with many different codes and their captions, for the label sheets of common makers or for your own grid. The PDF has the exact size of the paper: print it at 100 %. If a label cannot be drawn, the error names its item. Pages are sent as they are drawn.",
  body: "SheetRequest",
  answer: {
    status: 200,
    about: "The PDF, or the report.",
    content: { "application/pdf": undefined, "application/json": { $ref: "#/components/schemas/SheetReport" } },
  },
  examples: {
    template: { summary: "Two labels on Avery L7160", input: { template: "avery-l7160", items: LABELS } },
    grid: {
      summary: "Own lengths, with crop marks",
      input: { columns: 2, rows: 5, labelWidth: "90mm", labelHeight: "50mm", marks: "crop", items: LABELS },
    },
    report: {
      summary: "The report before printing",
      input: { template: "avery-5160", format: "json", items: LABELS, options: { dotStyle: "rounded" } },
    },
  },
  refusals: [
    {
      when: "there are no labels, or too many",
      error: () =>
        new QrError("INVALID_OPTION", {
          field: "items",
          rule: LABELS_RULE,
          values: { max: MAX_LABELS, example: '{"data":"https://example.com","caption":"Chair 7"}' },
        }),
      input: { template: "avery-l7160", items: [] },
    },
    {
      when: "the labels do not fit on the page",
      error: () =>
        new QrError("INVALID_OPTION", {
          field: "columns",
          rule: TOO_LARGE_GRID,
          values: { needed: { number: 280, digits: 1 }, room: { number: 210, digits: 1 } },
        }),
      input: { columns: 4, rows: 2, labelWidth: "70mm", labelHeight: "30mm", marginLeft: "0mm", items: LABELS },
    },
    {
      when: "an item has no data",
      error: () => inItem(dataMissing(), 1),
      input: { template: "avery-l7160", items: [LABELS[0], { caption: "Chair 2" }] },
    },
    ...bodyRefusals(BODY_LIMIT),
    ...logoRefusals.filter(({ input }) => input === undefined),
    { when: "too many sheets are in progress", error: sheetsBusy },
    INTERNAL,
  ],
};
