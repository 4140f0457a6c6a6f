import type { DrawSharePage } from "../http/links.ts";
import { createRouter } from "../http/router.ts";
import { addServiceRoutes } from "../http/service-routes.ts";
import type { HeavyWork, LogoFetcher } from "../ports.ts";
import { createService } from "../service/service.ts";
import { type DeviceLinksSettings, openDeviceLinks } from "../stores/indexeddb.ts";

/** What the service is made of in a browser. */
export interface BrowserParts extends DeviceLinksSettings {
  readonly heavy?: HeavyWork;
  readonly logos?: LogoFetcher;
  readonly sharePage: DrawSharePage;
  /** The beginning of the addresses in answers. */
  readonly baseUrl: string;
}

/** The service as servers have it, with links in the browser's own database. */
export function createBrowserService({ heavy, logos, sharePage, baseUrl, ...settings }: BrowserParts) {
  const links = openDeviceLinks(settings);
  const service = createService({ links, ...(heavy && { heavy }), ...(logos && { logos }) });
  const report = console.error;
  const router = createRouter(report);
  addServiceRoutes(router, service, { report, sharePage, baseUrl });
  return { links, answer: router.answer };
}
