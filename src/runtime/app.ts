import { type AppSettings, createApp } from "../http/app.ts";
import { createService, type ServiceParts } from "../service/service.ts";

export type { QrApi } from "../api.ts";
export type { AppSettings } from "../http/app.ts";
export { createApp } from "../http/app.ts";
export { createService, type ServiceParts } from "../service/service.ts";

/** The whole service as one function, for any host of web-standard requests; `parts` are what it may use of that host. */
export function createHandler(settings?: AppSettings, parts?: ServiceParts): (request: Request) => Promise<Response> {
  return createApp(createService(parts), settings);
}
