import { QrError } from "../errors.ts";

export const NOT_SERVED = "{feature} are not supported here: use a server that supports them";

const refuse = (feature: string) => async (): Promise<never> => {
  throw new QrError("NOT_SUPPORTED", { rule: NOT_SERVED, values: { feature } });
};

/** The link operations for hosts without a store. */
export const noLinks = { createLink: refuse("links"), readLink: refuse("links"), removeLink: refuse("links") };

/** The card operation for hosts that cannot draw social cards. */
export const noCards = { generateOgImage: refuse("social cards") };
