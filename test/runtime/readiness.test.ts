import { expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { SHUTTING_DOWN } from "../../src/http/settings.ts";
import { createReadiness, type Readiness, STORE_TIME } from "../../src/runtime/hosted.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import type { LinkStore } from "../../src/stores/store.ts";
import { storeFailed, UNAVAILABLE } from "../../src/stores/store-errors.ts";
import { ruleText } from "../rule-text.ts";

const store = (find: LinkStore["find"]): LinkStore => ({ ...createMemoryLinks(), find });

/** Requests /readyz with this readiness check. Resolves to the response and the reported errors. */
async function ask({ check }: Readiness) {
  const report = vi.fn();
  const app = createApp(createService(), { checkReady: check, report });
  const answer = await app(new Request("http://isoqr.test/readyz"));
  const reported = report.mock.calls.flat();
  return { status: answer.status, retry: answer.headers.get("Retry-After"), body: await answer.json(), reported };
}

test("/readyz succeeds if the store responds", async () => {
  expect(await ask(createReadiness(createMemoryLinks()))).toMatchObject({ status: 200, body: { status: "ready" } });
});

test("/readyz fails if the store is unavailable, and only the operator gets the reason", async () => {
  const away = createReadiness(store(() => Promise.reject(storeFailed("PostgreSQL", new Error("10.0.0.9 is gone")))));
  expect(await ask(away)).toEqual({
    status: 503,
    retry: "1",
    body: { error: ruleText(UNAVAILABLE) },
    reported: ["PostgreSQL failed: 10.0.0.9 is gone"],
  });
});

test("sends one query at a time to a store that hangs, and accepts a late response", async () => {
  let settle = (_: undefined) => {};
  const find = vi.fn<LinkStore["find"]>(() => new Promise((resolve) => (settle = resolve)));
  const readiness = createReadiness(store(find), 20);
  const late = { status: 503, body: { error: ruleText(STORE_TIME) } };
  expect(await Promise.all([ask(readiness), ask(readiness)])).toMatchObject([late, late]);
  expect(await ask(readiness)).toMatchObject(late);
  expect(find).toHaveBeenCalledTimes(1);
  settle(undefined);
  find.mockResolvedValue(undefined);
  expect(await ask(readiness)).toMatchObject({ status: 200 });
});

test("/readyz fails while the server stops, and does not query the store", async () => {
  const find = vi.fn<LinkStore["find"]>();
  const readiness = createReadiness(store(find));
  readiness.stop();
  expect(await ask(readiness)).toMatchObject({
    status: 503,
    body: { error: ruleText(SHUTTING_DOWN) },
  });
  expect(find).not.toHaveBeenCalled();
});
