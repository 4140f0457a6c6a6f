import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageMissing, packageUnsupported } from "../errors.ts";
import { memoize } from "../once.ts";

const require = createRequire(import.meta.url);

/** The oldest supported version of each optional package. Later versions are supported up to the next incompatible one,
 *  as in npm's caret ranges. package.json accepts every version, because a range there could block the installation in
 *  projects that use another version for something else. */
export const OLDEST: Readonly<Record<string, string>> = {
  "@jsquash/webp": "1.4.0",
  "@resvg/resvg-wasm": "2.6.0",
  "@undecaf/zbar-wasm": "0.11.0",
  harfbuzzjs: "1.1.0",
  libsql: "0.5.1",
  "swagger-ui-dist": "5.0.0",
  "woff2-encoder": "2.0.0",
  "zxing-wasm": "3.0.0",
};

/** Reads a file inside an installed package, such as "@resvg/resvg-wasm/index_bg.wasm".
 *  @throws {QrError} NOT_SUPPORTED if the package is not installed, or as `checkPackage` does. */
export async function readPackageFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = packageOf(path);
  checkPackage(name);
  let file: string;
  try {
    file = require.resolve(path);
  } catch {
    throw packageMissing(name);
  }
  return new Uint8Array(await readFile(file));
}

/** Checks the version of a package before its first use. Accepts packages that are not installed.
 *  @throws {QrError} NOT_SUPPORTED if the installed version is not supported. */
export function checkPackage(name: string): void {
  const oldest = OLDEST[name];
  const found = oldest && versionOf(name);
  if (!found || isSupported(found, oldest)) return;
  throw packageUnsupported(name, `^${oldest}`, found, seriesOf(oldest));
}

/** Returns the version of an installed package; undefined if it is not found. Reads the manifest from the disk, because
 *  many packages do not export it. */
const versionOf = /* @__PURE__ */ memoize((name: string): string | undefined => {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")).version;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
});

/** Returns whether `version` is at least `oldest` and compatible with it. */
export function isSupported(version: string, oldest: string): boolean {
  return seriesOf(version) === seriesOf(oldest) && version.localeCompare(oldest, "en", { numeric: true }) >= 0;
}

/** Returns the numbers of a version up to the first one above zero, such as "3" or "0.5". Versions are compatible if
 *  these are equal. */
const seriesOf = (version: string) => /^(?:0\.)*\d+/.exec(version)?.[0] ?? version;

/** Returns the name of the package that contains the file at `path`. */
export function packageOf(path: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
}
