import type { QrApi } from "../api.ts";
import { errorResponse } from "./respond.ts";
import { createRoutes } from "./routes.ts";
import type { AppSettings } from "./settings.ts";

export type { AppSettings } from "./settings.ts";

/** `api` over HTTP, as a function that any host of web-standard requests can call. It never rejects. */
export function createApp(
  api: QrApi,
  { report = console.error, ...settings }: AppSettings = {},
): (request: Request) => Promise<Response> {
  const routes = createRoutes(api, report, settings);
  return async (request) => {
    try {
      return await routes.fetch(request);
    } catch (error) {
      // Hono hands over Errors only; what else is thrown comes out here.
      return errorResponse(error, report);
    }
  };
}
