import type { QrError } from "../../errors.ts";
import type { JsonSchema } from "../../options/schema.ts";

/** The parameters of a request: the query of a GET request, or the JSON body of a POST request. */
export type Input = Readonly<Record<string, unknown>>;

export interface Example {
  readonly summary: string;
  readonly input: Input;
}

export interface Refusal {
  readonly when: string;
  readonly error: () => QrError;
  /** The parameters of a request that causes this error. Undefined if no single request can cause it. */
  readonly input?: Input;
}

/** Schemas by media type; undefined for types other than JSON. */
type Content = Readonly<Record<string, JsonSchema | undefined>>;

/** The description of an operation. A test sends every example and every refused request to the app. */
export interface Operation {
  readonly method: "get" | "post" | "delete";
  /** The path, with its parameters in braces, as in OpenAPI. */
  readonly path: string;
  /** A name in camel case, for code generators. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly about?: string;
  readonly query?: JsonSchema;
  /** The name of the body's schema in the document's components. */
  readonly body?: string;
  /** `headers` has descriptions of headers that a response may have, by name. */
  readonly answer: {
    readonly status: 200 | 204;
    readonly about: string;
    readonly content?: Content;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly kept?: true;
  readonly token?: true;
  readonly examples: Readonly<Record<string, Example>>;
  readonly refusals: readonly Refusal[];
}
