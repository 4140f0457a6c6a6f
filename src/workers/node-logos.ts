import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { missingPackageOf, QrError } from "../errors.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import { cacheLogos } from "../logo/host/fetch-cache.ts";
import { createLogoFetcher } from "../logo/host/fetcher.ts";
import type { LogoTools } from "./work.ts";

/** How a thread of Node comes by logos: from public addresses only, as texts of strangers may name others. */
export const tools: LogoTools = {
  logos: cacheLogos(createLogoFetcher()),
  drawLogo: createLogoDrawer(readWasm, inflate),
};

async function readWasm(path: string): Promise<BufferSource> {
  try {
    return await readPackageFile(path);
  } catch (error) {
    const name = missingPackageOf(error);
    if (name === undefined) throw error;
    throw new QrError("NOT_SUPPORTED", 501, `this logo takes a package that is not installed: npm install ${name}`);
  }
}
