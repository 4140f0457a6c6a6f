import { createHandler } from "./handle.ts";
import type { LastingEvent, WorkerHost } from "./host.ts";
import { type Answers, answerPage, type News } from "./messages.ts";
import { createOutbox, type OutboxState } from "./outbox.ts";
import { createPartsWork } from "./parts/part.ts";
import { settingsOfScript } from "./settings.ts";
import { createShell } from "./shell.ts";
import { createThreads } from "./threads.ts";

/** The program of sw.js. Everything is in place when the script has run once, so that a worker that was stopped answers
 *  the very request it was started for. */
const host = self as unknown as WorkerHost;
const settings = settingsOfScript(host.location.href);
const parts = new URL(`isoqr-${ISOQR_BUILD}/`, host.location.href).href;
const shell = createShell(parts, ISOQR_BUILD);
const here = createPartsWork({ run: runHere, read: shell.read });
const heavy = createThreads(host, { isoqr: "work", build: ISOQR_BUILD, program: `${parts}worker.js` }, here, () =>
  shell.readText("worker.js"),
);
const { handle, links } = createHandler(settings, host.location.origin, heavy);
const outbox = settings.server === undefined ? undefined : createOutbox(links, settings.server);

/** The tag of Background Sync, by which the browser wakes the worker when the network is back, pages or not. */
const SYNC = "isoqr-outbox";

async function flush(eager?: boolean): Promise<OutboxState> {
  const state = (await outbox?.flush(eager)) ?? { pending: 0, wait: 0 };
  // Refused where the user turned it off; then pages see to it.
  if (state.pending > 0) await host.registration.sync?.register(SYNC).catch(() => undefined);
  const news: News = { isoqr: "outbox", state };
  for (const page of await host.clients.matchAll({ type: "window" })) page.postMessage(news);
  return state;
}

const answers: Answers = {
  version: async () => ISOQR_BUILD,
  claim: () => host.clients.claim().then(() => null),
  apply: () => host.skipWaiting().then(() => null),
  flush: ({ eager }) => flush(eager),
  precache: ({ parts }) => shell.precache(parts).then(() => null),
};

host.addEventListener("fetch", (event) => {
  const answer = shell.handle(event.request) ?? handle(event.request, () => outbox && during(event, flush()));
  if (answer) event.respondWith(answer);
});
host.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([host.clients.claim(), shell.clear().catch(() => undefined)]));
  // Links from before there was a server.
  if (outbox) during(event, links.queueLocal());
});
host.addEventListener("message", (event) => {
  const done = answerPage(answers, event.data, event.ports[0]);
  if (done) event.waitUntil(done);
});
host.addEventListener("sync", (event) => {
  if (event.tag === SYNC)
    event.waitUntil(flush(true).then(({ pending }) => pending > 0 && Promise.reject(new Error())));
});

/** Runs a part's script in this thread. A worker may import none once it is installed, so its text is made a function. */
async function runHere(script: string, global: string): Promise<unknown> {
  return new Function(`${await shell.readText(script)}\nreturn ${global};`)();
}

/** Keeps the worker alive for `work`, whose failure is nobody's: it is tried again. */
function during(event: LastingEvent, work: Promise<unknown>): void {
  event.waitUntil(work.catch(() => undefined));
}
