import { invalidOption } from "../../options/kinds.ts";
import { cardSchema } from "../../options/schema.ts";
import { cardTable } from "../../options/table.ts";
import { UNLIMITED_ROUTES } from "../limits.ts";
import { serverStopping } from "../settings.ts";
import { linkOperations } from "./link-operations.ts";
import type { Operation } from "./operation.ts";
import { pictureOperations, reportOperations } from "./picture-operations.ts";
import {
  DRAWING_BUSY,
  EXAMPLE_DATA,
  INTERNAL,
  NO_DATA,
  NOT_INSTALLED,
  OVER_LIMIT,
  STORE_UNAVAILABLE,
  TOO_LONG_FOR_ANY,
} from "./refusals.ts";

/** All operations, without the errors of rate limits. */
const unlimited: readonly Operation[] = [
  ...pictureOperations,
  ...reportOperations,
  ...linkOperations,
  {
    method: "get",
    path: "/api/og",
    id: "getCard",
    tag: "Social cards",
    summary: "Draw a social card",
    about: "A PNG of 1200 x 630 pixels that shows a code next to a title in any script.",
    query: cardSchema,
    answer: { status: 200, about: "The image.", content: { "image/png": undefined } },
    kept: true,
    examples: {
      titled: {
        summary: "A title and an accent colour",
        words: { title: "Come in, we are open", data: EXAMPLE_DATA, color: "0a6847" },
      },
    },
    refusals: [
      NO_DATA,
      {
        when: "color is not six hex digits",
        error: () => invalidOption("color", cardTable.color),
        words: { data: EXAMPLE_DATA, color: "green" },
      },
      TOO_LONG_FOR_ANY,
      DRAWING_BUSY,
      NOT_INSTALLED,
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
        "application/json": { type: "object", properties: { status: { const: "ok" } }, required: ["status"] },
      },
    },
    examples: { up: { summary: "Up", words: {} } },
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
    examples: { ready: { summary: "Ready", words: {} } },
    refusals: [STORE_UNAVAILABLE, { when: "the server is shutting down", error: serverStopping }, INTERNAL],
  },
  {
    method: "get",
    path: "/openapi.json",
    id: "getDocument",
    tag: "Service",
    summary: "This document",
    answer: { status: 200, about: "The document.", content: { "application/json": { type: "object" } } },
    examples: { whole: { summary: "The document", words: {} } },
    refusals: [INTERNAL],
  },
];

/** All operations of the API. Those with a rate limit also list its error. */
export const operations: readonly Operation[] = unlimited.map((operation) =>
  UNLIMITED_ROUTES.has(operation.path) ? operation : { ...operation, refusals: [...operation.refusals, OVER_LIMIT] },
);
