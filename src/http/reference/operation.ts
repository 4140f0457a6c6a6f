import type { QrError } from "../../errors.ts";
import type { JsonSchema } from "../../options/schema.ts";

/** What a request says, by name: in the query of a GET, in the JSON body of a POST. */
export type Words = Readonly<Record<string, unknown>>;

/** A request to try, and what it shows. */
export interface Example {
  readonly summary: string;
  readonly words: Words;
}

/** A reason why a request is refused. */
export interface Refusal {
  readonly when: string;
  /** Creates the error, as the code that finds it does. */
  readonly error: () => QrError;
  /** A request that is refused so, where one request alone can bring it about. */
  readonly words?: Words;
}

/** A body, by its media type; images have no schema. */
export type Content = Readonly<Record<string, JsonSchema | undefined>>;

/** One thing that can be asked of the service. The document of the API is made from these, and a test asks the app every
 *  example and every refusal. */
export interface Operation {
  readonly method: "get" | "post" | "delete";
  /** As OpenAPI writes it, with parameters in braces. */
  readonly path: string;
  /** One word in camel case, for programs that generate code. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly about?: string;
  /** Names, schemas and what is required of the query. */
  readonly query?: JsonSchema;
  /** The name of a schema among the document's components. */
  readonly body?: string;
  readonly answer: { readonly status: 200 | 204; readonly about: string; readonly content?: Content };
  /** A picture, which may be kept and asked for again by its ETag. */
  readonly kept?: true;
  /** Wants the token of a link. */
  readonly token?: true;
  readonly examples: Readonly<Record<string, Example>>;
  readonly refusals: readonly Refusal[];
}
