import type { WorkerHost } from "../../sw/host.ts";

/** The files of the page, relative to the worker; put in place by scripts/build-demo.mjs, as is their digest. */
declare const PLAYGROUND_FILES: readonly string[];
declare const PLAYGROUND_BUILD: string;
declare function importScripts(...scripts: readonly string[]): void;

// The service's own worker comes first; the rest is the page.
importScripts("./sw.js");

const CACHES = "playground-";
const name = CACHES + PLAYGROUND_BUILD;
const host = self as unknown as WorkerHost;
const folder = new URL(".", host.location.href).href;
/** File names in this folder contain hashes, so files of two versions can be kept side by side. */
const assets = `${folder}assets/`;
const kept = new Set(PLAYGROUND_FILES.map((path) => new URL(path, folder).href));

host.addEventListener("install", (event) => {
  const fresh = PLAYGROUND_FILES.map((path) => new Request(new URL(path, folder), { cache: "reload" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
});

host.addEventListener("activate", (event) => event.waitUntil(forgetOldest()));

host.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/s, "").replace(/\/index\.html$/, "/");
  if (request.method !== "GET") return;
  if (kept.has(address)) event.respondWith(answer(address, request));
  else if (address.startsWith(assets)) event.respondWith(answerAsBefore(address, request));
  else if (address.startsWith(`${folder}guide/`)) event.respondWith(readAgain(address, request));
});

async function answer(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(address)) ?? fetch(request);
}

/** Returns a file of the previous version, for tabs that were opened with it. */
async function answerAsBefore(address: string, request: Request): Promise<Response> {
  return (await caches.match(address)) ?? fetch(request);
}

/** Returns the latest version of a page of the guide; without a network, the one that was last read. */
async function readAgain(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) await cache.put(address, fresh.clone()).catch(() => undefined);
    return fresh;
  } catch (fault) {
    const known = await cache.match(address);
    if (known) return known;
    throw fault;
  }
}

/** Removes the files of all versions except this one and the previous one. */
async function forgetOldest(): Promise<void> {
  // Ordered by creation.
  const others = (await caches.keys()).filter((other) => other.startsWith(CACHES) && other !== name);
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
}
