import type { OfflineService } from "../../sw/register.ts";
import { announce, button } from "../dom.ts";
import { text } from "../languages/language.ts";
import { hasServer } from "../picture.ts";

let begin: () => void;
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** Registers the service worker when the browser is idle. Call it once the page is complete, because the files of the worker
 *  have megabytes. */
export function startOffline(): void {
  begin();
}

/** Resolves to the offline service when it is ready, or to undefined without storage or a secure context. */
export const offline: Promise<OfflineService | undefined> = start();

/** Whether the browser asks for less traffic. Parts of the service are then fetched when they are first used. */
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Resolves to whether all parts of the service are on this device. If so, only logos from other sites need a
 *  server. If not, the worker may forward requests. */
export const isOfflineReady: Promise<boolean> = offline
  .then(async (service) => {
    await service?.offlineReady;
    return service !== undefined && !savesData;
  })
  .catch(() => false);

async function start(): Promise<OfflineService | undefined> {
  if (!navigator.serviceWorker) return undefined;
  await begun;
  await idle();
  const folder = new URL(".", location.href);
  try {
    // From the page's folder, because the build of this module must match that of the worker.
    const { register }: typeof import("../../sw/register.ts") = await import(
      /* @vite-ignore */ new URL("register.js", folder).href
    );
    const service = await register({
      script: new URL("playground-worker.js", folder),
      prefix: folder.pathname.replace(/\/$/, ""),
      offline: savesData ? [] : ["scan", "card", "logo", "picture"],
      ...(hasServer && { server: folder.href }),
    });
    service.addEventListener("update", () => offerUpdate(service));
    await service.ready;
    return service;
  } catch {
    // Without the service worker, the page still works online.
    return undefined;
  }
}

function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 3000 });
    else setTimeout(resolve, 500);
  });
}

/** Offers a button that loads the new version and reloads the page. */
function offerUpdate(service: OfflineService): void {
  const update = async () => {
    try {
      await service.applyUpdate();
      location.reload();
    } catch (error) {
      // The current version keeps running after a failure.
      offer.textContent = text("retryUpdate");
      announce(text("updateFailed", { reason: (error as Error).message }));
    }
  };
  const offer = button(text("updateNow"), update, { class: "quiet" });
  document.getElementById("steps")?.prepend(offer);
}
