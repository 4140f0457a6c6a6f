import { filesOf, missingFile, type PartName, type ReadFile, unreachableFile } from "./parts/part.ts";

/** The files of the parts, each kept on the device when it was first needed. They lie in a folder of the build, beside
 *  the worker's script, so that no version ever reads another's. */
export interface Shell {
  /** The answer to a request for a file of the folder, or undefined at once when it is for something else. */
  handle(request: Request): Promise<Response> | undefined;
  readonly read: ReadFile;
  readText(path: string): Promise<string>;
  /** Fetches what the parts always want and keeps it. Rejects when a file cannot be had. */
  precache(parts: readonly PartName[]): Promise<void>;
  /** Whether all that the parts always want is kept. */
  has(parts: readonly PartName[]): Promise<boolean>;
  /** Removes the files of other builds. */
  clear(): Promise<void>;
}

/** The beginning of the names of caches. */
export const CACHES = "isoqr-";

/** Files that are kept: parts, packages, and as many fonts and emoji. */
const MOST_FILES = 1_000;

/** The shell whose files are in the folder at `base`, for build `build`. */
export function createShell(base: string, build: string): Shell {
  const name = `${CACHES}${build}`;

  /** The file, kept or fetched. Where the browser keeps nothing, because storage is refused or full or has just been
   *  cleared, the network has to do. */
  async function get(url: string): Promise<Response> {
    const cache = await caches.open(name).catch(() => undefined);
    const kept = await cache?.match(url).catch(() => undefined);
    if (kept) return kept;
    const answer = await fetch(url);
    if (answer.ok && cache && (await cache.keys()).length < MOST_FILES) {
      // Only a whole answer is kept: one that breaks off rejects.
      await cache.put(url, answer.clone()).catch(() => undefined);
    }
    return answer;
  }

  async function file(path: string): Promise<Response> {
    const answer = await get(base + path).catch((error: unknown) => {
      throw unreachableFile(error);
    });
    if (!answer.ok) throw missingFile(path);
    return answer;
  }

  const has: Shell["has"] = async (parts) => {
    const cache = await caches.open(name);
    const kept = await Promise.all(parts.flatMap(filesOf).map((path) => cache.match(base + path)));
    return kept.every((answer) => answer !== undefined);
  };

  return {
    handle(request) {
      return request.method === "GET" && request.url.startsWith(base) ? get(request.url) : undefined;
    },
    async read(path) {
      return new Uint8Array(await (await file(`packages/${path}`)).arrayBuffer());
    },
    async readText(path) {
      return (await file(path)).text();
    },
    async precache(parts) {
      const files = new Set(parts.flatMap(filesOf));
      await Promise.all([...files].map(file));
      if (!(await has(parts))) throw new Error("the browser has no room for the parts, or does not keep them");
    },
    has,
    async clear() {
      const names = (await caches.keys()).filter((other) => other.startsWith(CACHES) && other !== name);
      await Promise.all(names.map((other) => caches.delete(other)));
    },
  };
}
