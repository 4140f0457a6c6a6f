import type { QrApi } from "../api.ts";
import { errorResponse } from "./respond.ts";
import { createRoutes } from "./routes.ts";

export interface AppSettings {
  /** Hears of every unexpected error, whose details no caller is told; default console.error. */
  readonly report?: (error: unknown) => void;
  /** Where callers reach the app, such as "https://qr.example.com": the beginning of the addresses in answers. Each
   *  request's own origin when left out. */
  readonly baseUrl?: string;
}

/** `api` over HTTP, as a function that any host of web-standard requests can call. It never rejects. */
export function createApp(
  api: QrApi,
  { report = console.error, baseUrl }: AppSettings = {},
): (request: Request) => Promise<Response> {
  const routes = createRoutes(api, report, baseUrl);
  return async (request) => {
    try {
      return await routes.fetch(request);
    } catch (error) {
      // Hono hands over Errors only; what else is thrown comes out here.
      return errorResponse(error, report);
    }
  };
}
