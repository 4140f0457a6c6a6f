import type { QrError } from "../../errors.ts";
import { statusOf } from "../../errors.ts";
import { ID_PATTERN } from "../../links/id.ts";
import type { JsonSchema } from "../../options/schema.ts";
import { schemas } from "./answer-schemas.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";

export const VERSION = "0.1.0";

/** The link id in the examples. It is the id of the link for EXAMPLE_DATA. */
export const EXAMPLE_ID = "3nbe4xknsP";

export const ABOUT = `QR codes over HTTP, as PNG, SVG, JSON or text. No API key is needed, and pages on any origin can call the API.

- In JSON, a number can also be sent as a decimal string. The values of format, ec and colours are case-insensitive. Unknown
  options are ignored.
- Error messages say what is wrong and how to fix it. The header X-Error-Code contains an error code for programs, and
  X-Error-Field contains the name of the option to change, if there is one. X-Error-Rule contains the
  message with placeholders, and their values, in JSON, for programs that show it in another language.
- HEAD works wherever GET does, except at /api/i, where GET creates a link.
- An unsupported method returns 405 (METHOD_NOT_ALLOWED) with an Allow header. An unknown path returns 404 (NOT_FOUND),
  as a page if the client accepts text/html.
- If the server limits the requests of each client, a request beyond the limit returns 429 (RATE_LIMITED), and Retry-After
  contains the seconds to wait.`;

/** Returns the OpenAPI 3.1 document of the service at `server`. */
export function describeApi(server: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "isoqr", version: VERSION, description: ABOUT, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: server }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        linkToken: {
          type: "http",
          scheme: "bearer",
          description: "The token returned when the link was created.",
        },
      },
    },
  };
}

function describeOperation(operation: Operation): JsonSchema {
  const { id, tag, summary, about, token, body } = operation;
  const parameters = [...pathParameters(operation), ...queryParameters(operation)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about && { description: about }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": bodyOf(body, operation) } } }),
    ...(token && { security: [{ linkToken: [] }] }),
    responses: responsesOf(operation),
  };
}

function pathParameters({ path }: Operation): JsonSchema[] {
  const schema = { type: "string", pattern: `^${ID_PATTERN}$` };
  return path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema, example: EXAMPLE_ID }] : [];
}

/** Returns the query parameters in OpenAPI's format. The examples of a parameter are its values in the operation's
 *  examples. */
function queryParameters({ query, examples }: Operation): JsonSchema[] {
  const properties = (query?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (query?.required ?? []) as readonly string[];
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const given = Object.entries(examples)
      .filter(([, { input }]) => input[name] !== undefined)
      .map(([key, { summary, input }]) => [key, { summary, value: input[name] }]);
    return {
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      description,
      schema,
      ...(given.length > 0 && { examples: Object.fromEntries(given) }),
    };
  });
}

function bodyOf(schema: string, { examples }: Operation): JsonSchema {
  const values = Object.entries(examples).map(([key, { summary, input }]) => [key, { summary, value: input }]);
  return { schema: { $ref: `#/components/schemas/${schema}` }, examples: Object.fromEntries(values) };
}

const text = { schema: { type: "string" } };

function responsesOf({ answer, kept, refusals }: Operation): JsonSchema {
  const responses: Record<string, JsonSchema> = {};
  const content = Object.entries(answer.content ?? {}).map(([type, schema]) => [type, schema ? { schema } : {}]);
  responses[answer.status] = {
    description: answer.about,
    headers: {
      "Cache-Control": { ...text, required: true },
      ...(kept && { ETag: { ...text, required: true } }),
      ...Object.fromEntries(
        Object.entries(answer.headers ?? {}).map(([name, description]) => [name, { ...text, description }]),
      ),
    },
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
  if (kept) responses[304] = { description: "Not modified: If-None-Match contains the ETag." };
  const cases = refusals.map(({ when, error }) => ({ when, error: error() }));
  for (const status of new Set(cases.map(({ error }) => statusOf(error)))) {
    responses[status] = describeRefusals(
      status,
      cases.filter(({ error }) => statusOf(error) === status),
    );
  }
  return responses;
}

/** Statuses of errors that may name the option that caused them. */
export const ABOUT_OPTIONS = [400, 413, 502];

function describeRefusals(
  status: number,
  refusals: readonly { readonly when: string; readonly error: QrError }[],
): JsonSchema {
  const examples = refusals.map(({ when, error }, i) => [
    `case${i + 1}`,
    { summary: when, value: { error: error.message } },
  ]);
  return {
    description: `${refusals.map(({ when }) => when).join("; ")}.`,
    headers: {
      "X-Error-Code": { ...text, required: true, description: "The error code, such as INVALID_OPTION." },
      ...(ABOUT_OPTIONS.includes(status) && { "X-Error-Field": { ...text, description: "The option to change." } }),
      "X-Error-Rule": { ...text, description: "The message with placeholders, and their values, in JSON." },
      ...([429, 503].includes(status) && {
        "Retry-After": { schema: { type: "integer" }, required: true, description: "Seconds to wait." },
      }),
    },
    content: {
      "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples: Object.fromEntries(examples) },
    },
  };
}
