import type { WorkerHost } from "./host.ts";
import { createOffline } from "./offline.ts";
import { settingsOfScript } from "./settings.ts";

/** The program of sw.js. */
const host = self as unknown as WorkerHost;
const offline = createOffline(host, settingsOfScript(host.location.href));

host.addEventListener("fetch", (event) => {
  const answer = offline.handleRequest(event);
  if (answer) event.respondWith(answer);
});
host.addEventListener("install", (event) => event.waitUntil(offline.prepare()));
// The first worker of a site answers at once; a later one waits until register()'s applyUpdate() lets it.
host.addEventListener("activate", (event) => event.waitUntil(Promise.all([host.clients.claim(), offline.tidy()])));
host.addEventListener("message", offline.handleMessage);
host.addEventListener("sync", offline.handleSync);
