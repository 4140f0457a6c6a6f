import type { QrError } from "../errors.ts";
import type { QrOptions } from "../options/table.ts";
import type { ElementOption } from "./attributes.ts";

/** Type declarations for templates; there is no code here. */

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** A value as itself, or as templates write it. */
type Written<Value> = Value extends number
  ? Value | `${number}`
  : Value extends boolean
    ? Value | "" | "true" | "false"
    : Value;

/** What `<qr-code>` takes in the templates of frameworks, for the declarations that they ask for: options by both of
 *  their names, a logo's file, and listeners as React and Svelte write them. */
export type QrCodeAttributes = {
  readonly [Name in ElementOption as Name | Kebab<Name>]?: Written<QrOptions[Name]> | undefined;
} & {
  readonly logoFile?: Blob | null | undefined;
  readonly "onqr-render"?: ((event: Event) => void) | undefined;
  readonly "onqr-error"?: ((event: CustomEvent<QrError>) => void) | undefined;
};
