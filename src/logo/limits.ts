/** Maximum size of a logo in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** Maximum width and height of a logo in pixels. */
export const MAX_LOGO_SIDE = 4096;
/** Maximum number of scans in a JPEG, because each scan takes time to decode. Encoders write about ten. */
export const MOST_SCANS = 32;
/** Maximum number of characters in an SVG, not counting embedded images. */
export const MOST_MARKUP = 256 * 1024;
/** Maximum number of elements in an SVG. */
export const MOST_ELEMENTS = 5000;
/** Timeout for fetching a logo in milliseconds. */
export const LOGO_TIME_LIMIT = 5000;
