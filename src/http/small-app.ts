import { Hono } from "hono/tiny";
import type { QrApi } from "../api.ts";
import { answering } from "./answering.ts";
import { addServiceRoutes } from "./service-routes.ts";
import type { AppSettings } from "./settings.ts";

/** The app without what belongs to a server (documents, the landing page, other services' addresses), and with the
 *  smallest router, for browsers: what it answers, it answers as the whole app does. */
export function createSmallApp(
  api: QrApi,
  { report = console.error, baseUrl }: Pick<AppSettings, "report" | "baseUrl"> = {},
): (request: Request) => Promise<Response> {
  const routes = new Hono();
  addServiceRoutes(routes, api, report, baseUrl);
  return answering(routes, report);
}
