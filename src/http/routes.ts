import { Hono } from "hono";
import type { QrApi } from "../api.ts";
import { addDropInRoutes } from "./drop-in.ts";
import { addHealthRoutes } from "./health.ts";
import { createCharges } from "./limits.ts";
import { addReferenceRoutes } from "./reference/routes.ts";
import { addServiceRoutes } from "./service-routes.ts";
import type { AppSettings } from "./settings.ts";
import { sharePage } from "./share-page.ts";
import { addSiteRoutes } from "./site.ts";
import { addFallbacks } from "./unmatched.ts";

/** The routes of `api` on a Hono app: the service, and what belongs to a server. `report` hears of every error that is not
 *  a QrError. */
export function createRoutes(
  api: QrApi,
  report: (error: unknown) => void,
  { baseUrl, hangUp, limits, readPackageFile, readSite, mcp, checkReady }: AppSettings = {},
): Hono {
  const app = new Hono();
  addFallbacks(app, report);
  addServiceRoutes(app, api, report, sharePage, { baseUrl, hangUp, charges: limits && createCharges(limits) });
  addDropInRoutes(app, api);
  addReferenceRoutes(app, baseUrl, readPackageFile);
  if (mcp) app.post("/mcp", (c) => mcp(c.req.raw));
  addHealthRoutes(app, checkReady);
  addSiteRoutes(app, readSite);
  return app;
}
