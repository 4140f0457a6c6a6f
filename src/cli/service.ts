import type { QrApi } from "../api.ts";
import type { HeavyWork, LogoFetcher } from "../ports.ts";
import { createService } from "../service/service.ts";

/** Creates the service in this process. What logos need is loaded only for `heavy` work, as plain codes are drawn sooner
 *  without it. */
export async function openService({ heavy }: { readonly heavy: boolean }): Promise<QrApi> {
  return createService(heavy ? await loadLogoParts() : {});
}

/** Loads what draws logos and decodes pictures. */
export async function loadLogoParts(): Promise<{ readonly heavy: HeavyWork; readonly logos: LogoFetcher }> {
  const [{ createHeavyWork }, { createLogoFetcher }] = await Promise.all([
    import("../runtime/heavy-work.ts"),
    import("../logo/host/fetcher.ts"),
  ]);
  return { heavy: createHeavyWork(), logos: createLogoFetcher() };
}
