import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { HeavyJobs, HeavyWork } from "../../src/ports.ts";
import { createListener } from "../../src/runtime/listener.ts";
import { cacheJobs } from "../../src/service/job-cache.ts";
import { createService } from "../../src/service/service.ts";
import { callWork, serveWork } from "../../src/work/wire.ts";
import { heavyOf } from "../heavy.ts";
import { card, gated, localPool, logo, reportOf, scanOf } from "./pools.ts";

/** Returns heavy work whose jobs never end, and the list of signals that these jobs have received. */
function endless(): { heavy: HeavyWork; signals: (AbortSignal | undefined)[] } {
  const signals: (AbortSignal | undefined)[] = [];
  const run: HeavyWork["run"] = (_, signal) => {
    signals.push(signal);
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  return { heavy: { jobs: new Set(), run }, signals };
}

const aborted = { name: "AbortError" };

test("removes an aborted job from the queue immediately", async () => {
  const { work, begun, release } = gated();
  const { pool } = localPool(work, { size: 1, queue: 1 });
  const scan = (data: string, signal?: AbortSignal) => pool.run({ name: "scan", input: scanOf(data) }, signal);
  const first = scan("a");
  const control = new AbortController();
  const second = scan("b", control.signal);
  control.abort();
  const third = scan("c");
  await expect(second).rejects.toMatchObject(aborted);
  await expect.poll(() => begun).toEqual(["a"]);
  release();
  expect(await first).toEqual(reportOf("a"));
  await expect.poll(() => begun).toEqual(["a", "c"]);
  release();
  expect(await third).toEqual(reportOf("c"));
});

test("aborts the job in the worker", async () => {
  const { port1, port2 } = new MessageChannel();
  const { heavy, signals } = endless();
  serveWork<HeavyJobs>(heavy, port1);
  const control = new AbortController();
  const job = callWork<HeavyJobs>(port2).run({ name: "drawCard", input: card }, control.signal);
  await expect.poll(() => signals.length).toBe(1);
  control.abort();
  await expect(job).rejects.toMatchObject(aborted);
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  port1.close();
});

test("continues a shared job when one of its callers aborts", async () => {
  let finish = () => {};
  const heavy = heavyOf({
    readLogo: () =>
      new Promise((resolve) => {
        finish = () => resolve({ kind: "svg", width: 1, height: 1 });
      }),
  });
  const { run } = cacheJobs(heavy);
  const control = new AbortController();
  const [leaving, staying] = [control.signal, undefined].map((signal) =>
    run({ name: "readLogo", input: logo.bytes }, signal),
  );
  control.abort();
  await expect(leaving).rejects.toMatchObject(aborted);
  finish();
  expect(await staying).toMatchObject({ kind: "svg" });
});

test.each(["/api/og?data=x", "/api/qr/validate?data=x"])(
  "an aborted request to %s ends its job silently",
  async (path) => {
    const { heavy, signals } = endless();
    const reports: unknown[] = [];
    const app = createApp(createService({ heavy }), { report: (error) => reports.push(error) });
    const control = new AbortController();
    const answer = app(new Request(`http://isoqr.test${path}`, { signal: control.signal }));
    await expect.poll(() => signals.length).toBe(1);
    control.abort();
    await answer;
    expect(signals[0]?.aborted).toBe(true);
    expect(reports).toEqual([]);
  },
);

test("aborts a job when the connection of its request closes", async () => {
  const { heavy, signals } = endless();
  const app = createApp(createService({ heavy }), { report: () => {} });
  const server = createServer(createListener(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const control = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/og?data=x`;
  const response = fetch(url, { signal: control.signal });
  await expect.poll(() => signals.length).toBe(1);
  expect(signals[0]?.aborted).toBe(false);
  control.abort();
  await expect(response).rejects.toMatchObject(aborted);
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  server.close();
});
