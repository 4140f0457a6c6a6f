import { ID_PATTERN } from "../../links/id.ts";
import { invalidOption } from "../../options/kinds.ts";
import { cardSchema, type JsonSchema } from "../../options/schema.ts";
import { cardTable } from "../../options/table.ts";
import { UNLIMITED_ROUTES } from "../limits.ts";
import { serverStopping } from "../settings.ts";
import { linkOperations } from "./link-operations.ts";
import type { Operation } from "./operation.ts";
import { pictureCodeOperation, pictureOperations, reportOperations, searchOperations } from "./picture-operations.ts";
import { posterOperation, sheetOperation } from "./print-operations.ts";
import {
  EXAMPLE_DATA,
  INTERNAL,
  LOGO_DATA_REFUSED,
  logoRefusals,
  NO_DATA,
  NO_SUCH_LINK,
  OVER_LIMIT,
  STORE_UNAVAILABLE,
  TOO_LONG_FOR_ANY,
} from "./refusals.ts";

const cardQuery: JsonSchema = {
  ...cardSchema,
  properties: {
    ...(cardSchema.properties as JsonSchema),
    link: {
      type: "string",
      pattern: `^${ID_PATTERN}$`,
      description:
        "The id of a link, instead of data. The code opens its share page and has its design. If its logo cannot be drawn, the code has no logo.",
    },
  },
};

/** All operations, without the errors of rate limits. */
const unlimited: readonly Operation[] = [
  ...pictureOperations,
  pictureCodeOperation,
  ...reportOperations,
  ...searchOperations,
  ...linkOperations,
  posterOperation,
  sheetOperation,
  {
    method: "get",
    path: "/api/og",
    id: "getCard",
    tag: "Social cards",
    summary: "Draw a social card",
    about:
      "A PNG of 1200 x 630 pixels that shows a code next to a title in any script. The code has the design in the query. With link, it has the design of the link, which the query can override.",
    query: cardQuery,
    answer: { status: 200, about: "The image.", content: { "image/png": undefined } },
    kept: true,
    examples: {
      titled: {
        summary: "A title and an accent colour",
        input: { title: "Come in, we are open", data: EXAMPLE_DATA, color: "0a6847" },
      },
      designed: { summary: "A code with a design", input: { data: EXAMPLE_DATA, preset: "ocean", eyeStyle: "leaf" } },
    },
    refusals: [
      NO_DATA,
      {
        when: "color is not six hex digits",
        error: () => invalidOption("color", cardTable.color),
        input: { data: EXAMPLE_DATA, color: "green" },
      },
      LOGO_DATA_REFUSED,
      TOO_LONG_FOR_ANY,
      NO_SUCH_LINK,
      ...logoRefusals,
      STORE_UNAVAILABLE,
      INTERNAL,
    ],
  },
  {
    method: "get",
    path: "/healthz",
    id: "getHealth",
    tag: "Service",
    summary: "Liveness probe",
    answer: {
      status: 200,
      about: "The service is running.",
      content: {
        "application/json": {
          type: "object",
          properties: { status: { const: "ok" }, version: { type: "string" } },
          required: ["status", "version"],
        },
      },
    },
    examples: { up: { summary: "Up", input: {} } },
    refusals: [INTERNAL],
  },
  {
    method: "get",
    path: "/readyz",
    id: "getReadiness",
    tag: "Service",
    summary: "Readiness probe",
    answer: {
      status: 200,
      about: "The service can handle requests, and the link store responds.",
      content: {
        "application/json": { type: "object", properties: { status: { const: "ready" } }, required: ["status"] },
      },
    },
    examples: { ready: { summary: "Ready", input: {} } },
    refusals: [STORE_UNAVAILABLE, { when: "the server is shutting down", error: serverStopping }, INTERNAL],
  },
  {
    method: "get",
    path: "/openapi.json",
    id: "getDocument",
    tag: "Service",
    summary: "This document",
    answer: { status: 200, about: "The document.", content: { "application/json": { type: "object" } } },
    examples: { whole: { summary: "The document", input: {} } },
    refusals: [INTERNAL],
  },
];

/** All operations of the API. Those with a rate limit also list its error. */
export const operations: readonly Operation[] = unlimited.map((operation) =>
  UNLIMITED_ROUTES.has(operation.path) ? operation : { ...operation, refusals: [...operation.refusals, OVER_LIMIT] },
);
