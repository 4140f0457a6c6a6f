/** The name of this build: the package's version and a digest of its parts. Set by scripts/build-sw.mjs. */
declare const ISOQR_BUILD: string;
/** A digest of the code that exchanges heavy jobs between the service worker and its pages. Pages stay open across
 *  updates, and run the jobs of a new version only if the protocol is the same. */
declare const ISOQR_PROTOCOL: string;
/** JSON that maps the path of each file in the parts' folder to its SHA-256 in hex. */
declare const ISOQR_FILES: string;
