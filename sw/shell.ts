import { QrError } from "../src/errors.ts";
import { hex, sha256 } from "../src/link-id.ts";
import { once } from "../src/once.ts";
import {
  damagedFile,
  filesOf,
  isUnreachable,
  missingFile,
  type PartName,
  type ReadFile,
  unreachableFile,
} from "./parts/part.ts";
import { isPage } from "./scope.ts";
import type { Names } from "./settings.ts";

export type Shell = ReturnType<typeof createShell>;

interface ShellSettings {
  /** The address of the folder. */
  readonly base: string;
  readonly build: string;
  readonly names: Names;
  /** SHA-256 in hex by path. The folder may contain other files. */
  readonly digests: Readonly<Record<string, string>>;
}

/** The largest number of files: parts, packages, fonts and emoji. */
const MOST_FILES = 1_000;
/** Milliseconds that the network may take for a file that another version has. */
const SPARE_TIME = 10_000;

/** Creates the store of the parts' files, each kept on the device from when it is first needed. They are in a folder named
 *  after the build, next to the worker's script, so that no version reads files of another. */
export function createShell({ base, build, names, digests }: ShellSettings) {
  const name = `${names.caches}${build}`;
  /** The number of files that can still be added; counted once, because that is slow for many files. */
  const roomIn = once(async (cache: Cache) => ({ left: MOST_FILES - (await cache.keys()).length }));
  let closed = false;

  /** Resolves to the file, kept or fetched. Fetches every file if the browser stores nothing. */
  async function get(url: string): Promise<Response> {
    const cache = closed ? undefined : await caches.open(name).catch(() => undefined);
    const kept = await cache?.match(url).catch(() => undefined);
    if (kept) return kept;
    const path = url.slice(base.length);
    const spare = cache && (await findElsewhere(path).catch(() => undefined));
    // Only files of the build are reused: a file that the site has added may have changed.
    const file = spare && digestOf(path) !== undefined ? { answer: spare, isSure: true } : await download(path, spare);
    if (file.isSure && cache) await keep(cache, url, file.answer.clone()).catch(() => undefined);
    return file.answer;
  }

  /** Fetches the file, and decides whether it may be kept; falls back to `spare` if the network fails.
   *  @throws {QrError} UNREACHABLE when it is not what the build has. */
  async function download(path: string, spare?: Response): Promise<{ answer: Response; isSure: boolean }> {
    try {
      const file = await fetchFile(path, spare ? { signal: AbortSignal.timeout(SPARE_TIME) } : {});
      if (file.answer.ok || !spare) return file;
    } catch (error) {
      // A damaged file may come from the browser's HTTP cache, which is bypassed here.
      if (error instanceof QrError) return fetchFile(path, { cache: "reload" });
      if (!spare) throw error;
    }
    return { answer: spare, isSure: true };
  }

  async function fetchFile(path: string, init: RequestInit): Promise<{ answer: Response; isSure: boolean }> {
    const answer = await fetch(base + path, init);
    if (isPage(answer)) return { answer: new Response(null, { status: 404 }), isSure: false };
    if (!answer.ok) return { answer, isSure: false };
    // Read completely: a response that breaks off rejects.
    const bytes = await bytesOf(answer);
    return { answer: new Response(bytes, answer), isSure: await isSound(path, bytes, answer) };
  }

  /** Resolves to whether a file may be kept. The page of a portal, once kept in place of a file, would stay.
   *  @throws {QrError} UNREACHABLE if the file differs from the build's. */
  async function isSound(path: string, bytes: Uint8Array<ArrayBuffer>, { headers }: Response): Promise<boolean> {
    const digest = digestOf(path);
    // The site may have added fonts and emoji, which are not text.
    if (digest === undefined)
      return path.startsWith("packages/") && !/^text\//i.test(headers.get("Content-Type") ?? "");
    if (hex(await sha256(bytes)) === digest) return true;
    throw damagedFile(path);
  }

  function digestOf(path: string): string | undefined {
    return Object.hasOwn(digests, path) ? digests[path] : undefined;
  }

  /** Finds the file in the cache of another version: one with the same bytes or, for a file that the site has added, any. */
  async function findElsewhere(path: string): Promise<Response | undefined> {
    const digest = digestOf(path);
    if (digest === undefined && !path.startsWith("packages/")) return undefined;
    for (const other of await others()) {
      const file = await caches.match(baseOf(other) + path, { cacheName: other });
      if (file && (digest === undefined || (await digestOfAnswer(file.clone())) === digest)) return file;
    }
    return undefined;
  }

  /** Lists the caches of other versions. */
  async function others(): Promise<readonly string[]> {
    const isOther = (one: string) => one.startsWith(names.caches) && one !== name && one !== names.required;
    return (await caches.keys()).filter(isOther);
  }

  /** Returns the folder of the version whose cache is `other`. */
  function baseOf(other: string): string {
    return new URL(`../isoqr-${other.slice(names.caches.length)}/`, base).href;
  }

  /** Keeps a file if there is room. */
  async function keep(cache: Cache, url: string, answer: Response): Promise<void> {
    const places = await roomIn(cache);
    if (closed || places.left <= 0) return;
    places.left--;
    await cache.put(url, answer).catch(() => places.left++);
  }

  async function file(path: string): Promise<Response> {
    const answer = await get(base + path).catch((error: unknown) => {
      throw error instanceof QrError ? error : unreachableFile(error, path);
    });
    if (!answer.ok) throw missingFile(path);
    return answer;
  }

  async function isKept(path: string): Promise<boolean> {
    return !closed && (await (await caches.open(name)).match(base + path)) !== undefined;
  }

  return {
    /** Returns the answer to a request for a file of the folder; undefined at once for other requests. */
    handle(request: Request): Promise<Response> | undefined {
      const isFile = request.url.startsWith(base) && !request.url.includes("?");
      return isFile && request.method === "GET" ? get(request.url) : undefined;
    },
    read: (async (path) => bytesOf(await file(`packages/${path}`))) satisfies ReadFile,
    readText: async (path: string) => (await file(path)).text(),
    /** Fetches those files that are not kept. Resolves to whether the network was available for all of them. */
    async fetchAhead(paths: readonly string[]): Promise<boolean> {
      const fetched = await Promise.allSettled(paths.map(file));
      return !fetched.some((one) => one.status === "rejected" && isUnreachable(one.reason));
    },
    /** Fetches and keeps the files that the parts always need. Rejects if a file cannot be fetched or stored. */
    async precache(parts: readonly PartName[]): Promise<void> {
      const files = [...new Set(parts.flatMap(filesOf))];
      await Promise.all(files.map(file));
      if ((await Promise.all(files.map(isKept))).every((kept) => kept)) return;
      throw new Error("the browser has no room for the parts, or does not keep them");
    },
    /** Copies whatever this version can use from the caches of other versions. Skips files that cannot be fetched. */
    async carryOver(): Promise<void> {
      const carry = async (path: string) => {
        if (digestOf(path) === undefined || (await findElsewhere(path))) await file(path);
      };
      for (const other of await others()) {
        const from = baseOf(other);
        const kept = await (await caches.open(other)).keys();
        const paths = kept.filter(({ url }) => url.startsWith(from)).map(({ url }) => url.slice(from.length));
        await Promise.allSettled(paths.map(carry));
      }
    },
    /** Returns whether another version has the script of `part`. */
    async isKeptElsewhere(part: PartName): Promise<boolean> {
      for (const other of await others()) {
        if (await caches.match(`${baseOf(other)}${part}.js`, { cacheName: other })) return true;
      }
      return false;
    },
    /** Returns whether this version has a cache already. */
    exists: () => caches.has(name),
    others,
    /** Removes the files of this version, and stores nothing from now on. */
    async discard(): Promise<void> {
      closed = true;
      await caches.delete(name);
    },
    /** Stores and reads nothing from now on. */
    close(): void {
      closed = true;
    },
  };
}

async function digestOfAnswer(answer: Response): Promise<string> {
  return hex(await sha256(await bytesOf(answer)));
}

async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await answer.arrayBuffer());
}
