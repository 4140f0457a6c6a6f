import { formats, imageFormats } from "../../options/formats.ts";
import { addressNames, optionsSchema } from "../../options/schema.ts";
import { linkOptionNames } from "../../options/table.ts";
import { invalidToken, storeFull, tokenMissing, wrongToken } from "../../stores/store-errors.ts";
import { BODY_LIMIT } from "../body.ts";
import { tokenInAddress } from "../links.ts";
import { linkPictureQuery } from "./answer-schemas.ts";
import type { Operation, Refusal } from "./operation.ts";
import {
  bodyRefusals,
  EXAMPLE_DATA,
  INTERNAL,
  logoRefusals,
  NO_DATA,
  NO_SUCH_LINK,
  optionRefusals,
  STORE_UNAVAILABLE,
  TOO_LONG_FOR_ANY,
  TOO_LONG_FOR_LEVEL,
} from "./refusals.ts";

const TAG = "Share pages";

const link = {
  status: 200,
  about:
    "The link. It includes the token for deleting it only if this request created the link, or sent the same token as the request that created it.",
  content: { "application/json": { $ref: "#/components/schemas/Link" } },
} as const;

const examples = { link: { summary: "A link for a URL", input: { data: EXAMPLE_DATA } } };

/** The errors about the options of a link's image. Errors about the text are left out, because the text was checked
 *  when the link was created. */
const lookRefusals = optionRefusals
  .filter(({ input }) => input && ["size", "color", "margin"].some((name) => name in input))
  .map((refusal) => ({ ...refusal, input: { ...refusal.input, data: undefined } }));

const TOKEN_IN_ADDRESS: Refusal = {
  when: "the query contains a token",
  error: tokenInAddress,
  input: { data: EXAMPLE_DATA, token: "A".repeat(22) },
};

const BAD_TOKEN: Refusal = {
  when: "token is invalid",
  error: invalidToken,
  input: { data: EXAMPLE_DATA, token: "secret" },
};

const STORE_FULL: Refusal = { when: "the store is full", error: storeFull };

export const linkOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/i",
    id: "getLink",
    tag: TAG,
    summary: "Create a share page",
    about: "The same text and look options always return the same link. The page and its images use these options.",
    query: optionsSchema(["data", ...linkOptionNames.filter((name) => addressNames.includes(name))]),
    answer: link,
    examples,
    refusals: [NO_DATA, TOKEN_IN_ADDRESS, TOO_LONG_FOR_ANY, STORE_FULL, STORE_UNAVAILABLE, INTERNAL],
  },
  {
    method: "post",
    path: "/api/i",
    id: "postLink",
    tag: TAG,
    summary: "Create a share page from a JSON body",
    about:
      "If you send your own token, you can retry a request whose response was lost and still delete the link later.",
    body: "LinkRequest",
    answer: link,
    examples,
    refusals: [
      NO_DATA,
      BAD_TOKEN,
      TOO_LONG_FOR_ANY,
      ...bodyRefusals(BODY_LIMIT),
      STORE_FULL,
      STORE_UNAVAILABLE,
      INTERNAL,
    ],
  },
  {
    method: "delete",
    path: "/api/i/{id}",
    id: "deleteLink",
    tag: TAG,
    summary: "Delete a link",
    token: true,
    answer: { status: 204, about: "The link was deleted." },
    examples: {},
    refusals: [
      { when: "the token is missing", error: tokenMissing, input: {} },
      { when: "the token is wrong", error: wrongToken },
      NO_SUCH_LINK,
      STORE_UNAVAILABLE,
      INTERNAL,
    ],
  },
  {
    method: "get",
    path: "/i/{id}",
    id: "getLinkPage",
    tag: TAG,
    summary: "Show the share page of a link",
    about:
      "A page that shows the code in its design, with buttons that open, copy or save its content. It never redirects. " +
      "Errors are HTML pages for clients that accept text/html, except for 429, which is always JSON.",
    answer: { status: 200, about: "The page.", content: { "text/html": undefined } },
    kept: true,
    examples: { page: { summary: "The page", input: {} } },
    refusals: [NO_SUCH_LINK, STORE_UNAVAILABLE, INTERNAL],
  },
  {
    method: "get",
    path: "/i/{id}.vcf",
    id: "getLinkContact",
    tag: TAG,
    summary: "Save the contact of a link",
    about: "Other content has no such file. Errors are HTML pages for clients that accept text/html.",
    answer: { status: 200, about: "The contact as a vCard.", content: { "text/vcard": undefined } },
    kept: true,
    examples: { file: { summary: "The file", input: {} } },
    refusals: [NO_SUCH_LINK, STORE_UNAVAILABLE, INTERNAL],
  },
  {
    method: "get",
    path: "/i/{id}.ics",
    id: "getLinkEvent",
    tag: TAG,
    summary: "Save the event of a link",
    about: "Other content has no such file. Errors are HTML pages for clients that accept text/html.",
    answer: { status: 200, about: "The event as an iCalendar file.", content: { "text/calendar": undefined } },
    kept: true,
    examples: { file: { summary: "The file", input: {} } },
    refusals: [NO_SUCH_LINK, STORE_UNAVAILABLE, INTERNAL],
  },
  ...imageFormats.map(
    (format): Operation => ({
      method: "get",
      path: `/i/{id}.${formats[format].extension}`,
      id: `getLink${format.replace(/^./, (initial) => initial.toUpperCase())}`,
      tag: TAG,
      summary: `Draw the code of a link as ${format.toUpperCase()}`,
      query: linkPictureQuery,
      answer: { status: 200, about: "The image.", content: { [formats[format].contentType]: undefined } },
      kept: true,
      examples: { large: { summary: "A larger image", input: { size: 512, color: "1a2b3c" } } },
      refusals: [...lookRefusals, TOO_LONG_FOR_LEVEL, NO_SUCH_LINK, ...logoRefusals, STORE_UNAVAILABLE, INTERNAL],
    }),
  ),
];
