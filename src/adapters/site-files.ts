import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { memoize, once } from "../async/once.ts";
import { QrError } from "../errors.ts";
import { packageOf, readPackageFile } from "./package-file.ts";

/** Resolves to the bytes of the file at `path`, such as "assets/main.js", or to undefined if there is no such file.
 *  Calls with the same path resolve to the same array. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** Returns a function that reads the files in and below `folder`, each only once. It opens only files that it has listed at
 *  its first call, so that no path can leave the folder. A missing folder counts as empty. */
export function openSite(folder: URL): ReadSiteFile {
  const listing = once(() => list(folder));
  const read = memoize(async (path: string) => new Uint8Array(await readFile(new URL(path, folder))));
  return async (path) => ((await listing()).has(path) ? read(path) : undefined);
}

const unpack = /* @__PURE__ */ promisify(brotliDecompress);

/** Returns a function that reads files as `openSite` does, and decompresses them. The files are compressed with Brotli, and
 *  their names end in ".br". */
export function openPackedSite(folder: URL): ReadSiteFile {
  const read = openSite(folder);
  const unpacked = memoize(async (packed: Uint8Array) => new Uint8Array(await unpack(packed)), new WeakMap());
  return async (path) => {
    const packed = await read(`${path}.br`);
    return packed && unpacked(packed);
  };
}

async function list(folder: URL): Promise<ReadonlySet<string>> {
  const root = fileURLToPath(folder);
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) =>
      `${parentPath}/${name}`.slice(root.length).replaceAll("\\", "/").replace(/^\/+/, ""),
    ),
  );
}

/** The content of packages.json, which scripts/build-sw.mjs writes: the files of packages that the service worker needs. */
export interface PackageFiles {
  /** Versions by package name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Packages that no part needs. */
  readonly optional: readonly string[];
  /** The SHA-256 hash of each file, in hex. Keys are paths, such as "harfbuzzjs/dist/harfbuzz.wasm". */
  readonly files: Readonly<Record<string, string>>;
}

/** The WebAssembly module of woff2-encoder, which the package embeds as base64 in a script. */
const INLINED = "woff2-encoder/decompress.wasm";

/** Reads a file that the service worker needs from an installed package. @throws like `readPackageFile`. */
export async function readWorkerFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  if (path !== INLINED) return readPackageFile(path);
  const script = new TextDecoder().decode(await readPackageFile(path.replace(/\.wasm$/, "")));
  const [, wasm = ""] = /base64,([\w+/=]{9,})/.exec(script) ?? [];
  return new Uint8Array(Buffer.from(wasm, "base64"));
}

/** Resolves to the file of an installed package at `path`, or to undefined if the file is missing, not in the list, or
 *  has a different hash. */
export async function readListedFile(
  path: string,
  { files }: PackageFiles,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!Object.hasOwn(files, path)) return undefined;
  try {
    const bytes = await readWorkerFile(path);
    return createHash("sha256").update(bytes).digest("hex") === files[path] ? bytes : undefined;
  } catch (error) {
    return undefinedIfMissing(error);
  }
}

/** Matches fonts and emoji that the service worker loads if a text needs them. */
const ADDED =
  /^(?:@fontsource(?:-variable)?\/[a-z0-9-]+\/(?:unicode\.json|files\/[\w-]+\.woff2)|@twemoji\/svg\/[\w-]+\.svg)$/;

/** Returns a function that reads the service worker's files in `folder`. Some large files are missing from the published
 *  package, so the function reads them from installed packages, and checks their hashes once. It reads other fonts and emoji
 *  from any version of their packages. */
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

function openListed(list: PackageFiles): ReadSiteFile {
  const readListed = memoize((path: string) => readListedFile(path, list));
  const readAdded = memoize((path: string) => readPackageFile(path));
  return async (path) => {
    if (Object.hasOwn(list.files, path)) return readListed(path);
    if (!ADDED.test(path) || Object.hasOwn(list.versions, packageOf(path))) return undefined;
    // Only results are cached, so that names of missing files do not fill the memory.
    return readAdded(path).catch(undefinedIfMissing);
  };
}

/** Returns undefined for an error about a package. @throws any other `error`. */
function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof QrError)) throw error;
}
