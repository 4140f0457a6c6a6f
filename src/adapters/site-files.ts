import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { memoize, once } from "../once.ts";

/** Resolves to the bytes of the file at `path`, such as "assets/main.js", the same ones each time; to undefined where there
 *  is none. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** Reads the files in and below `folder`, each once: many answers at a time share its bytes. Only paths of its own listing,
 *  made at the first call, are opened, so that no path leads out of it. A folder that is not there has no files. */
export function openSite(folder: URL): ReadSiteFile {
  const listing = once(() => list(folder));
  const read = memoize(async (path: string) => new Uint8Array(await readFile(new URL(path, folder))));
  return async (path) => ((await listing()).has(path) ? read(path) : undefined);
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
