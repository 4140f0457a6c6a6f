import type { OfflineService } from "../../sw/register.ts";
import { announce, el } from "../dom.ts";
import { hasServer } from "../picture.ts";

/** Resolves to the service on this device once it answers; undefined without storage or a secure context. */
export const offline: Promise<OfflineService | undefined> = start();

/** Resolves to whether all parts of the service are on this device: only logos of other sites then need a server. */
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
    // Loaded from beside the page, because its build must match the worker's.
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
    // The page works without it while online.
    return undefined;
  }
}

/** Resolves when the page is idle after the first code. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 3000 });
    else setTimeout(resolve, 500);
  });
}

/** Offers a button for the new version, which reloads the page. */
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
