import { MAX_DETAILS, type posterTable } from "./poster-table.ts";

/** Descriptions of the options of posters, for the docs and OpenAPI. */
export const posterDocs: Readonly<Record<keyof typeof posterTable, string>> = {
  paper: "Size of the paper.",
  orientation:
    "Orientation of the paper. A tent stands on a table: it is folded in the middle, and says the same on both sides.",
  headline:
    "The words at the top. Defaults to the title of the content, such as the name of a network or a host. An empty text leaves it out.",
  hint: "The words below the code. By default, they say in English what the code does. An empty text leaves them out.",
  icon: "Icon above the headline. By default, it suits the content.",
  format: "Format of the page.",
};

export const DETAILS_DOC = `What people can read and type: up to ${MAX_DETAILS} labels with values. With exact, each character matters, as in a password, and is set in letters that do not look alike. By default, the password of a network.`;
