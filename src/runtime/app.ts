import type { QrApi } from "../api.ts";
import { objectOf } from "../client/arguments.ts";
import "../core/fast.ts";
import { QrError } from "../errors.ts";
import { type AppSettings, createApp as createWholeApp } from "../http/app.ts";
import { createService, type ServiceParts } from "../service/service.ts";

const STORE = '{field} must be a store, such as await openLinks("sqlite:./links.db") with openLinks of isoqr/node';

export type { QrApi } from "../api.ts";
export type { AppSettings } from "../http/app.ts";
export { createService, type ServiceParts } from "../service/service.ts";

/** Returns a function that serves `api` over HTTP, on any host with web-standard Request and Response objects. The
 *  function never rejects. */
export function createApp(api: QrApi, settings: AppSettings = {}): (request: Request) => Promise<Response> {
  const { onRoute, clientOf, limits, hangUp, baseUrl } = settings;
  const app = createWholeApp(api, settings);
  // The functions in these settings may read any part of a request, but `app.reply` would pass incomplete requests to them. The
  // returned function therefore lacks `reply`.
  return onRoute || clientOf || limits || hangUp || typeof baseUrl === "function" ? (request) => app(request) : app;
}

/** Creates the whole service as one function, for any host with web-standard Request and Response objects. `parts`
 *  contains everything that the host provides, such as a link store.
 *  @throws {QrError} INVALID_OPTION for invalid settings or links. */
export function createHandler(
  settings: AppSettings = {},
  parts: ServiceParts = {},
): (request: Request) => Promise<Response> {
  return createApp(createService(withStore(parts)), objectOf(settings, 'baseUrl: "https://qr.example.com"'));
}

function withStore(parts: ServiceParts): ServiceParts {
  if (!parts.links || typeof parts.links.find === "function") return parts;
  throw new QrError("INVALID_OPTION", { field: "links", rule: STORE });
}
