import { QrError } from "../errors.ts";

/** The operations on links for hosts without a store. */
export const noLinks = {
  createLink: () => refuse("links", "keeps"),
  readLink: () => refuse("links", "keeps"),
  removeLink: () => refuse("links", "keeps"),
};

/** The same for hosts that draw no social images. */
export const noCards = { generateOgImage: () => refuse("social images", "draws") };

async function refuse(what: string, does: string): Promise<never> {
  throw new QrError("NOT_SUPPORTED", 501, `${what} are not served here: ask a server that ${does} them`);
}
