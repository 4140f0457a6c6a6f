import { Hono } from "hono/tiny";
import type { QrApi } from "../api.ts";
import { answering } from "./answering.ts";
import type { DrawSharePage } from "./links.ts";
import { addServiceRoutes } from "./service-routes.ts";
import type { AppSettings } from "./settings.ts";

/** The app without what belongs to a server (documents, the landing page, other services' addresses), and with the
 *  smallest router, for browsers: what it answers, it answers as the whole app does. `sharePage` is the program of the page
 *  behind a link, which is as large as a quarter of the rest. */
export function createSmallApp(
  api: QrApi,
  sharePage: DrawSharePage,
  { report = console.error, baseUrl }: Pick<AppSettings, "report" | "baseUrl"> = {},
): (request: Request) => Promise<Response> {
  const routes = new Hono();
  addServiceRoutes(routes, api, report, sharePage, baseUrl);
  return answering(routes, report);
}
