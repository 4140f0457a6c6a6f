import { theCore } from "../src/core/core.ts";
import { QrError } from "../src/errors.ts";
import type { HeavyJobName } from "../src/ports.ts";
import { checkLinkText } from "../src/service/links.ts";
import { createHandler } from "./handle.ts";
import type { LastingEvent, OfflineHost, PageMessageEvent, RequestEvent, SyncEvent } from "./host.ts";
import { type Answers, answerPage, type News } from "./messages.ts";
import { createOutbox, type OutboxState } from "./outbox.ts";
import { checkCompiling, createPartsWork, filesOf, PART_OF, type PartName } from "./parts/part.ts";
import { type GivenSettings, namesOf, readSettings } from "./settings.ts";
import { createShell } from "./shell.ts";
import { createRequiredParts, createTakeover } from "./takeover.ts";
import { createThreads } from "./threads.ts";

export type { OfflineHost } from "./host.ts";
export type { PartName } from "./parts/part.ts";
export type { GivenSettings } from "./settings.ts";

/** The service inside a service worker: a function for each event of the worker. */
export interface Offline {
  /** Returns the answer; undefined at once for a request that is not the service's, which the worker then handles itself. */
  handleRequest(event: Pick<RequestEvent, "request" | "waitUntil">): Promise<Response> | undefined;
  /** Handles messages of register(), and ignores others. */
  handleMessage(event: Pick<PageMessageEvent, "data" | "ports" | "waitUntil">): void;
  /** Sends links to the server when the browser reports that the network is back. Ignores other tags. */
  handleSync(event: Event | Pick<SyncEvent, "tag" | "waitUntil">): void;
  /** For the "install" event: fetches the parts that pages asked an earlier version for. Rejects if one cannot be fetched or
   *  stored; the earlier version then keeps serving. Resolves at once for the very first version. */
  prepare(): Promise<void>;
  /** For the "activate" event: removes the files of earlier versions, if this one has every part that pages asked for. */
  tidy(): Promise<void>;
  /** Fetches and keeps parts; later versions take over only with them. Rejects if one cannot be fetched, stored or run. */
  precache(parts: readonly PartName[]): Promise<void>;
}

/** The tag of Background Sync, with which the browser wakes the worker when the network is back, even without pages. */
const SYNC = "isoqr-outbox";

/** Creates the service for `host`, the global of a service worker. The folder of parts is next to the worker's script.
 *  Synchronous, so that a worker that was stopped can answer the request that started it.
 *  @throws {TypeError} for invalid settings. */
export function createOffline(host: OfflineHost, given: GivenSettings = {}): Offline {
  const { href, origin } = host.location;
  const settings = readSettings(given, href);
  const parts = new URL(`isoqr-${ISOQR_BUILD}/`, href).href;
  const names = namesOf(host.registration.scope);
  const digests = JSON.parse(ISOQR_FILES);
  const shell = createShell({ base: parts, build: ISOQR_BUILD, names, digests });
  const required = createRequiredParts(names.required, shell.isKeptElsewhere);
  const takeover = createTakeover(host, shell, required);
  const here = createPartsWork({ run: runHere, read: shell.read });
  const program = `${parts}worker.js`;
  const heavy = createThreads(host, { isoqr: "work", protocol: ISOQR_PROTOCOL, program }, here, loadFor);
  const handlerParts = { heavy, sharePage: here.sharePage, database: names.links };
  const { handle, links } = createHandler(settings, origin, handlerParts);
  const outbox = settings.server === undefined ? undefined : createOutbox(links, settings.server, names.outbox);
  const ahead = new Map<PartName, Promise<boolean>>();
  const { note, ended } = createTasks();
  let retired = false;

  /** Fetches what a thread needs for a job, so that it does not count against the job's time limit. */
  async function loadFor(job: HeavyJobName): Promise<void> {
    const part = PART_OF[job];
    if (part) await fetchOnce(part);
    await shell.readText("worker.js");
  }

  async function fetchOnce(part: PartName): Promise<void> {
    const fetched = ahead.get(part) ?? shell.fetchAhead(filesOf(part));
    ahead.set(part, fetched);
    if (!(await fetched)) ahead.delete(part);
  }

  /** Called when links were created, opened or removed. Sends them, and fetches the part that draws their pages. */
  function changed(event: Pick<LastingEvent, "waitUntil">): void {
    if (outbox) during(event, note(flush()));
    during(event, fetchShare());
  }

  async function fetchShare(): Promise<void> {
    if (ahead.has("share")) return;
    await Promise.all([required.add(["share"]), fetchOnce("share")]);
  }

  async function precache(parts: readonly PartName[], passedOn: boolean): Promise<void> {
    checkParts(parts);
    theCore();
    await takeover.require(parts, passedOn);
    if (parts.some((part) => part !== "share")) checkCompiling();
  }

  async function retire(): Promise<null> {
    retired = true;
    takeover.cancel();
    shell.close();
    required.close();
    await outbox?.close();
    await ended();
    return null;
  }

  async function flush(eager?: boolean): Promise<OutboxState> {
    const state = (!retired && (await outbox?.flush(eager))) || { pending: 0, wait: 0 };
    // Rejects if the user has turned it off. Pages then flush the outbox.
    if (state.pending > 0) await host.registration.sync?.register(SYNC).catch(() => undefined);
    const news: News = { isoqr: "outbox", state };
    for (const page of await host.clients.matchAll({ type: "window" })) page.postMessage(news);
    return state;
  }

  /** Runs a part's script in this thread. An installed worker cannot import scripts, so the text is compiled. */
  async function runHere(script: string, global: string): Promise<unknown> {
    const text = await shell.readText(script);
    try {
      return new Function(`${text}\nreturn ${global};`)();
    } catch (error) {
      if (!(error instanceof EvalError)) throw error;
      const rule = "this site's policy lets the worker run no parts: allow script-src 'unsafe-eval' for sw.js alone";
      throw new QrError("NOT_SUPPORTED", 501, rule, undefined, { cause: error });
    }
  }

  const answers: Answers = {
    version: async () => ISOQR_BUILD,
    claim: () => host.clients.claim().then(() => null),
    async apply() {
      await takeover.complete();
      await host.skipWaiting();
      return null;
    },
    flush: ({ eager }) => flush(eager),
    async precache({ parts: names, passedOn = false }) {
      await precache(names, passedOn);
      // Without `passedOn`, this is the active version; others must not remove its files.
      if (!passedOn) await takeover.tidy().catch(() => undefined);
      return null;
    },
    judge: async ({ texts }) => {
      if (!Array.isArray(texts)) throw new TypeError("texts must be a list");
      return texts.findIndex((text) => !isLinkText(text));
    },
    retire,
  };

  return {
    handleRequest(event) {
      if (retired) return undefined;
      const { request } = event;
      const answer = shell.handle(request) ?? handle(request, () => changed(event));
      return answer && note(answer);
    },
    handleMessage(event) {
      const done = answerPage(answers, event.data, event.ports[0]);
      if (done) event.waitUntil(done);
    },
    handleSync(event) {
      // A rejection makes the browser try again later.
      const rest = ({ pending }: OutboxState) => pending > 0 && Promise.reject(new Error(`${pending} are left`));
      if ("tag" in event && event.tag === SYNC) event.waitUntil(flush(true).then(rest));
    },
    prepare: takeover.prepare,
    async tidy() {
      // Links from before there was a server.
      await Promise.allSettled([takeover.tidy(), outbox && links.queueLocal()]);
    },
    // Passed on while installing, since an installation must not wait for itself.
    precache: (parts) => precache(parts, host.serviceWorker?.state !== "activated"),
  };
}

/** @throws {TypeError} unless `parts` are names of parts. */
function checkParts(parts: readonly PartName[]): void {
  if (!Array.isArray(parts)) throw new TypeError("parts must be a list of names of parts");
  for (const part of parts) filesOf(part);
}

/** Returns whether the service would create a link to `text`. */
function isLinkText(text: unknown): boolean {
  try {
    checkLinkText(text);
    return true;
  } catch {
    return false;
  }
}

/** Keeps the worker alive for `work`. Failures are ignored, because the work is tried again. */
function during(event: Pick<LastingEvent, "waitUntil">, work: Promise<unknown>): void {
  event.waitUntil(work.catch(() => undefined));
}

/** Tracks the tasks that are under way. */
function createTasks() {
  const all = new Set<Promise<unknown>>();
  return {
    /** Returns `work`, and tracks it until it settles. */
    note<T>(work: Promise<T>): Promise<T> {
      const done: Promise<unknown> = work.catch(() => undefined).finally(() => all.delete(done));
      all.add(done);
      return work;
    },
    /** Resolves when no task is left, including those that were started meanwhile. */
    async ended(): Promise<void> {
      while (all.size > 0) await Promise.all(all);
    },
  };
}
