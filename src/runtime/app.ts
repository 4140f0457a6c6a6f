import { type AppSettings, createApp } from "../http/app.ts";
import { createService } from "../service/service.ts";

export type { QrApi } from "../api.ts";
export type { AppSettings } from "../http/app.ts";
export { createApp } from "../http/app.ts";
export { createService } from "../service/service.ts";

/** The whole service as one function, for any host of web-standard requests. */
export function createHandler(settings?: AppSettings): (request: Request) => Promise<Response> {
  return createApp(createService(), settings);
}
