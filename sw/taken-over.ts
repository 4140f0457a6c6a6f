import { askWorker } from "./messages.ts";

/** Resolves when the registration's worker controls this page, and answers as one of ours does. A page that was reloaded past
 *  its worker, or has one for a wider scope, asks to be taken over.
 *  @throws {Error} with one sentence where the script cannot be installed, or is another program. */
export async function takenOver(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): Promise<void> {
  const active = await Promise.race([activeOf(container, registration), notInstalled(registration)]);
  const done = new AbortController();
  try {
    await Promise.all([claimed(active, registration), controlled(container, registration, done.signal)]);
  } finally {
    done.abort();
  }
}

async function activeOf(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): Promise<ServiceWorker> {
  const ready = await container.ready;
  return registration.active ?? (ready.active as ServiceWorker);
}

/** Rejects when the first worker of all comes to nothing. */
function notInstalled({ active, installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_, reject) => {
    if (active || !installing) return;
    installing.addEventListener("statechange", () => {
      if (installing.state !== "redundant") return;
      reject(new Error(`${installing.scriptURL} could not be installed: see what it says, and load the page again`));
    });
  });
}

/** Resolves when `worker` has taken this page over; one that takes its place meanwhile is asked instead. */
async function claimed(worker: ServiceWorker, registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await askWorker(worker, "claim");
  } catch (cause) {
    const { active } = registration;
    if (active && active !== worker) return claimed(active, registration);
    const rule = "let script be sw.js, or a worker that hands its messages to createOffline()";
    const older = "where it is the site's worker of before, close all pages of the site";
    const sentence = `${worker.scriptURL} does not answer as isoqr's worker does: ${rule}; ${older}`;
    throw new Error(sentence, { cause });
  }
}

async function controlled(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (!container.controller || container.controller !== registration.active)) {
    await new Promise((resolve) => container.addEventListener("controllerchange", resolve, { once: true, signal }));
  }
}
