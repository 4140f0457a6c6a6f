import type { QrApi } from "../api.ts";
import { answering } from "./answering.ts";
import { routeOf } from "./route-of.ts";
import { createRoutes } from "./routes.ts";
import type { AppSettings } from "./settings.ts";

export type { AppSettings, BaseUrl } from "./settings.ts";

/** `api` over HTTP, as a function that any host of web-standard requests can call. It never rejects. */
export function createApp(
  api: QrApi,
  { report = console.error, onRoute, ...settings }: AppSettings = {},
): (request: Request) => Promise<Response> {
  const routes = createRoutes(api, report, settings);
  const answer = answering(routes, report);
  if (!onRoute) return answer;
  return (request) => {
    onRoute(request, routeOf(routes, request));
    return answer(request);
  };
}
