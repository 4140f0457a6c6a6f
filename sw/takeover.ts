import type { OfflineHost } from "./host.ts";
import { askNewer } from "./messages.ts";
import type { PartName } from "./parts/part.ts";
import type { RequiredParts } from "./required-parts.ts";
import type { Shell } from "./shell.ts";

/** Makes sure that a version takes over only when it has every required part, and that the files of the old version are
 *  kept until then. */
export interface Takeover {
  /** For the "install" event. Rejects if a required part cannot be fetched or stored; then nothing of this version is
   *  left, and the browser tries again at its next update check. */
  prepare(): Promise<void>;
  /** Fetches and keeps `parts`, which are required from now on, and asks newer versions to do the same unless the message
   *  was `passedOn` by an older one. Resolves early while this version is being installed, since the installation fails
   *  without them. */
  require(parts: readonly PartName[], passedOn: boolean): Promise<void>;
  /** Fetches the required parts that are missing. Rejects if one cannot be fetched or stored. */
  complete(): Promise<void>;
  /** For the active version: removes the caches of other versions, if this one is complete and no newer one is on its
   *  way. */
  tidy(): Promise<void>;
  /** Cancels an installation in progress: browsers unregister a worker only after it. */
  cancel(): void;
}

/** Milliseconds that the "activate" event, and with it every request, waits for missing parts. */
const PATIENCE = 10_000;

export function createTakeover(host: OfflineHost, shell: Shell, required: RequiredParts): Takeover {
  const { registration } = host;
  /** Parts that are asked for while this version is being installed. */
  let late: Set<PartName> | undefined;
  let cancel = () => {};

  async function complete(): Promise<void> {
    await shell.precache(await required.list());
  }

  async function install(late: ReadonlySet<PartName>): Promise<void> {
    const kept = new Set<PartName>();
    for (let isCarried = false; ; isCarried = true) {
      const missing = [...(await required.list()), ...late].filter((part) => !kept.has(part));
      if (missing.length === 0 && isCarried) return;
      await shell.precache(missing);
      for (const part of missing) kept.add(part);
      if (!isCarried) await shell.carryOver().catch(() => undefined);
    }
  }

  /** Returns whether a newer version is being installed or waiting. */
  function isNewerOnItsWay(): boolean {
    return [registration.installing, registration.waiting].some((worker) => worker && worker !== host.serviceWorker);
  }

  return {
    async prepare() {
      // The first version has no parts to match, and must not wait for megabytes.
      if (!registration.active) return;
      // The active version may be the same build with other settings, which shares its cache.
      const isShared = await shell.exists().catch(() => false);
      late = new Set();
      const cancelled = new Promise<never>((_, reject) => {
        cancel = () => reject(new Error("the worker has been unregistered"));
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
    async require(parts, passedOn) {
      for (const part of parts) late?.add(part);
      // Recorded first: a version whose installation begins later finds it.
      await required.add(parts);
      if (late) return;
      // A newer version needs the parts even if this one can no longer get them.
      const newer = passedOn ? undefined : askNewer(registration, parts);
      const done = await Promise.allSettled([shell.precache(parts), newer]);
      for (const one of done) if (one.status === "rejected") throw one.reason;
    },
    complete,
    cancel: () => cancel(),
    async tidy() {
      const others = await shell.others();
      if (others.length === 0) return;
      const isComplete = await Promise.race([
        complete().then(() => true),
        new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE)),
      ]);
      if (isComplete && !isNewerOnItsWay()) await Promise.all(others.map((other) => caches.delete(other)));
    },
  };
}
