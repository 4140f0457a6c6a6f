import type { QrApi } from "../api.ts";
import { freeTable } from "../options/table.ts";
import type { HeavyWork, LogoFetcher } from "../ports.ts";
import { pauseBroken } from "../scan/broken-decoders.ts";
import { createService } from "../service/service.ts";

/** Creates the service in this process. Loads the libraries for logos only if `heavy` is set, so that other QR codes do not
 *  wait for them. */
export async function openService({
  heavy,
  maxLabels,
}: {
  readonly heavy: boolean;
  readonly maxLabels?: number;
}): Promise<QrApi> {
  return createService({ rows: freeTable, ...(maxLabels && { maxLabels }), ...(heavy && (await loadLogoParts())) });
}

/** Loads the libraries that draw logos and decode images. */
export async function loadLogoParts(): Promise<{ readonly heavy: HeavyWork; readonly logos: LogoFetcher }> {
  const [{ createHeavyWork }, { createLogoFetcher }] = await Promise.all([
    import("../runtime/heavy-work.ts"),
    import("../logo/host/fetcher.ts"),
  ]);
  return { heavy: pauseBroken(createHeavyWork()), logos: createLogoFetcher() };
}
