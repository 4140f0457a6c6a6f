/** Names this build: the package's version and a digest of its parts. Put in place by scripts/build-sw.mjs. */
declare const ISOQR_BUILD: string;
/** Names the messages for heavy jobs between the service worker and its pages: a digest of the code that sends them. Pages
 *  stay open across updates, and run the jobs of a new version only if the messages are the same. */
declare const ISOQR_PROTOCOL: string;
/** SHA-256 in hex of the files in the parts' folder by their paths, as JSON. */
declare const ISOQR_FILES: string;
