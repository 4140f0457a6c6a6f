/** Names this build: the package's version and a digest of its parts. Put in place by scripts/build-sw.mjs. */
declare const ISOQR_BUILD: string;
