import { createHandler } from "./handle.ts";
import type { WorkerHost } from "./host.ts";
import { type Answers, answerPage } from "./messages.ts";
import { settingsOfScript } from "./settings.ts";

/** The program of sw.js. Everything is in place when the script has run once, so that a worker that was stopped answers
 *  the very request it was started for. */
const host = self as unknown as WorkerHost;
const handler = createHandler(settingsOfScript(host.location.href), host.location.origin);

const answers: Answers = {
  version: async () => ISOQR_BUILD,
  claim: () => host.clients.claim().then(() => null),
  apply: () => host.skipWaiting().then(() => null),
};

host.addEventListener("fetch", (event) => {
  const answer = handler.handle(event.request);
  if (answer) event.respondWith(answer);
});
host.addEventListener("activate", (event) => event.waitUntil(host.clients.claim()));
host.addEventListener("message", (event) => {
  const done = answerPage(answers, event.data, event.ports[0]);
  if (done) event.waitUntil(done);
});
