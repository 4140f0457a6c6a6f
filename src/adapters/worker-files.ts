import { createHash } from "node:crypto";
import { QrError } from "../errors.ts";
import { memoize } from "../once.ts";
import { readPackageFile } from "./package-file.ts";
import { openSite, type ReadSiteFile } from "./site-files.ts";

/** What the parts of the service worker want of packages, as scripts/build-sw.mjs writes it down in packages.json. */
export interface PackageFiles {
  /** Versions by the packages' names: a part and its WebAssembly are of one version. */
  readonly versions: Readonly<Record<string, string>>;
  /** SHA-256 in hex of each file by its path, such as "harfbuzzjs/dist/harfbuzz.wasm". */
  readonly files: Readonly<Record<string, string>>;
}

/** Resolves to the file at `path` of an installed package, if it is to the byte what `list` has; to undefined where it is
 *  not, where it is not installed, and where `list` does not name it. */
export async function readListedFile(
  path: string,
  { files }: PackageFiles,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!Object.hasOwn(files, path)) return undefined;
  try {
    const bytes = await readPackageFile(path);
    return createHash("sha256").update(bytes).digest("hex") === files[path] ? bytes : undefined;
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}

/** Reads the service worker's files in `folder` as a site has them. What the published package leaves out, for it is heavy,
 *  comes from the packages that are installed beside it, and is read and compared once. */
export function openWorkerFiles(folder: URL): ReadSiteFile {
  const read = openSite(folder);
  const openList = memoize((list: Uint8Array) => openListed(JSON.parse(new TextDecoder().decode(list))), new WeakMap());
  return async (path) => {
    const [, parts, file] = /^(isoqr-[^/]+)\/packages\/(.+)$/.exec(path) ?? [];
    const found = await read(path);
    if (found || !file) return found;
    const list = await read(`${parts}/packages.json`);
    return list && openList(list)(file);
  };
}

/** Reads each of the files of `list` once. */
function openListed(list: PackageFiles): ReadSiteFile {
  const read = memoize((path: string) => readListedFile(path, list));
  return async (path) => (Object.hasOwn(list.files, path) ? read(path) : undefined);
}
