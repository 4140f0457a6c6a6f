import { encodeSymbol } from "../../core/core.ts";
import { dataMissing, internalError, packageMissing, QrError } from "../../errors.ts";
import { logoTooLarge, logoTooSlow, portRefused } from "../../logo/errors.ts";
import { MAX_LOGO_BYTES } from "../../logo/limits.ts";
import { invalidOption } from "../../options/kinds.ts";
import { notJson, postOnly } from "../../options/read.ts";
import { type OptionName, type QrOptions, table } from "../../options/table.ts";
import { noSuchLink, storeUnavailable } from "../../stores/store-errors.ts";
import { busy } from "../../work/heavy-jobs.ts";
import { bodiesBusy, bodyTooLarge, notSentAsJson } from "../body.ts";
import { tooDeep, tooManyValues } from "../json-bounds.ts";
import { overLimit } from "../limits.ts";
import type { Refusal } from "./operation.ts";

export const EXAMPLE_DATA = "https://example.com";

/** Errors of an operation whose request bodies can be at most `limit` bytes. */
export function bodyRefusals(limit: number): readonly Refusal[] {
  return [
    { when: "the body is not a JSON object", error: notJson },
    { when: "the body has too many names and values", error: tooManyValues },
    { when: "the body is nested too deeply", error: tooDeep },
    { when: "the body is too large", error: () => bodyTooLarge(limit) },
    { when: "the body is not sent as JSON", error: notSentAsJson },
    { when: "too many large requests are in progress; Retry-After says when to retry", error: bodiesBusy },
  ];
}

export const NO_DATA: Refusal = { when: "data is missing or empty", error: dataMissing, input: {} };

/** Returns the error that the core throws for text of `length` bytes, which must be too long for level `ec`. */
function tooLong(length: number, ec: QrOptions["ec"]): QrError {
  try {
    encodeSymbol("x".repeat(length), { ec });
  } catch (error) {
    if (error instanceof QrError) return error;
  }
  throw new Error(`expected text of ${length} bytes to be too long for ec ${ec}`);
}

/** The error for a link whose text is too long for the level in the request. It has no `input`, because the text is not
 *  in the request. */
export const TOO_LONG_FOR_LEVEL: Refusal = {
  when: "data is too long for the error correction level",
  error: () => tooLong(2400, table.ec.default),
};

function wrongOption(name: OptionName, when: string, value: unknown): Refusal {
  return { when, error: () => invalidOption(name, table[name]), input: { data: EXAMPLE_DATA, [name]: value } };
}

export const optionRefusals: readonly Refusal[] = [
  NO_DATA,
  wrongOption("format", "format is unknown", "gif"),
  wrongOption("size", "size is out of range", table.size.min - 16),
  wrongOption("color", "color is not six hex digits, or bg is neither six hex digits nor transparent", "#000000"),
  wrongOption("margin", "margin is out of range", table.margin.max + 1),
  { ...TOO_LONG_FOR_LEVEL, input: { data: "x".repeat(2400) } },
];

export const LOGO_DATA_REFUSED: Refusal = {
  when: "logoData is sent in the query",
  error: () => postOnly("logoData"),
  input: { data: EXAMPLE_DATA, logoData: "iVBORw0KGgo=" },
};

export const queryRefusals: readonly Refusal[] = [...optionRefusals, LOGO_DATA_REFUSED];

export const DRAWING_BUSY: Refusal = {
  when: "the server is too busy; Retry-After says when to retry",
  error: busy,
};

export const NOT_INSTALLED: Refusal = {
  when: "the server lacks an optional package",
  error: () => packageMissing("@resvg/resvg-wasm"),
};

export const logoRefusals: readonly Refusal[] = [
  { when: "the logo's URL is not allowed", error: portRefused },
  { when: `the logo is larger than ${MAX_LOGO_BYTES / 1024 / 1024} MB`, error: logoTooLarge },
  { when: "the logo's server failed or took too long", error: logoTooSlow },
  DRAWING_BUSY,
  NOT_INSTALLED,
];

export const TOO_LONG_FOR_ANY: Refusal = {
  when: "data is too long for any code",
  error: () => tooLong(3000, "L"),
  input: { data: "x".repeat(3000) },
};

export const STORE_UNAVAILABLE: Refusal = {
  when: "links are temporarily unavailable; Retry-After says when to retry",
  error: storeUnavailable,
};

export const NO_SUCH_LINK: Refusal = { when: "the link does not exist", error: noSuchLink };

/** The error that a server with rate limits may return for any request except probes. */
export const OVER_LIMIT: Refusal = {
  when: "the client exceeded a rate limit; Retry-After says when to retry",
  error: () => overLimit("requests", 3000, 42),
};

export const INTERNAL: Refusal = { when: "an unexpected error occurred", error: internalError };
