/** What a worker keeps in the browser, where all workers of an origin see all names: each begins with its scope's path, in
 *  which there are no spaces, so that two sites of one origin never meet. */
export interface Names {
  /** The beginning of the names of caches. */
  readonly caches: string;
  /** The cache that records the required parts. */
  readonly required: string;
  /** The database of links. */
  readonly links: string;
  /** The lock of the outbox. */
  readonly outbox: string;
}

/** The names for the worker of `scope`, an address. */
export function namesOf(scope: string): Names {
  const { pathname } = new URL(scope);
  return {
    caches: `isoqr ${pathname} `,
    required: `isoqr ${pathname} required`,
    links: `isoqr-links ${pathname}`,
    outbox: `isoqr-outbox ${pathname}`,
  };
}
