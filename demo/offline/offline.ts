import type { OfflineService } from "../../sw/register.ts";
import { announce, el } from "../dom.ts";
import { hasServer } from "../picture.ts";

/** The service on this device, once it answers; undefined where the browser has no room for it, or the page is not served
 *  securely. */
export const offline: Promise<OfflineService | undefined> = start();

/** Whether all of the service's parts are on this device: nothing is asked of a server then but logos of other sites. */
export const isWhole: Promise<boolean> = offline
  .then(async (service) => {
    await service?.offlineReady;
    return service !== undefined;
  })
  .catch(() => false);

async function start(): Promise<OfflineService | undefined> {
  if (!navigator.serviceWorker) return undefined;
  await idle();
  const folder = new URL(".", location.href);
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  try {
    // A file of its own beside the page: the worker's build and this one's have to be the same.
    const { register }: typeof import("../../sw/register.ts") = await import(
      /* @vite-ignore */ new URL("register.js", folder).href
    );
    const service = await register({
      script: new URL("playground-worker.js", folder),
      prefix: folder.pathname.replace(/\/$/, ""),
      offline: saves ? [] : ["scan", "card", "logo"],
      ...(hasServer && { server: folder.href }),
    });
    service.addEventListener("update", () => offerUpdate(service));
    await service.ready;
    return service;
  } catch {
    // The page works without it, as long as there is a network.
    return undefined;
  }
}

/** Resolves when the first code is on the screen and nothing else is to be done. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 3000 });
    else setTimeout(resolve, 500);
  });
}

/** A new version waits until somebody asks for it, for it takes the page along. */
function offerUpdate(service: OfflineService): void {
  const button = el("button", { type: "button", class: "quiet" }, "Load the new version");
  button.addEventListener("click", async () => {
    try {
      await service.applyUpdate();
    } catch (error) {
      // The current version keeps running.
      button.textContent = "Try the new version again";
      announce(`The new version cannot be loaded: ${(error as Error).message}`);
      return;
    }
    location.reload();
  });
  document.getElementById("steps")?.prepend(button);
}
