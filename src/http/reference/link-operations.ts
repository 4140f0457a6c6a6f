import { formats, imageFormats } from "../../options/formats.ts";
import { optionsSchema } from "../../options/schema.ts";
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
  STORE_AWAY,
  TOO_LONG_FOR_ANY,
  TOO_LONG_FOR_LEVEL,
} from "./refusals.ts";

const TAG = "Short links";

const link = {
  status: 200,
  about: "The link. Only its creator gets the token, which is needed to delete it.",
  content: { "application/json": { $ref: "#/components/schemas/Link" } },
} as const;

const examples = { link: { summary: "A link to a code", words: { data: EXAMPLE_DATA } } };

/** The pictures know all that is wrong with a look; what is wrong with the text was refused when the link was made. */
const lookRefusals = optionRefusals
  .filter(({ words }) => words && ["size", "color", "margin"].some((name) => name in words))
  .map((refusal) => ({ ...refusal, words: { ...refusal.words, data: undefined } }));

const TOKEN_IN_ADDRESS: Refusal = {
  status: 400,
  when: "the address contains a token",
  sentence: "token must be sent in the body of a POST request: addresses are logged",
  words: { data: EXAMPLE_DATA, token: "A".repeat(22) },
};

const BAD_TOKEN: Refusal = {
  status: 400,
  when: "token is invalid",
  sentence: "token must be 22 to 128 random characters from A-Z, a-z, 0-9, - and _",
  words: { data: EXAMPLE_DATA, token: "secret" },
};

const STORE_FULL: Refusal = {
  status: 503,
  when: "the space for links is used up",
  sentence: "creating the link failed: the store has no space left; delete a link or try again later",
};

export const linkOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/i",
    id: "getLink",
    tag: TAG,
    summary: "Shorten a text",
    about: "The same text always has the same link.",
    query: optionsSchema(["data"]),
    answer: link,
    examples,
    refusals: [NO_DATA, TOKEN_IN_ADDRESS, TOO_LONG_FOR_ANY, STORE_FULL, STORE_AWAY, INTERNAL],
  },
  {
    method: "post",
    path: "/api/i",
    id: "postLink",
    tag: TAG,
    summary: "Shorten a text from a JSON body",
    about:
      "If you choose the token yourself, you can safely retry a request whose response was lost, and still delete the link.",
    body: "LinkRequest",
    answer: link,
    examples,
    refusals: [NO_DATA, BAD_TOKEN, TOO_LONG_FOR_ANY, ...bodyRefusals(4), STORE_FULL, STORE_AWAY, INTERNAL],
  },
  {
    method: "delete",
    path: "/api/i/{id}",
    id: "deleteLink",
    tag: TAG,
    summary: "Delete a link",
    token: true,
    answer: { status: 204, about: "The link is gone." },
    examples: {},
    refusals: [
      {
        status: 401,
        when: "there is no token",
        sentence: "deleting a link needs the token it was created with: send Authorization: Bearer <token>",
        words: {},
      },
      {
        status: 403,
        when: "it is another token",
        sentence: "this is not the token that the link was created with: send the one that came with it",
      },
      NO_SUCH_LINK,
      STORE_AWAY,
      INTERNAL,
    ],
  },
  {
    method: "get",
    path: "/i/{id}",
    id: "getLinkPage",
    tag: TAG,
    summary: "The page of a link",
    about:
      "Shows the code and its text, to people. It never redirects. Errors are HTML pages for clients that accept text/html; " +
      "a 429 is always JSON.",
    answer: { status: 200, about: "The page.", content: { "text/html": undefined } },
    kept: true,
    examples: { page: { summary: "The page", words: {} } },
    refusals: [NO_SUCH_LINK, STORE_AWAY, INTERNAL],
  },
  ...imageFormats.map(
    (format): Operation => ({
      method: "get",
      path: `/i/{id}.${formats[format].extension}`,
      id: `getLink${format.replace(/^./, (initial) => initial.toUpperCase())}`,
      tag: TAG,
      summary: `The code of a link as ${format.toUpperCase()}`,
      query: linkPictureQuery,
      answer: {
        status: 200,
        about: "The picture.",
        content: { [formats[format].contentType]: undefined },
      },
      kept: true,
      examples: { large: { summary: "In another size", words: { size: 512, color: "1a2b3c" } } },
      refusals: [...lookRefusals, TOO_LONG_FOR_LEVEL, NO_SUCH_LINK, ...logoRefusals, STORE_AWAY, INTERNAL],
    }),
  ),
];
