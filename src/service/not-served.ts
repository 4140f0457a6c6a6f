import { QrError } from "../errors.ts";

const refuse = (feature: string) => async (): Promise<never> => {
  throw new QrError("NOT_SUPPORTED", 501, `${feature} are not supported here: use a server that supports them`);
};

/** The link operations for hosts without a store. */
export const noLinks = { createLink: refuse("links"), readLink: refuse("links"), removeLink: refuse("links") };

/** The card operation for hosts that cannot draw social cards. */
export const noCards = { generateOgImage: refuse("social cards") };
