import { dataMissing, packageMissing } from "../../errors.ts";
import { logoTooLarge } from "../../logo/errors.ts";
import { ruleOf } from "../../options/kinds.ts";
import { table } from "../../options/table.ts";
import type { Refusal } from "./operation.ts";

/** The address that every example encodes. */
export const EXAMPLE_DATA = "https://example.com";

/** Where a POST went wrong before its options were looked at; `limit` in MiB. */
export function bodyRefusals(limit: number): readonly Refusal[] {
  return [
    {
      status: 400,
      when: "the body is no JSON object",
      sentence: 'the body is not valid JSON: send an object, such as {"data":"https://example.com"}',
    },
    {
      status: 400,
      when: "the body has too many names and values",
      sentence: "the body must have at most 10,000 names and values: leave out what is not an option",
    },
    {
      status: 400,
      when: "the body is nested too deeply",
      sentence: "the body must be nested at most 32 levels deep: leave out what is not an option",
    },
    {
      status: 413,
      when: "the body is too large",
      sentence: `the body must be at most ${limit} MiB: send less at a time`,
    },
    {
      status: 415,
      when: "the body is not sent as JSON",
      sentence: "send the options as JSON, with Content-Type: application/json",
    },
    {
      status: 503,
      when: "too many large bodies are being processed; Retry-After says when to retry",
      sentence: "too many large bodies are being processed: try again in a second",
    },
  ];
}

export const NO_DATA: Refusal = {
  status: 400,
  when: "data is missing or empty",
  sentence: dataMissing().message,
  words: {},
};

/** Without words: the text of a link is not in the request. */
export const TOO_LONG_FOR_LEVEL: Refusal = {
  status: 413,
  when: "data is longer than a code of that level can hold",
  sentence:
    "data is too long for ec M: it takes 2400 bytes, and the largest code holds 2953 at L, 2331 at M, 1663 at Q, " +
    "1273 at H (more if all are digits or capitals): use ec L or shorten it",
};

/** What is wrong with the options of a picture. */
export const optionRefusals: readonly Refusal[] = [
  NO_DATA,
  {
    status: 400,
    when: "format is none of the formats",
    sentence: `format ${ruleOf(table.format)}`,
    words: { data: EXAMPLE_DATA, format: "gif" },
  },
  {
    status: 400,
    when: "size is out of range",
    sentence: "size must be a whole number from 32 to 2048",
    words: { data: EXAMPLE_DATA, size: 16 },
  },
  {
    status: 400,
    when: "color or bg is no colour",
    sentence: "color must be six hex digits without a leading #, such as 1a2b3c",
    words: { data: EXAMPLE_DATA, color: "#000000" },
  },
  {
    status: 400,
    when: "margin is out of range",
    sentence: "margin must be a whole number from 0 to 10",
    words: { data: EXAMPLE_DATA, margin: 11 },
  },
  { ...TOO_LONG_FOR_LEVEL, words: { data: "x".repeat(2400) } },
];

const LOGO_DATA_REFUSED: Refusal = {
  status: 400,
  when: "logoData is given in an address",
  sentence: "logoData is POST only: send it in a JSON body",
  words: { data: EXAMPLE_DATA, logoData: "iVBORw0KGgo=" },
};

/** What is wrong with the query of a picture. */
export const queryRefusals: readonly Refusal[] = [...optionRefusals, LOGO_DATA_REFUSED];

export const DRAWING_BUSY: Refusal = {
  status: 503,
  when: "too much is being drawn; Retry-After says when to come back",
  sentence: "too many pictures are being worked on at the moment: try again in a second",
};

export const NOT_INSTALLED: Refusal = {
  status: 501,
  when: "this server has not been given what it takes",
  sentence: packageMissing("@resvg/resvg-wasm").message,
};

/** What can go wrong with a logo, and with the work that it makes. */
export const logoRefusals: readonly Refusal[] = [
  {
    status: 400,
    when: "the address of the logo may not be fetched",
    sentence: "logo must use the usual port of http or https, or one from 1024 to 65535",
  },
  { status: 413, when: "the logo is larger than 2 MB", sentence: logoTooLarge().message },
  {
    status: 502,
    when: "the logo's server failed or took too long",
    sentence: "logo took longer than 5 s to arrive: send it as logoData",
  },
  DRAWING_BUSY,
  NOT_INSTALLED,
];

export const TOO_LONG_FOR_ANY: Refusal = {
  status: 413,
  when: "data is longer than any code can hold",
  sentence:
    "data is too long for ec L: it takes 3000 bytes, and the largest code holds 2953 at L, 2331 at M, 1663 at Q, " +
    "1273 at H (more if all are digits or capitals): shorten it",
  words: { data: "x".repeat(3000) },
};

/** What every operation on links can run into. */
export const STORE_AWAY: Refusal = {
  status: 503,
  when: "the links cannot be reached; Retry-After says when to come back",
  sentence: "links cannot be reached at the moment: try again in a moment",
};

export const NO_SUCH_LINK: Refusal = {
  status: 404,
  when: "there is no such link",
  sentence: "there is no such link: it was never made, or it has been deleted",
};

/** What every request except health checks can get if the operator has set limits. */
export const OVER_LIMIT: Refusal = {
  status: 429,
  when: "the client is over one of the server's limits per minute; Retry-After says when to retry",
  sentence: "too many requests: at most 3000 per client and minute are allowed; try again in 42 seconds",
};

/** What can happen to every request. */
export const INTERNAL: Refusal = { status: 500, when: "something unexpected happened", sentence: "Internal error" };
