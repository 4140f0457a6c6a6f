import type { WorkerHost } from "../../sw/host.ts";

/** The files of the page, relative to the worker; put in place by scripts/build-demo.mjs, as is their digest. */
declare const PLAYGROUND_FILES: readonly string[];
declare const PLAYGROUND_BUILD: string;
declare function importScripts(...scripts: readonly string[]): void;

// The service's own worker answers what is the service's; what is left is the page.
importScripts("./sw.js");

const CACHES = "playground-";
const name = CACHES + PLAYGROUND_BUILD;
const host = self as unknown as WorkerHost;
const folder = new URL(".", host.location.href).href;
const kept = new Set(PLAYGROUND_FILES.map((path) => new URL(path, folder).href));

host.addEventListener("install", (event) => {
  const fresh = PLAYGROUND_FILES.map((path) => new Request(new URL(path, folder), { cache: "reload" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
});

host.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

host.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/s, "").replace(/\/index\.html$/, "/");
  if (request.method === "GET" && kept.has(address)) event.respondWith(answer(address, request));
});

async function answer(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(address)) ?? fetch(request);
}

async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter((other) => other.startsWith(CACHES) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}
