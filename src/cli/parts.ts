import { readPackageFile } from "../adapters/package-file.ts";
import type { QrApi } from "../api.ts";
import { missingPackageOf } from "../errors.ts";
import type { HeavyWork } from "../ports.ts";
import { createService } from "../service/service.ts";
import { failure } from "./faults.ts";

/** The service in this process, with all that pictures and reports take. It is loaded when a logo or a proof asks for it:
 *  plain codes are drawn before it would be there. */
export async function openService({ heavy }: { readonly heavy: boolean }): Promise<QrApi> {
  if (!heavy) return createService();
  const [{ createHeavyWork }, { createLogoFetcher }] = await Promise.all([
    import("../runtime/heavy-work.ts"),
    import("../logo/host/fetcher.ts"),
  ]);
  return createService({ heavy: named(createHeavyWork()), logos: createLogoFetcher() });
}

/** Bytes of a file in a package. @throws {QrError} with what to install. */
export function readPart(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return readPackageFile(path).catch((error: unknown) => {
    throw missingPackage(error);
  });
}

/** `work` whose refusals speak to whoever sits at the terminal, not to a caller of a server. */
function named(work: HeavyWork): HeavyWork {
  return {
    jobs: work.jobs,
    run: (job, signal) =>
      work.run(job, signal).catch((error: unknown) => {
        throw missingPackage(error);
      }),
  };
}

function missingPackage(error: unknown): unknown {
  const name = missingPackageOf(error);
  return name ? failure(`that takes a package that is not installed: npm install ${name}`, error) : error;
}
