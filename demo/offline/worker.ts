import type { WorkerHost } from "../../sw/host.ts";

/** The files of the page, relative to the worker, and their digest. scripts/build-demo.mjs inserts both. */
declare const PLAYGROUND_FILES: readonly string[];
declare const PLAYGROUND_BUILD: string;
declare function importScripts(...scripts: readonly string[]): void;

// The service's worker registers its listeners first. This file handles only the files of the page.
importScripts("./sw.js");

const CACHES = "playground-";
const name = CACHES + PLAYGROUND_BUILD;
const host = self as unknown as WorkerHost;
const folder = new URL(".", host.location.href).href;
/** File names in this folder contain hashes, so files from two versions can be cached together. */
const assets = `${folder}assets/`;
const cachedUrls = new Set(PLAYGROUND_FILES.map((path) => new URL(path, folder).href));

host.addEventListener("install", (event) => {
  const fresh = PLAYGROUND_FILES.map((path) => new Request(new URL(path, folder), { cache: "reload" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
});

host.addEventListener("activate", (event) => event.waitUntil(removeOldVersions()));

host.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.replace(/[?#].*$/s, "").replace(/\/index\.html$/, "/");
  if (request.method !== "GET") return;
  if (cachedUrls.has(url)) event.respondWith(respond(url, request));
  else if (url.startsWith(assets)) event.respondWith(respondFromAnyVersion(url, request));
  else if (url.startsWith(`${folder}guide/`)) event.respondWith(respondWithGuide(url, request));
});

async function respond(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(url)) ?? fetch(request);
}

/** Resolves to a file of this or the previous version of the page, because open tabs may still use the previous one. */
async function respondFromAnyVersion(url: string, request: Request): Promise<Response> {
  return (await caches.match(url)) ?? fetch(request);
}

/** Resolves to the latest version of a guide page or, when offline, to the version that the user last visited. */
async function respondWithGuide(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) await cache.put(url, fresh.clone()).catch(() => undefined);
    return fresh;
  } catch (error) {
    const cached = await cache.match(url);
    if (cached) return cached;
    throw error;
  }
}

/** Removes the files of all versions except this one and the previous one. */
async function removeOldVersions(): Promise<void> {
  // Browsers list caches in the order of their creation.
  const others = (await caches.keys()).filter((other) => other.startsWith(CACHES) && other !== name);
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
}
