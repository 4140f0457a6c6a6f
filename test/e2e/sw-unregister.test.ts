import { expect, test } from "vitest";
import { delay, deploy, releaseOf, update } from "./sw-releases.ts";
import { createFaultyServer } from "./sw-server.ts";
import { askFrom, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();

/** Resolves to the workers, caches and databases of the site. */
const left = () =>
  stage.page.evaluate(`(async () => [
    (await navigator.serviceWorker.getRegistrations()).length,
    await caches.keys(),
    (await indexedDB.databases()).map(({ name }) => name),
  ])()`);

test("unregistering removes everything", async () => {
  await registerOn(stage.page, { offline: ["logo"] });
  await stage.page.evaluate("qr.offlineReady");
  await askFrom(stage.page, "/api/i?data=gone");
  await stage.page.evaluate("qr.unregister()");
  expect(await left()).toEqual([0, [], []]);
  await stage.page.reload();
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(404);
});

test("unregistering also cancels work in progress and later requests from other tabs", async () => {
  const server = await createFaultyServer();
  server.fault = "broken";
  await registerOn(stage.page, { server: server.url });
  const other = await stage.page.context().newPage();
  await other.goto(stage.site.url);
  await registerOn(other, { server: server.url });
  const busy = [stage.page, other].map((page) =>
    page.evaluate(async () => {
      const ask = (path: string) => fetch(path).then(({ status }) => status);
      const links = Array.from({ length: 100 }, (_, at) => ask(`/api/i?data=${at}`));
      return Promise.all([...links, ask("/api/og?data=x&title=y"), ask("/api/qr/validate?data=x")]);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stage.page.evaluate("qr.unregister()");
  await Promise.all(busy);
  expect(await left()).toEqual([0, [], []]);
  // Pages keep their worker until they are reloaded, but it no longer responds.
  for (const page of [stage.page, other]) expect((await askFrom(page, "/api/i?data=late")).status).toBe(404);
  await other.evaluate("qr.outbox.flush()");
  expect(await left()).toEqual([0, [], []]);
  await server.close();
});

test.each([1, 2])(
  "a site whose %i pages unregister the worker and register it again works as before",
  async (count) => {
    const other = count === 2 ? await stage.page.context().newPage() : undefined;
    await other?.goto(stage.site.url);
    for (const page of [stage.page, other]) if (page) await registerOn(page, { offline: ["logo"] });
    await stage.page.evaluate("qr.unregister()");
    for (const page of [stage.page, other]) if (page) await registerOn(page, { offline: ["logo"] });
    await stage.site.leave();
    for (const page of [stage.page, other]) {
      if (!page) continue;
      for (const path of ["/api/qr?data=x", "/api/qr?data=x&color=112233", "/api/i?data=again"]) {
        expect((await askFrom(page, path)).status, path).toBeLessThan(300);
      }
    }
    expect(await stage.page.evaluate("qr.links.list().then(({ length }) => length)")).toBe(1);
  },
);

test("unregistering settles while another page holds the database", async () => {
  await registerOn(stage.page);
  await askFrom(stage.page, "/api/i?data=gone");
  const other = await stage.page.context().newPage();
  await other.goto(stage.site.url);
  await other.evaluate(`(async () => {
    const [{ name }] = await indexedDB.databases();
    globalThis.held = await new Promise((resolve) => {
      indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result);
    });
  })()`);
  await stage.page.evaluate("qr.unregister()");
  await other.close();
  await expect.poll(left).toEqual([0, [], []]);
});

test("unregistering cancels an update that is being installed", async () => {
  await registerOn(stage.page, { offline: ["logo"] });
  const next = releaseOf("9.9.9-00000000");
  deploy(stage.site, next);
  const held = delay(stage.site, `/isoqr-${next.name}/logo.js`);
  const updated = update(stage.page);
  await held.requested;
  await stage.page.evaluate("qr.unregister()");
  await updated;
  expect(await left()).toEqual([0, [], []]);
});

test("rejects a page outside the scope, and leaves no worker", async () => {
  await expect(registerOn(stage.page, { scope: "/elsewhere/" })).rejects.toThrow("outside the worker's scope");
  stage.site.files.set("/deep/sw.js", "");
  await expect(registerOn(stage.page, { script: "/deep/sw.js" })).rejects.toThrow("put sw.js in a parent folder");
  expect(await left()).toEqual([0, [], []]);
});
