import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { packageMissing } from "../errors.ts";

const require = createRequire(import.meta.url);

/** Reads a file inside an installed package, such as "@resvg/resvg-wasm/index_bg.wasm".
 *  @throws {QrError} NOT_SUPPORTED if the optional package is not installed. */
export async function readPackageFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  let file: string;
  try {
    file = require.resolve(path);
  } catch {
    throw packageMissing(packageOf(path));
  }
  return new Uint8Array(await readFile(file));
}

/** Returns the name of the package that contains the file at `path`. */
export function packageOf(path: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
}
