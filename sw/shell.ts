import { QrError } from "../src/errors.ts";
import { hex, sha256 } from "../src/service/link-id.ts";
import { isPage } from "./page-answer.ts";
import {
  damagedFile,
  filesOf,
  isUnreachable,
  missingFile,
  type PartName,
  type ReadFile,
  unreachableFile,
} from "./parts/part.ts";

/** The files of the parts, each kept on the device when it was first needed. They lie in a folder of the build, beside
 *  the worker's script, so that no version ever reads another's. */
export interface Shell {
  /** The answer to a request for a file of the folder, or undefined at once when it is for something else. */
  handle(request: Request): Promise<Response> | undefined;
  readonly read: ReadFile;
  readText(path: string): Promise<string>;
  /** Fetches of these files what is not kept. Resolves to whether the network was there for all that had to come. */
  fetchAhead(paths: readonly string[]): Promise<boolean>;
  /** Fetches what the parts always want and keeps it. Rejects when a file cannot be had. */
  precache(parts: readonly PartName[]): Promise<void>;
  /** Removes the files of other builds. */
  clear(): Promise<void>;
  /** Keeps nothing from now on, and looks for nothing that is kept. */
  close(): void;
}

/** What a shell has to know. */
export interface ShellSettings {
  /** The address of the folder. */
  readonly base: string;
  readonly build: string;
  /** The beginning of the names of this site's caches. */
  readonly caches: string;
  /** SHA-256 in hex of files by their paths in the folder; others may lie there as well. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Files that are kept: parts, packages, and as many fonts and emoji. */
const MOST_FILES = 1_000;

export function createShell({ base, build, caches: beginning, digests }: ShellSettings): Shell {
  const name = `${beginning}${build}`;
  /** How many files more are kept; counted once, for that takes a while where there are many. */
  let room: Promise<{ left: number }> | undefined;
  let closed = false;

  /** The file, kept or fetched. Where the browser keeps nothing, because storage is refused or full or has just been
   *  cleared, the network has to do. */
  async function get(url: string): Promise<Response> {
    const cache = closed ? undefined : await caches.open(name).catch(() => undefined);
    const kept = await cache?.match(url).catch(() => undefined);
    if (kept) return kept;
    const answer = await fetch(url);
    if (isPage(answer)) return new Response(null, { status: 404 });
    if (!answer.ok) return answer;
    // Read whole: one that breaks off rejects.
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const file = new Response(bytes, answer);
    const isSure = await isSound(url.slice(base.length), bytes, answer);
    if (isSure && cache) await keep(cache, url, file.clone()).catch(() => undefined);
    return file;
  }

  /** Whether a file may be kept. What stands in a file's place for a while, such as the words of a portal, would stay.
   *  @throws {QrError} UNREACHABLE when it is not what the build has. */
  async function isSound(path: string, bytes: Uint8Array<ArrayBuffer>, { headers }: Response): Promise<boolean> {
    const digest = Object.hasOwn(digests, path) ? digests[path] : undefined;
    // Fonts and emoji that the site has added are no texts.
    if (digest === undefined)
      return path.startsWith("packages/") && !/^text\//i.test(headers.get("Content-Type") ?? "");
    if (hex(await sha256(bytes)) === digest) return true;
    throw damagedFile(path);
  }

  /** Keeps a file where there is room. */
  async function keep(cache: Cache, url: string, answer: Response): Promise<void> {
    room ??= cache.keys().then((files) => ({ left: MOST_FILES - files.length }));
    const places = await room;
    if (places.left <= 0) return;
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
    handle(request) {
      const isFile = request.url.startsWith(base) && !request.url.includes("?");
      return isFile && request.method === "GET" ? get(request.url) : undefined;
    },
    async read(path) {
      return new Uint8Array(await (await file(`packages/${path}`)).arrayBuffer());
    },
    async readText(path) {
      return (await file(path)).text();
    },
    async fetchAhead(paths) {
      const fetched = await Promise.allSettled(paths.map(file));
      return !fetched.some((one) => one.status === "rejected" && isUnreachable(one.reason));
    },
    async precache(parts) {
      if (!Array.isArray(parts)) throw new TypeError("parts must be a list of names of parts");
      const files = [...new Set(parts.flatMap(filesOf))];
      await Promise.all(files.map(file));
      if ((await Promise.all(files.map(isKept))).every((kept) => kept)) return;
      throw new Error("the browser has no room for the parts, or does not keep them");
    },
    async clear() {
      const names = (await caches.keys()).filter((other) => other.startsWith(beginning) && other !== name);
      await Promise.all(names.map((other) => caches.delete(other)));
    },
    close() {
      closed = true;
    },
  };
}
