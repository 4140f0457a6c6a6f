import { QrError } from "../errors.ts";

/** Links, where nobody keeps them. */
export const noLinks = {
  createLink: () => refuse("links", "keeps"),
  readLink: () => refuse("links", "keeps"),
  removeLink: () => refuse("links", "keeps"),
};

/** Social images, where nobody draws them. */
export const noCards = { generateOgImage: () => refuse("social images", "draws") };

async function refuse(what: string, does: string): Promise<never> {
  throw new QrError("NOT_SUPPORTED", 501, `${what} are not served here: ask a server that ${does} them`);
}
