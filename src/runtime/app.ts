import { objectOf } from "../client/arguments.ts";
import { QrError } from "../errors.ts";
import { type AppSettings, createApp } from "../http/app.ts";
import { createService, type ServiceParts } from "../service/service.ts";

export type { QrApi } from "../api.ts";
export type { AppSettings } from "../http/app.ts";
export { createApp } from "../http/app.ts";
export { createService, type ServiceParts } from "../service/service.ts";

/** The whole service as one function, for any host of web-standard requests; `parts` are what it may use of that host.
 *  @throws {QrError} INVALID_OPTION for settings and links that are none. */
export function createHandler(
  settings: AppSettings = {},
  parts: ServiceParts = {},
): (request: Request) => Promise<Response> {
  return createApp(createService(withStore(parts)), objectOf(settings, 'baseUrl: "https://qr.example.com"'));
}

/** `parts`, whose links a program may have named by their address, or not have waited for. */
function withStore(parts: ServiceParts): ServiceParts {
  if (!parts.links || typeof parts.links.find === "function") return parts;
  const rule = 'must be a store, such as await openLinks("sqlite:./links.db") with openLinks of isoqr/node';
  throw new QrError("INVALID_OPTION", 400, rule, "links");
}
