import type { QrApi } from "../api.ts";
import { answering } from "./answering.ts";
import { createRoutes } from "./routes.ts";
import type { AppSettings } from "./settings.ts";

export type { AppSettings } from "./settings.ts";

/** `api` over HTTP, as a function that any host of web-standard requests can call. It never rejects. */
export function createApp(
  api: QrApi,
  { report = console.error, ...settings }: AppSettings = {},
): (request: Request) => Promise<Response> {
  return answering(createRoutes(api, report, settings), report);
}
