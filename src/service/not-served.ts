import { QrError } from "../errors.ts";

export const NOT_SERVED = "{feature} are not supported here: use a server that supports them";

const refuse = (feature: string) => async (): Promise<never> => {
  throw new QrError("NOT_SUPPORTED", { rule: NOT_SERVED, values: { feature } });
};

/** Link operations for hosts without a store. They reject with NOT_SUPPORTED. */
export const noLinks = { createLink: refuse("links"), readLink: refuse("links"), removeLink: refuse("links") };

/** Operation for hosts that cannot draw picture codes. It rejects with NOT_SUPPORTED. */
export const noPictureCodes = { drawPictureCode: refuse("picture codes") };

/** Print operations for hosts without fonts. They reject with NOT_SUPPORTED. */
export const noPrint = { drawPoster: refuse("posters"), drawSheet: refuse("sheets of labels") };

/** Card operation for hosts that cannot draw social cards. It rejects with NOT_SUPPORTED. */
export const noCards = { generateOgImage: refuse("social cards") };

/** Search operation for hosts without decoders. It rejects with NOT_SUPPORTED. */
export const noSearches = { optimize: refuse("searches") };
