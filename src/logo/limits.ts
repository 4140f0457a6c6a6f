/** Maximum size of a logo in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** Maximum number of pixels of a PNG or JPEG, which is scaled down while it is decoded. */
export const MAX_LOGO_PIXELS = 40_000_000;
/** Maximum width and height of a PNG or JPEG in pixels. */
export const MAX_ROW = 65_535;
/** Maximum width and height in pixels of a WebP, which is decoded as a whole. */
export const MAX_LOGO_SIDE = 4096;
/** Maximum number of coefficients in a JPEG with several scans, which are all in memory. Each takes 2 bytes. A file has 1.5
 *  per pixel if its colours have half the resolution, otherwise 3, and 4 for CMYK. */
export const MAX_COEFFICIENTS = 60_000_000;
/** Maximum number of scans in a JPEG, because each scan takes time to decode. Encoders write about ten. */
export const MAX_SCANS = 32;
/** Maximum number of characters in an SVG that a code embeds unchanged. The limit keeps the check in the main thread short. */
export const MAX_MARKUP = 256 * 1024;
export const MAX_ELEMENTS = 5000;
/** Timeout for fetching a logo in milliseconds. */
export const LOGO_TIME_LIMIT = 5000;
/** Maximum absolute value of a number in an SVG. Larger numbers overflow while drawing. */
export const LARGEST_NUMBER = 1e6;
