/** What a logo may be at the most, whoever judges it. */

/** Bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Pixels per side. */
export const MAX_LOGO_SIDE = 4096;

/** Scans of a JPEG; each of them goes over all of it. Encoders write ten or so. */
export const MOST_SCANS = 32;

/** Characters of an SVG; without the pictures in it, where there may be some. */
export const MOST_MARKUP = 256 * 1024;

/** Elements of an SVG. */
export const MOST_ELEMENTS = 5000;
