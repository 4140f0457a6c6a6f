import type { RequestEvent, WorkerHost } from "../../sw/host.ts";
import { drawErrorPage } from "../product/links.ts";

/** The files of the page, relative to the worker, and their digest. scripts/build-demo.mjs inserts both. */
declare const PLAYGROUND_FILES: readonly string[];
declare const PLAYGROUND_BUILD: string;
declare function importScripts(...scripts: readonly string[]): void;

// sw.js registers its listeners first. This file handles only the files of the page.
importScripts("./sw.js");

const CACHES = "playground-";
const name = CACHES + PLAYGROUND_BUILD;
const host = self as unknown as WorkerHost;
const folder = new URL(".", host.location.href).href;
/** File names in this folder contain hashes, so files from two versions can be cached together. */
const assets = `${folder}assets/`;
const cachedUrls = new Set(PLAYGROUND_FILES.map((path) => new URL(path, folder).href));

/** The cache of visited guide pages, with their styles and pictures. All versions share it. */
const GUIDE = `guide ${new URL(folder).pathname}`;
/** Maximum number of files in the cache of the guide, which has about 100 files. */
const MAX_GUIDE_FILES = 300;
/** The key of the version that last updated the cache of the guide. */
const GUIDE_BUILD = `${folder}guide/?build`;

host.addEventListener("install", (event) => {
  const fresh = PLAYGROUND_FILES.map((path) => new Request(new URL(path, folder), { cache: "reload" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
});

host.addEventListener("activate", (event) => event.waitUntil(removeOldVersions()));

host.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = withoutQuery(request.url);
  if (request.method !== "GET") return;
  if (cachedUrls.has(url)) event.respondWith(respond(url, request));
  else if (url.startsWith(assets)) event.respondWith(respondFromAnyVersion(url, request));
  else if (isGuide(url)) event.respondWith(respondWithGuide(url, event));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => lost()));
  if (request.mode === "navigate") event.waitUntil(updateGuideOnce());
});

// A page that was loaded before the worker took control sends a message, so that the worker stores it.
host.addEventListener("message", (event) => {
  const { playground, url } = (event.data ?? {}) as Readonly<Record<string, unknown>>;
  if (playground !== "keep" || typeof url !== "string") return;
  event.waitUntil(keepPage(withoutQuery(url)).catch(() => undefined));
});

async function respond(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(url)) ?? fetch(request);
}

/** Resolves to a file of this version or the previous one, which open tabs may still use. */
async function respondFromAnyVersion(url: string, request: Request): Promise<Response> {
  return (await caches.match(url)) ?? fetch(request);
}

/** Resolves to the latest version of a guide page or, while offline, to the version that the user last visited. */
async function respondWithGuide(url: string, event: RequestEvent): Promise<Response> {
  const { request } = event;
  try {
    const fresh = await fetch(request);
    if (isUsable(fresh)) event.waitUntil(keep(url, fresh.clone()).catch(() => undefined));
    return fresh;
  } catch (error) {
    const cached = await caches.match(url, { cacheName: GUIDE });
    if (cached) return cached;
    // A redirect, as on the server. If the page were returned here, its relative URLs would be resolved against the wrong
    // folder.
    const page = pageAt(url);
    if (page && (await caches.match(page, { cacheName: GUIDE }))) {
      return Response.redirect(page + new URL(request.url).search, 308);
    }
    if (request.mode === "navigate") return lost();
    throw error;
  }
}

/** Returns whether `url` belongs to the guide or to the API reference of a server. */
function isGuide(url: string): boolean {
  return url.startsWith(`${folder}guide/`) || url === `${folder}docs` || url.startsWith(`${folder}docs/`);
}

/** Returns the URL of a page of the guide if `url` is its URL without ".html"; undefined for any other URL. */
function pageAt(url: string): string | undefined {
  const name = url.startsWith(`${folder}guide/`) && /^([\w-]+)\/?$/.exec(url.slice(`${folder}guide/`.length))?.[1];
  return name ? `${folder}guide/${name}.html` : undefined;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/index\.html$/, "/");
}

function isUsable({ ok, redirected }: Response): boolean {
  return ok && !redirected;
}

async function keepPage(url: string): Promise<void> {
  if (!isGuide(url) || (await caches.match(url, { cacheName: GUIDE }))) return;
  const fresh = await fetch(url);
  if (isUsable(fresh)) await keep(url, fresh);
}

/** Stores a file of the guide. With a page, also stores its styles, scripts and pictures, because browsers load pictures
 *  only when they are scrolled into view. */
async function keep(url: string, response: Response): Promise<void> {
  const cache = await caches.open(GUIDE);
  const isKept = async (one: string) => (await cache.match(one)) !== undefined;
  if (!(await isKept(url)) && (await cache.keys()).length >= MAX_GUIDE_FILES) return;
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") === true;
  const html = isPage ? await response.clone().text() : "";
  await cache.put(url, response);
  for (const file of filesIn(html, url)) {
    if (await isKept(file)) continue;
    const fresh = await fetch(file);
    if (isUsable(fresh)) await keep(file, fresh);
  }
}

/** Returns the URLs of the guide's files that a page loads. */
function filesIn(html: string, url: string): Set<string> {
  const tags = html.match(/<(?:img|link|script|source)\b[^<>]*>/g) ?? [];
  const paths = tags.flatMap((tag) => /\s(?:src|srcset|href)="([^"\s]+)/.exec(tag)?.[1] ?? []);
  return new Set(paths.map((path) => new URL(path, url).href).filter(isGuide));
}

let updating: Promise<void> | undefined;

/** Updates the stored pages of the guide once per version of the playground. If that fails, tries again later. */
function updateGuideOnce(): Promise<void> {
  updating ??= updateGuide().catch(() => {
    updating = undefined;
  });
  return updating;
}

async function updateGuide(): Promise<void> {
  const cache = await caches.open(GUIDE);
  const build = await cache.match(GUIDE_BUILD);
  if (build && (await build.text()) === PLAYGROUND_BUILD) return;
  for (const { url } of await cache.keys()) {
    if (url === GUIDE_BUILD) continue;
    const fresh = await fetch(url, { cache: "no-cache" });
    if (isUsable(fresh)) await keep(url, fresh);
    else if (fresh.status === 404) await cache.delete(url);
    else throw new Error(`${url} returns ${fresh.status}`);
  }
  await cache.put(GUIDE_BUILD, new Response(PLAYGROUND_BUILD));
}

/** Returns the page for a URL that cannot be shown offline. Uses the languages of the browser, because most browsers add
 *  Accept-Language to requests only after the service worker. */
function lost(): Response {
  const { html, policy, lang } = drawErrorPage("offline", folder, navigator.languages.join());
  return new Response(html, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Content-Language": lang,
      "Cache-Control": "no-store",
    },
  });
}

/** Removes the files of all versions except this one and the previous one. */
async function removeOldVersions(): Promise<void> {
  // Browsers list caches in order of creation, so the last one is the previous version.
  const others = (await caches.keys()).filter((other) => other.startsWith(CACHES) && other !== name);
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
}
