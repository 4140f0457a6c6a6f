import type { QrApi } from "../api.ts";
import { addDropInRoutes } from "./drop-in/routes.ts";
import { type Calls, createCalls, createCharges, refuseRoute, UNLIMITED_ROUTES } from "./limits.ts";
import { acceptedLanguages } from "./link-paths.ts";
import { drawErrorPage } from "./page.ts";
import { VERSION } from "./reference/document.ts";
import { addReferenceRoutes } from "./reference/routes.ts";
import { jsonResponse } from "./respond.ts";
import { type App, type BeforeRoute, createRouter, type Routes } from "./router.ts";
import { addServiceRoutes } from "./service-routes.ts";
import type { AppSettings } from "./settings.ts";
import { shareFile } from "./share/file.ts";
import { sharePage } from "./share/page.ts";
import { addSiteRoutes } from "./site.ts";

export type { LimitKind, Limits } from "./limits.ts";
export type { AppSettings, BaseUrl } from "./settings.ts";

/** Returns a function that serves `api` over HTTP, on any host with web-standard Request and Response objects. The
 *  function never rejects. */
export function createApp(api: QrApi, settings: AppSettings = {}): App {
  const { report = console.error, onRoute, limits, clientOf, takeTurn } = settings;
  const calls = createCalls(clientOf, limits, takeTurn);
  const before: BeforeRoute = (request, route) => {
    onRoute?.(request, route);
    const refuse = () => limits && refuseRoute(limits, request, route);
    const turn = UNLIMITED_ROUTES.has(route) ? undefined : calls.of(request).turn?.();
    return turn ? turn.then(refuse) : refuse();
  };
  const router = createRouter(report, before, (reason, request, root) =>
    drawErrorPage(reason, root, acceptedLanguages(request)),
  );
  addRoutes(router, api, { ...settings, report }, calls);
  return router.app;
}

/** Adds all routes to `routes`: those that every host has, and those that only servers have, such as health checks and
 *  the playground. */
export function addRoutes(
  routes: Routes,
  api: QrApi,
  settings: AppSettings & Required<Pick<AppSettings, "report">>,
  calls: Calls,
): void {
  const { limits, baseUrl, readSite, mcp, checkReady } = settings;
  const charges = limits && createCharges(limits);
  addServiceRoutes(routes, api, { ...settings, share: { sharePage, shareFile }, charges, calls });
  addDropInRoutes(routes, api, calls);
  addReferenceRoutes(routes, baseUrl);
  if (mcp) routes.post("/mcp", ({ request }) => mcp(request, calls.of(request)));
  routes.get("/healthz", () => jsonResponse({ status: "ok", version: VERSION }));
  routes.get("/readyz", async () => {
    await checkReady?.();
    return jsonResponse({ status: "ready" });
  });
  addSiteRoutes(routes, readSite);
}
