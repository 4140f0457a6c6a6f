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
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    throw new QrError("NOT_SUPPORTED", 501, `this server cannot draw that: its operator has to install ${name}`);
  }
  return new Uint8Array(await readFile(file));
}
