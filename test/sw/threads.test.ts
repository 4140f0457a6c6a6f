import { expect, test } from "vitest";
import type { QrError } from "../../src/errors.ts";
import type { CardJob, HeavyWork } from "../../src/ports.ts";
import { serveHeavyWork } from "../../src/work/heavy-pool.ts";
import type { OfflineHost, PageClient } from "../../sw/host.ts";
import { unreachableFile } from "../../sw/parts/part.ts";
import { createThreads } from "../../sw/threads.ts";
import { heavyOf } from "../heavy.ts";
import { testError } from "../test-error.ts";

const request = { isoqr: "work", protocol: "1", program: "worker.js" } as const;
const input: CardJob = { title: "", data: "x", color: "000000" };
const job = { name: "drawCard", input } as const;

/** Returns heavy work that only draws cards, by calling `draw`. */
function drawing(draw: () => Promise<Uint8Array<ArrayBuffer>>): HeavyWork {
  return heavyOf({ drawCard: draw });
}

/** Creates the threads of a worker that controls `pages`. If no page runs a job, the worker calls `draw` itself. */
function threadsOf(pages: PageClient[], draw: () => Promise<Uint8Array<ArrayBuffer>>): HeavyWork {
  const clients = { claim: async () => undefined, matchAll: async () => [...pages] };
  const host = { clients } as unknown as OfflineHost;
  return createThreads(host, request, drawing(draw), async () => undefined);
}

/** Returns a page that offers threads and runs jobs by calling `draw`. */
function helper(id: string, draw: () => Promise<Uint8Array<ArrayBuffer>>): PageClient {
  return {
    id,
    url: "https://site.example/",
    postMessage(_, [port] = []) {
      if (!(port instanceof MessagePort)) throw new Error("the message has no port");
      serveHeavyWork(drawing(draw), port);
      port.start();
      port.postMessage("ready");
    },
  };
}

const mine = Uint8Array.of(1);
const theirs = Uint8Array.of(2);

test("runs jobs in pages, or in the worker if no page responds", async () => {
  const pages: PageClient[] = [{ id: "deaf", url: "", postMessage: () => undefined }];
  const { run } = threadsOf(pages, async () => mine);
  expect(await run(job)).toEqual(mine);
  pages.push(helper("willing", async () => theirs));
  expect(await run(job)).toEqual(theirs);
});

test("reports the start of a job, so that related jobs can start with it", async () => {
  const pages = [helper("willing", () => new Promise<Uint8Array<ArrayBuffer>>(() => undefined))];
  const { run } = threadsOf(pages, async () => mine);
  const control = new AbortController();
  let settled: Promise<unknown> | undefined;
  await new Promise<void>((resolve) => {
    settled = run({ ...job, onStart: resolve }, control.signal);
  });
  control.abort();
  await expect(settled).rejects.toMatchObject({ name: "AbortError" });
});

test("runs a job in the worker if its page was closed", async () => {
  const pages: PageClient[] = [];
  const leaving = () => {
    pages.length = 0;
    return new Promise<Uint8Array<ArrayBuffer>>(() => undefined);
  };
  pages.push(helper("leaving", leaving));
  expect(await threadsOf(pages, async () => mine).run(job)).toEqual(mine);
});

test("runs a job in the worker if a page's thread cannot load a file, but not after other errors", async () => {
  const fails = (error: QrError) => helper("failing", () => Promise.reject(error));
  const unreachable = fails(unreachableFile(undefined, "card.js"));
  expect(await threadsOf([unreachable], async () => mine).run(job)).toEqual(mine);
  const busyPage = fails(testError("BUSY", "too much is being worked on"));
  await expect(threadsOf([busyPage], async () => mine).run(job)).rejects.toMatchObject({ code: "BUSY" });
});

test("runs one job at a time in the worker, and limits the queue", async () => {
  let atOnce = 0;
  let most = 0;
  let end: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { run } = threadsOf([], async () => {
    most = Math.max(most, ++atOnce);
    await held;
    atOnce--;
    return mine;
  });
  const results = Array.from({ length: 2_001 }, () => run(job));
  await expect(results.at(-1)).rejects.toMatchObject({ code: "BUSY" });
  end?.();
  expect(await results[0]).toEqual(mine);
  expect(await results[1]).toEqual(mine);
  expect(most).toBe(1);
  const rest = await Promise.allSettled(results);
  expect(rest.filter(({ status }) => status === "fulfilled")).toHaveLength(2_000);
});
