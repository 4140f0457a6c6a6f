import { PART_NAMES, type PartName } from "./parts/part.ts";

/** The parts that a new version needs before it takes over: those that pages asked for. All versions of a site's worker
 *  share the record, and it outlives them. */
export interface RequiredParts {
  /** Records that `parts` are required from now on. Where the browser refuses storage, nothing is recorded: then no
   *  version keeps parts either. */
  add(parts: readonly PartName[]): Promise<void>;
  /** Lists the parts that are required. A part that another version has, and that was never recorded, counts as asked for
   *  now: releases before this one kept no record. */
  list(): Promise<readonly PartName[]>;
  /** Records nothing from now on. */
  close(): void;
}

/** Milliseconds for which a part stays required after a page last asked for it. Without a limit, a part that the site no
 *  longer has would keep every later version from being installed. */
const LIFETIME = 30 * 24 * 60 * 60_000;
/** Milliseconds after which it is worth recording again that a part was asked for. */
const REFRESH = 60 * 60_000;

/** The record in the cache called `name`. Every part is an entry of its own, so that two versions which write at the same
 *  time lose nothing. `isKeptElsewhere` tells whether another version has the script of a part. */
export function createRequiredParts(
  name: string,
  isKeptElsewhere: (part: PartName) => Promise<boolean>,
): RequiredParts {
  let closed = false;

  /** Milliseconds since a part was asked for; undefined if it never was, NaN if the entry is damaged. */
  async function ageOf(part: PartName): Promise<number | undefined> {
    const entry = await caches.match(addressOf(part), { cacheName: name });
    // A clock that was set back makes no part older.
    return entry && Math.max(0, Date.now() - Number(await entry.text()));
  }

  async function put(part: PartName): Promise<void> {
    if (closed) return;
    const cache = await caches.open(name);
    await cache.put(addressOf(part), new Response(`${Date.now()}`));
  }

  async function refresh(part: PartName): Promise<void> {
    const age = await ageOf(part);
    if (age === undefined || !(age <= REFRESH)) await put(part);
  }

  async function isRequired(part: PartName): Promise<boolean> {
    const age = await ageOf(part);
    if (age !== undefined) return !(age > LIFETIME);
    if (!(await isKeptElsewhere(part))) return false;
    // With no room left for the record, the part is required all the same.
    await put(part).catch(() => undefined);
    return true;
  }

  return {
    async add(parts) {
      await Promise.allSettled(parts.map(refresh));
    },
    async list() {
      const required = await Promise.all(PART_NAMES.map((part) => isRequired(part).catch(() => false)));
      return PART_NAMES.filter((_, at) => required[at]);
    },
    close() {
      closed = true;
    },
  };
}

/** A key that no request of a page matches. */
function addressOf(part: PartName): string {
  return `https://isoqr.invalid/${part}`;
}
