import { PART_NAMES, type PartName } from "./parts/part.ts";

/** The parts that a new version needs before it takes over: those that pages have asked for. The record is shared by all
 *  versions of a site's worker, and outlives them. */
export interface RequiredParts {
  /** Records that `parts` are required from now on. Records nothing if the browser refuses storage: no version can keep
   *  parts then either. */
  add(parts: readonly PartName[]): Promise<void>;
  /** Lists the required parts. A part that another version has but that was never recorded counts as asked for now,
   *  because earlier releases kept no record. */
  list(): Promise<readonly PartName[]>;
  /** Records nothing from now on. */
  close(): void;
}

/** Milliseconds for which a part stays required after a page last asked for it. Without a limit, a part that the site no
 *  longer has would block every later version. */
const LIFETIME = 30 * 24 * 60 * 60_000;
/** Milliseconds after which a request for a part is recorded again. */
const REFRESH = 60 * 60_000;

/** Opens the record in the cache called `name`. Each part has its own entry, so that versions can write at the same time.
 *  `isKeptElsewhere` returns whether another version has the script of a part. */
export function createRequiredParts(
  name: string,
  isKeptElsewhere: (part: PartName) => Promise<boolean>,
): RequiredParts {
  let closed = false;

  /** Returns the milliseconds since a part was asked for; undefined if it never was, NaN if the entry is damaged. */
  async function ageOf(part: PartName): Promise<number | undefined> {
    const entry = await caches.match(addressOf(part), { cacheName: name });
    // The clock may have been set back.
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
    // The part is required even if there is no room for the record.
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

/** Returns a key that no request of a page matches. */
function addressOf(part: PartName): string {
  return `https://isoqr.invalid/${part}`;
}
