import type { WorkerHost } from "./host.ts";
import { createOffline } from "./offline.ts";

/** The entry of sw.js. */
const host = self as unknown as WorkerHost;
const offline = createOffline(host);

host.addEventListener("fetch", (event) => {
  const response = offline.handleRequest(event);
  if (response) event.respondWith(response);
});
host.addEventListener("install", (event) => event.waitUntil(offline.prepare()));
// The first version of a site is activated immediately. Later versions wait for applyUpdate().
host.addEventListener("activate", (event) => event.waitUntil(Promise.all([host.clients.claim(), offline.tidy()])));
host.addEventListener("message", offline.handleMessage);
host.addEventListener("sync", offline.handleSync);
