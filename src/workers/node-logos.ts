import { createLogoDrawer } from "../adapters/draw-logo.ts";
import { createLogoFetcher } from "../adapters/fetch-logos.ts";
import { inflate } from "../adapters/inflate.ts";
import { packageOf, readPackageFile } from "../adapters/package-file.ts";
import { QrError } from "../errors.ts";
import { type LogoTools, rememberFetched } from "./logos.ts";

/** How a thread of Node comes by logos: from public addresses only, as texts of strangers may name others. */
export const tools: LogoTools = {
  logos: rememberFetched(createLogoFetcher()),
  drawLogo: createLogoDrawer(readWasm, inflate),
};

async function readWasm(path: string): Promise<BufferSource> {
  try {
    return await readPackageFile(path);
  } catch {
    const rule = `this logo takes a package that is not installed: npm install ${packageOf(path)}`;
    throw new QrError("NOT_SUPPORTED", 501, rule);
  }
}
