import { QrError } from "../errors.ts";

/** Links, where nobody keeps them. */
export const noLinks = {
  createLink: () => refuse("links"),
  readLink: () => refuse("links"),
  removeLink: () => refuse("links"),
};

/** Social images, where nobody draws them. */
export const noCards = { generateOgImage: () => refuse("social images") };

async function refuse(what: string): Promise<never> {
  throw new QrError("NOT_SUPPORTED", 501, `${what} are not served here`);
}
