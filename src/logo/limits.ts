/** Limits of every logo. */

/** Bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Pixels per side. */
export const MAX_LOGO_SIDE = 4096;

/** Scans of a JPEG, each of which covers the whole picture. Encoders write about ten. */
export const MOST_SCANS = 32;

/** Characters of an SVG, without embedded pictures. */
export const MOST_MARKUP = 256 * 1024;

/** Elements of an SVG. */
export const MOST_ELEMENTS = 5000;

/** Milliseconds until a logo must have arrived. */
export const LOGO_TIME_LIMIT = 5000;
