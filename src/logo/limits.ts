/** Bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** Pixels per side. */
export const MAX_LOGO_SIDE = 4096;
/** Scans of a JPEG. Decoding takes time for each, and encoders write about ten. */
export const MOST_SCANS = 32;
/** Characters of an SVG, not counting embedded images. */
export const MOST_MARKUP = 256 * 1024;
/** Elements of an SVG. */
export const MOST_ELEMENTS = 5000;
/** Milliseconds for fetching a logo. */
export const LOGO_TIME_LIMIT = 5000;
