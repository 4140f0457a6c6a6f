import { once } from "../src/async/once.ts";
import { QrError } from "../src/errors.ts";
import { hex, sha256 } from "../src/links/id.ts";
import { filesOf, isOptional, missingFile, type PartName, type ReadFile, unreachableFile } from "./parts/part.ts";
import { isPage } from "./scope.ts";
import type { Names } from "./settings.ts";

const DAMAGED_FILE =
  "{path} is damaged or from another build: try again, or run isoqr-offline to copy the worker's files";

declare global {
  /** The name of this build: the package's version and a digest of its parts. Set by scripts/build-sw.mjs. */
  const ISOQR_BUILD: string;
  /** A digest of the code with which the service worker and its pages exchange heavy jobs. Pages stay open across updates,
   *  and run the jobs of a new version only if it has the same digest. */
  const ISOQR_PROTOCOL: string;
  /** Maps the path of each file in the parts' folder to its SHA-256 in hex. */
  const ISOQR_FILES: Readonly<Record<string, string>>;
  /** Code that sw.js shares with service.js, so that only one of them contains it. Set by scripts/build-sw.mjs. */
  const ISOQR_SHARED: object;
}

export type Shell = ReturnType<typeof createShell>;

/** Maximum number of stored files: scripts of parts, and files from packages, including fonts and emoji. */
const MAX_FILES = 1_000;
/** Milliseconds to wait for the network before another version's file is used. */
const FALLBACK_TIME = 10_000;

/** Creates the store of the parts' files, which stores each file when it is first needed. `base` is the URL of their folder,
 *  which is named after the build so that versions do not mix. `digests` maps paths to SHA-256 in hex. The folder may also
 *  contain fonts and emoji that the site has added. */
export function createShell(base: string, names: Names, digests: Readonly<Record<string, string>>) {
  const name = `${names.cachePrefix}${ISOQR_BUILD}`;
  /** The number of files that can still be stored. Counted once, because counting many files takes a long time. */
  const countRoom = () => once(async (cache: Cache) => ({ left: MAX_FILES - (await cache.keys()).length }));
  let roomIn = countRoom();
  let closed = false;

  /** Resolves to the stored file, or fetches it and, unless the browser refuses storage, stores it. */
  async function get(url: string): Promise<Response> {
    const cache = closed ? undefined : await caches.open(name).catch(() => undefined);
    const path = url.slice(base.length);
    const kept = await cache?.match(url).catch(() => undefined);
    const sound = kept && (await soundOf(path, kept).catch(() => undefined));
    if (sound) return sound;
    const fallback = cache && (await findInOthers(path).catch(() => undefined));
    // The site may have changed a file that it has added, so such a file is fetched even if another version has it.
    const file =
      fallback && digestOf(path) !== undefined ? { answer: fallback, canKeep: true } : await download(path, fallback);
    if (file.canKeep && cache) await keep(cache, url, file.answer.clone(), kept !== undefined).catch(() => undefined);
    return file.answer;
  }

  /** Fetches the file, or returns `fallback` if the network fails.
   *  @throws {QrError} UNREACHABLE if the file differs from the one in the build. */
  async function download(path: string, fallback?: Response): Promise<{ answer: Response; canKeep: boolean }> {
    try {
      const file = await fetchFile(path, fallback ? { signal: AbortSignal.timeout(FALLBACK_TIME) } : {});
      if (file.answer.ok || !fallback) return file;
    } catch (error) {
      // A damaged file may come from the browser's HTTP cache, so the next attempt bypasses that.
      if (error instanceof QrError) return fetchFile(path, { cache: "reload" });
      if (!fallback) throw error;
    }
    return { answer: fallback, canKeep: true };
  }

  async function fetchFile(path: string, init: RequestInit): Promise<{ answer: Response; canKeep: boolean }> {
    const answer = await fetch(base + path, init);
    if (isPage(answer)) return { answer: new Response(null, { status: 404 }), canKeep: false };
    if (!answer.ok) return { answer, canKeep: false };
    // Reads the whole file, so that a truncated response rejects.
    const bytes = await bytesOf(answer);
    return { answer: new Response(bytes, answer), canKeep: await canBeKept(path, bytes, answer) };
  }

  /** Resolves to whether a file may be stored: it matches the build, or is a font or emoji that the site has added.
   *  @throws {QrError} UNREACHABLE if the file differs from the one in the build. */
  async function canBeKept(path: string, bytes: Uint8Array<ArrayBuffer>, { headers }: Response): Promise<boolean> {
    const digest = digestOf(path);
    // Text is an error message or a portal's page instead of a font or emoji.
    if (digest === undefined)
      return path.startsWith("packages/") && !/^text\//i.test(headers.get("Content-Type") ?? "");
    if (hex(await sha256(bytes)) === digest) return true;
    throw new QrError("UNREACHABLE", { rule: DAMAGED_FILE, values: { path }, status: 503 });
  }

  const digestOf = (path: string) => (Object.hasOwn(digests, path) ? digests[path] : undefined);

  /** Resolves to `file`, or to undefined if it differs from the one in the build. Stored files can be damaged, and other
   *  scripts of the site can replace them. */
  async function soundOf(path: string, file: Response): Promise<Response | undefined> {
    const digest = digestOf(path);
    if (digest === undefined) return file;
    const bytes = await bytesOf(file);
    return file.ok && hex(await sha256(bytes)) === digest ? new Response(bytes, file) : undefined;
  }

  /** Finds the file in other versions' caches. It must match the digest, if there is one. */
  async function findInOthers(path: string): Promise<Response | undefined> {
    if (digestOf(path) === undefined && !path.startsWith("packages/")) return undefined;
    for (const other of await others()) {
      const file = await caches.match(baseOf(other) + path, { cacheName: other });
      const sound = file && (await soundOf(path, file));
      if (sound) return sound;
    }
    return undefined;
  }

  /** Resolves to the names of other versions' caches. */
  async function others(): Promise<readonly string[]> {
    const isOther = (one: string) => one.startsWith(names.cachePrefix) && one !== name && one !== names.required;
    return (await caches.keys()).filter(isOther);
  }

  /** Returns the URL of the folder of the version whose cache is `other`. */
  function baseOf(other: string): string {
    return new URL(`../isoqr-${other.slice(names.cachePrefix.length)}/`, base).href;
  }

  async function keep(cache: Cache, url: string, answer: Response, replaces: boolean): Promise<void> {
    const room = await roomIn(cache);
    const needed = replaces ? 0 : 1;
    if (closed || room.left < needed) return;
    room.left -= needed;
    await cache.put(url, answer).catch(() => {
      room.left += needed;
    });
  }

  async function file(path: string): Promise<Response> {
    const answer = await get(base + path).catch((error: unknown) => {
      throw error instanceof QrError ? error : unreachableFile(error, path);
    });
    if (!answer.ok) throw missingFile(path);
    return answer;
  }

  async function isKept(path: string): Promise<boolean> {
    const kept = closed ? undefined : await (await caches.open(name)).match(base + path);
    return kept !== undefined && (await soundOf(path, kept)) !== undefined;
  }

  return {
    /** Returns the response for a file of the folder; undefined for other requests. */
    handle(request: Request): Promise<Response> | undefined {
      const isFile = request.url.startsWith(base) && !request.url.includes("?");
      return isFile && request.method === "GET" ? get(request.url) : undefined;
    },
    read: (async (path) => bytesOf(await file(`packages/${path}`))) satisfies ReadFile,
    readText: async (path: string) => (await file(path)).text(),
    /** Fetches and stores a file. Does not look for a stored copy first, which would take longer. Rejects if the file cannot
     *  be fetched. */
    async fetchFirst(path: string): Promise<void> {
      const [{ answer, canKeep }, cache] = await Promise.all([
        download(path),
        caches.open(name).catch(() => undefined),
      ]);
      if (canKeep && cache && !closed) await cache.put(base + path, answer).catch(() => undefined);
    },
    /** Fetches the files that are not stored yet. Resolves to false if a file could not be fetched. */
    async fetchAhead(paths: readonly string[]): Promise<boolean> {
      const fetched = await Promise.allSettled(paths.map(file));
      return !fetched.some((one) => one.status === "rejected" && one.reason?.code === "UNREACHABLE");
    },
    /** Fetches and stores the files that the parts always need, and optional files that the site has. Rejects if a file
     *  cannot be fetched or stored. */
    async precache(parts: readonly PartName[]): Promise<void> {
      const files = [...new Set(parts.flatMap(filesOf))];
      const kept = files.map(async (path) => {
        try {
          await file(path);
        } catch (error) {
          if (isOptional(path) && (error as QrError).code === "NOT_SUPPORTED") return true;
          throw error;
        }
        return isKept(path);
      });
      if ((await Promise.all(kept)).every((one) => one)) return;
      throw new Error("storing the parts failed: free up storage, or allow this site to store data");
    },
    /** Copies files that this version can use from other versions. Skips files that cannot be fetched. */
    async carryOver(): Promise<void> {
      const carry = async (path: string) => {
        if (digestOf(path) === undefined || (await findInOthers(path))) await file(path);
      };
      for (const other of await others()) {
        const from = baseOf(other);
        const kept = await (await caches.open(other)).keys();
        const paths = kept.filter(({ url }) => url.startsWith(from)).map(({ url }) => url.slice(from.length));
        await Promise.allSettled(paths.map(carry));
      }
    },
    /** Resolves to whether another version has the script of `part`. */
    async isKeptElsewhere(part: PartName): Promise<boolean> {
      for (const other of await others()) {
        if (await caches.match(`${baseOf(other)}${part}.js`, { cacheName: other })) return true;
      }
      return false;
    },
    exists: () => caches.has(name),
    others,
    /** Closes the store and removes this version's files. */
    async discard(): Promise<void> {
      closed = true;
      await caches.delete(name);
    },
    /** Prevents reading and storing until `open` is called. */
    close(): void {
      closed = true;
    },
    open(): void {
      closed = false;
      roomIn = countRoom();
    },
  };
}

async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await answer.arrayBuffer());
}
