import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import Module from "node:module";
import { join } from "node:path";
import { memoize } from "../async/once.ts";
import { isPackageMissing, packageMissing, packageUnsupported, QrError } from "../errors.ts";

const DENO_MODULES = "Deno does not import the npm package {name}: start it with --node-modules-dir=manual";
export const PACKAGES_MISSING = "the npm packages {list} are required, but not installed: run npm install {names}";

// In CommonJS, bundlers leave the URL undefined, so packages are searched from the working directory. Not a named import of
// createRequire, because webpack would replace its result.
const require = Module.createRequire(import.meta.url ?? join(process.cwd(), "program.js"));

/** The oldest supported version of each optional package. Later versions are supported up to the next incompatible one,
 *  as in npm's caret ranges. package.json accepts every version, because a range there could block the installation in
 *  projects that use another version for something else. */
export const OLDEST: Readonly<Record<string, string>> = {
  "@jsquash/webp": "1.4.0",
  "@resvg/resvg-wasm": "2.6.0",
  "@undecaf/zbar-wasm": "0.11.0",
  harfbuzzjs: "1.1.0",
  libsql: "0.5.1",
  "woff2-encoder": "2.0.0",
  "zxing-wasm": "3.0.0",
};

/** Reads a file inside an installed package, such as "@resvg/resvg-wasm/index_bg.wasm", even if the package does not
 *  export it.
 *  @throws {QrError} NOT_SUPPORTED if the package is not installed; otherwise like `checkPackage`. */
export async function readPackageFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = packageOf(path);
  checkPackage(name);
  const file = fileAt(path, name);
  if (file === undefined) throw packageMissing(name);
  return new Uint8Array(await readFile(file));
}

/** Returns the file's path on disk; undefined if the file or its package is missing. */
function fileAt(path: string, name: string): string | undefined {
  try {
    return require.resolve(path);
  } catch {
    const folder = folderOf(name);
    const file = folder && join(folder, path.slice(name.length));
    return file && existsSync(file) ? file : undefined;
  }
}

/** Checks a package before its first use. Accepts packages that are not installed.
 *  @throws {QrError} NOT_SUPPORTED if the installed version is not supported, or if Deno does not import the package. */
export function checkPackage(name: string): void {
  const oldest = OLDEST[name];
  const folder = oldest && folderOf(name);
  const found = folder && manifestIn(folder).version;
  if (!found) return;
  if (!isSupported(found, oldest)) throw packageUnsupported(name, `^${oldest}`, found, seriesOf(oldest));
  if (process.versions.deno) checkImport(name);
}

/** Checks whether Deno imports an installed package. `deno serve` does not look for packages next to the script if it is
 *  started in another folder. */
function checkImport(name: string): void {
  // Destructured, because webpack warns about other forms of access.
  const { resolve } = import.meta;
  try {
    resolve(name);
  } catch (cause) {
    if (!/not a dependency/.test(String(cause))) return;
    throw new QrError("NOT_SUPPORTED", { rule: DENO_MODULES, values: { name }, cause });
  }
}

/** Returns `error`. If it is about a missing package in `names`, and other packages in `names` are missing too, returns an
 *  error that names all of them instead, so that one command installs them. */
export function nameAllMissing(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof QrError) || !names.some((name) => isPackageMissing(error, name))) return error;
  // A font has two packages, one of which is enough.
  const isInstalled = (name: string) => (folderOf(name) ?? folderOf(name.replace("-variable/", "/"))) !== undefined;
  const missing = names.filter((name) => isPackageMissing(error, name) || !isInstalled(name));
  if (missing.length === 1) return error;
  const list = `${missing.slice(0, -1).join(", ")} and ${missing.at(-1)}`;
  const values = { list, names: missing.join(" ") };
  return new QrError("NOT_SUPPORTED", { rule: PACKAGES_MISSING, values, cause: error.cause });
}

/** Returns the folder of an installed package; undefined if there is none. Searches the file system, because many packages
 *  do not export their manifests. */
const folderOf = /* @__PURE__ */ memoize((name: string): string | undefined =>
  (require.resolve.paths(name) ?? []).map((folder) => join(folder, name)).find((folder) => manifestIn(folder).version),
);

function manifestIn(folder: string): { readonly version?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return {};
  }
}

/** Returns whether `version` is at least `oldest` and compatible with it. */
export function isSupported(version: string, oldest: string): boolean {
  return seriesOf(version) === seriesOf(oldest) && version.localeCompare(oldest, "en", { numeric: true }) >= 0;
}

/** Returns the numbers of a version up to the first one above zero, such as "3" or "0.5". Versions are compatible if
 *  these are equal. */
const seriesOf = (version: string) => /^(?:0\.)*\d+/.exec(version)?.[0] ?? version;

export function packageOf(path: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
}
