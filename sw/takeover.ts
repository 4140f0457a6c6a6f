import type { OfflineHost } from "./host.ts";
import { askNewer } from "./messages.ts";
import { PART_NAMES, type PartName } from "./parts/part.ts";
import type { Shell } from "./shell.ts";

/** Maximum time, in milliseconds, that the "activate" event waits for missing parts, and that the installation of the first
 *  version waits for the service's script. All requests wait for these events. */
const TIMEOUT = 10_000;

/** Ensures that a version takes over only when it has every required part. Until then, the old version's files are kept.
 *  Every version needs the service's script: `load` fetches and runs it, and `fetchFirst` prepares the first version. */
export function createTakeover(
  host: OfflineHost,
  shell: Shell,
  required: RequiredParts,
  { load, fetchFirst }: { readonly load: () => Promise<unknown>; readonly fetchFirst: () => Promise<unknown> },
) {
  const { registration } = host;
  /** Parts requested while this version is being installed. */
  let late: Set<PartName> | undefined;
  let cancel = () => {};

  /** Fetches the required parts that are missing. Rejects if one cannot be fetched or stored. */
  async function complete(): Promise<void> {
    await shell.precache(await required.list());
  }

  async function install(late: ReadonlySet<PartName>): Promise<void> {
    const kept = new Set<PartName>();
    await load();
    for (let isCarried = false; ; isCarried = true) {
      const missing = [...(await required.list()), ...late].filter((part) => !kept.has(part));
      if (missing.length === 0 && isCarried) return;
      await shell.precache(missing);
      for (const part of missing) kept.add(part);
      if (!isCarried) await shell.carryOver().catch(() => undefined);
    }
  }

  return {
    /** For the "install" event: fetches and stores the required parts. If this fails for a part, rejects, and removes this
     *  version's files. The browser retries at its next update check. */
    async prepare(): Promise<void> {
      // The first version has no earlier parts to provide, and must not wait for megabytes. It can draw codes even if the
      // service's script does not load in time.
      if (!registration.active) {
        const fetched = fetchFirst().catch(() => undefined);
        await within(fetched, undefined);
        return;
      }
      // The active version may be the same build with other settings. In that case, both share the cache.
      const isShared = await shell.exists().catch(() => false);
      late = new Set();
      const cancelled = new Promise<never>((_, reject) => {
        cancel = () => reject(new Error("installation failed: the worker was unregistered"));
      });
      try {
        await Promise.race([install(late), cancelled]);
      } catch (error) {
        if (isShared) shell.close();
        else await shell.discard();
        throw error;
      } finally {
        late = undefined;
      }
    },
    /** Makes `parts` required: fetches and stores them. Forwards the message to newer versions, unless an older one
     *  has `passedOn` it. During the installation, returns without waiting, because the installation waits for the
     *  parts. */
    async require(parts: readonly PartName[], passedOn: boolean): Promise<void> {
      for (const part of parts) late?.add(part);
      // Recorded first, so that a version that is installed later finds them.
      await required.add(parts);
      if (late) return;
      // A newer version needs the parts even if this version can no longer fetch them.
      const newer = passedOn ? undefined : askNewer(registration, parts);
      const done = await Promise.allSettled([shell.precache(parts), newer]);
      for (const one of done) if (one.status === "rejected") throw one.reason;
    },
    complete,
    /** Cancels an installation in progress, for which browsers wait before they unregister a worker. */
    cancel: () => cancel(),
    /** For the active version: removes other versions' caches if this one is complete and no newer one is installing or
     *  waiting. */
    async tidy(): Promise<void> {
      const others = await shell.others();
      if (others.length === 0) return;
      const isComplete = await within(
        complete().then(() => true),
        false,
      );
      const { installing, waiting } = registration;
      const hasNewer = [installing, waiting].some((worker) => worker && worker !== host.serviceWorker);
      if (isComplete && !hasNewer) await Promise.all(others.map((other) => caches.delete(other)));
    },
  };
}

/** Settles like `work`, or resolves to `otherwise` after TIMEOUT. */
function within<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  return Promise.race([work, new Promise<Value>((resolve) => setTimeout(() => resolve(otherwise), TIMEOUT))]);
}

export type RequiredParts = ReturnType<typeof createRequiredParts>;

/** Milliseconds for which a part stays required. If there were no limit, a part that later versions no longer have would
 *  block all of them. */
const LIFETIME = 30 * 24 * 60 * 60_000;
/** Minimum milliseconds between two updates of the time at which a part was requested. */
const REFRESH = 60 * 60_000;

/** Opens the record of the parts that pages have requested, all of which a new version needs before it takes over. The
 *  record is in the cache `name`, which all versions share. Each part has an entry of its own, so that versions can write
 *  concurrently. `isKeptElsewhere` resolves to whether another version has the script of a part. */
export function createRequiredParts(name: string, isKeptElsewhere: (part: PartName) => Promise<boolean>) {
  let closed = false;

  /** Returns the milliseconds since a part was requested; undefined if it never was, NaN if the entry is damaged. */
  async function ageOf(part: PartName): Promise<number | undefined> {
    const entry = await caches.match(keyOf(part), { cacheName: name });
    // Never negative, even if the clock has been set back.
    return entry && Math.max(0, Date.now() - Number(await entry.text()));
  }

  async function put(part: PartName): Promise<void> {
    if (closed) return;
    const cache = await caches.open(name);
    await cache.put(keyOf(part), new Response(`${Date.now()}`));
  }

  async function refresh(part: PartName): Promise<void> {
    const age = await ageOf(part);
    if (age === undefined || !(age <= REFRESH)) await put(part);
  }

  async function isRequired(part: PartName): Promise<boolean> {
    const age = await ageOf(part);
    if (age !== undefined) return !(age > LIFETIME);
    if (!(await isKeptElsewhere(part))) return false;
    // The part stays required even if its entry cannot be stored.
    await put(part).catch(() => undefined);
    return true;
  }

  return {
    /** Records `parts` as required from now on. Does nothing if the browser refuses storage. */
    async add(parts: readonly PartName[]): Promise<void> {
      await Promise.allSettled(parts.map(refresh));
    },
    /** Lists the required parts. Earlier releases did not record parts, so a part without a record that another version has
     *  counts as requested now. */
    async list(): Promise<readonly PartName[]> {
      const required = await Promise.all(PART_NAMES.map((part) => isRequired(part).catch(() => false)));
      return PART_NAMES.filter((_, at) => required[at]);
    },
    /** Records nothing until `open` is called. */
    close(): void {
      closed = true;
    },
    open(): void {
      closed = false;
    },
  };
}

/** Returns a cache key that no page's request can match. */
const keyOf = (part: PartName) => `https://isoqr.invalid/${part}`;
