/** Names this build: the package's version and a digest of its parts. Put in place by scripts/build-sw.mjs. */
declare const ISOQR_BUILD: string;
/** SHA-256 in hex of the files in the parts' folder by their paths, as JSON. */
declare const ISOQR_FILES: string;
