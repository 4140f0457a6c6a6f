import { QrError } from "../../errors.ts";
import { invalidOption } from "../../options/kinds.ts";
import { DETAILS_LIST, MAX_DETAILS, posterTable } from "../../options/poster-table.ts";
import { BODY_LIMIT } from "../body.ts";
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
