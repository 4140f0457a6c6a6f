import { expect, test } from "vitest";
import { askFrom, build, builtWorker, jsonOf, posting, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();

/** The name and the script of a later build of the worker. */
const next = "9.9.9-00000000";
const nextWorker = builtWorker.replaceAll(build, next);
/** Makes the browser check for an update. */
const look = () => stage.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");

test("an update waits until it is applied, and the old version finishes its requests", async () => {
  await registerOn(stage.page);
  await stage.page.evaluate('globalThis.updates = 0; qr.addEventListener("update", () => updates++)');
  expect(await stage.page.evaluate("qr.version()")).toBe(build);
  stage.site.files.set("/sw.js", nextWorker);
  const cachesOfBuild = () =>
    stage.page.evaluate(async (build) => (await caches.keys()).filter((name) => name.includes(build)).length, build);
  expect(await cachesOfBuild()).toBe(1);
  const batch = { items: Array(50).fill({ data: "7".repeat(3000), size: 2048, ec: "L" }) };
  const underWay = askFrom(stage.page, "/api/qr/batch", posting(batch));
  await look();
  await expect.poll(() => stage.page.evaluate("updates")).toBe(1);
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
  expect(await stage.page.evaluate("qr.version()")).toBe(build);
  await stage.page.evaluate("qr.applyUpdate()");
  const { count, results } = jsonOf(await underWay);
  expect([count, results.every(({ status }: { status: number }) => status === 200)]).toEqual([50, true]);
  expect(await stage.page.evaluate("qr.version()")).toBe(next);
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
  // The caches of the old build are removed.
  await expect.poll(cachesOfBuild).toBe(0);
});

test("never installs a truncated script, neither at first nor as an update", async () => {
  stage.site.files.set("/sw.js", builtWorker.slice(0, builtWorker.length / 2));
  await expect(registerOn(stage.page)).rejects.toThrow();
  expect(await stage.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")).toBe(0);
  stage.site.files.delete("/sw.js");
  await registerOn(stage.page);
  stage.site.files.set("/sw.js", builtWorker.slice(0, builtWorker.length / 2));
  await expect(look()).rejects.toThrow();
  expect(await stage.page.evaluate("qr.version()")).toBe(build);
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
});

test("a page opened while a version is waiting gets the update event, and can apply the update for all pages", async () => {
  await registerOn(stage.page);
  stage.site.files.set("/sw.js", nextWorker);
  await look();
  const waits = "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)";
  await expect.poll(() => stage.page.evaluate(waits)).toBe(true);
  const other = await stage.page.context().newPage();
  await other.goto(stage.site.url);
  await other.evaluate(`(async () => {
    const { register } = await import("/register.js");
    globalThis.qr = await register();
    await new Promise((resolve) => qr.addEventListener("update", resolve));
    await qr.offlineReady;
    await qr.applyUpdate();
  })()`);
  expect(await stage.page.evaluate("qr.version()")).toBe(next);
  expect(await other.evaluate("qr.version()")).toBe(next);
  for (const page of [stage.page, other]) expect((await askFrom(page, "/api/qr?data=x")).status).toBe(200);
});

test("a page of a new build works with the worker of an old one, each with its own parts", async () => {
  await registerOn(stage.page);
  const script = (await askFrom(stage.page, "/register.js")).body;
  stage.site.files.set("/register.js", Buffer.from(script, "base64").toString().replaceAll(build, next));
  await stage.page.reload();
  await registerOn(stage.page);
  expect(await stage.page.evaluate("qr.version()")).toBe(build);
  stage.site.requested.length = 0;
  expect((await askFrom(stage.page, "/api/qr/validate?data=x")).status).toBe(200);
  const parts = stage.site.requested.filter((path) => path.startsWith("/isoqr-"));
  expect(parts).toContain(`/isoqr-${build}/scan.js`);
  expect(parts.filter((path) => !path.startsWith(`/isoqr-${build}/`))).toEqual([]);
});
