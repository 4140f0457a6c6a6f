import type { QrApi } from "../api.ts";
import { answering } from "./answering.ts";
import { refuseRoute } from "./limits.ts";
import { routeOf } from "./route-of.ts";
import { createRoutes } from "./routes.ts";
import type { AppSettings } from "./settings.ts";

export type { LimitKind, Limits } from "./limits.ts";
export type { AppSettings, BaseUrl } from "./settings.ts";

/** `api` over HTTP, as a function that any host of web-standard requests can call. It never rejects. */
export function createApp(
  api: QrApi,
  { report = console.error, onRoute, limits, ...settings }: AppSettings = {},
): (request: Request) => Promise<Response> {
  const routes = createRoutes(api, report, { ...settings, ...(limits && { limits }) });
  const answer = answering(routes, report);
  if (!onRoute && !limits) return answer;
  return async (request) => {
    const route = routeOf(routes, request);
    onRoute?.(request, route);
    const refusal = limits && (await refuseRoute(limits, request, route));
    return refusal ?? answer(request);
  };
}
