import { jsonResponse } from "./respond.ts";
import type { Routes } from "./route.ts";

/** Adds to `app` what balancers and supervisors ask: /healthz, whether the process answers at all, and /readyz, whether it
 *  is to be given requests. `checkReady` rejects with the QrError that tells why not. */
export function addHealthRoutes(app: Routes, checkReady: () => Promise<void> = async () => undefined): void {
  app.get("/healthz", () => jsonResponse({ status: "ok" }));
  app.get("/readyz", async () => {
    await checkReady();
    return jsonResponse({ status: "ready" });
  });
}
