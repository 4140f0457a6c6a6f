import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { QrError } from "../errors.ts";

const require = createRequire(import.meta.url);

/** The bytes of a file inside an installed package, such as "@resvg/resvg-wasm/index_bg.wasm".
 *  @throws {QrError} NOT_SUPPORTED when the package, which is optional, is not installed. */
export async function readPackageFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  let file: string;
  try {
    file = require.resolve(path);
  } catch {
    const rule = `this server cannot draw that: its operator has to install ${packageOf(path)}`;
    throw new QrError("NOT_SUPPORTED", 501, rule);
  }
  return new Uint8Array(await readFile(file));
}

/** The name of the package that the file at `path` is in. */
export function packageOf(path: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
}
