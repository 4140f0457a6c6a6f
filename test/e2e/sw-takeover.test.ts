import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { launchProfile } from "../engines/chromium.ts";
import {
  apply,
  countUpdates,
  delay,
  deploy,
  everything,
  expectServed,
  keptBuilds,
  makeLink,
  registerAlone,
  releaseOf,
  settle,
  update,
  version,
  withoutParts,
} from "./sw-releases.ts";
import { askFrom, build, builtWorker, jsonOf, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();

const next = releaseOf("9.9.9-00000000");
/** The folder of the next release. */
const folder = `/isoqr-${next.name}/`;

/** Opens another tab of the site with the service. */
async function openTab(options: object): Promise<Page> {
  const page = await stage.page.context().newPage();
  await page.goto(stage.site.url);
  await registerOn(page, options);
  return page;
}

test("a new version has every requested part, and both versions serve everything offline", async () => {
  const id = await settle(stage.page);
  await countUpdates(stage.page);
  deploy(stage.site, next);
  expect(await update(stage.page)).toBe(true);
  await expect.poll(() => stage.page.evaluate("updates")).toBe(1);
  await stage.site.leave();
  expect(await version(stage.page)).toBe(build);
  await expectServed(stage.page, id);
  await apply(stage.page);
  expect(await version(stage.page)).toBe(next.name);
  await expectServed(stage.page, id);
  await expect.poll(() => keptBuilds(stage.page)).toEqual([next.name]);
});

test("copies unchanged files instead of fetching them", async () => {
  await settle(stage.page);
  deploy(stage.site, next);
  stage.site.requested.length = 0;
  await update(stage.page);
  const fetched = stage.site.requested
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
  const scripts = ["card.js", "logo.js", "scan.js", "service.js", "share.js", "worker.js"];
  expect(fetched.sort()).toEqual([...scripts, "packages/@resvg/resvg-wasm/index_bg.wasm"].sort());
});

test("a new version takes over when the browser is reopened offline, and serves everything", async () => {
  const profile = mkdtempSync(join(tmpdir(), "isoqr-profile-"));
  try {
    const before = await launchProfile(profile);
    const page = await before.newPage();
    await page.goto(stage.site.url);
    const id = await settle(page);
    deploy(stage.site, next);
    expect(await update(page)).toBe(true);
    await before.close();
    await stage.site.leave();
    const after = await launchProfile(profile);
    const visit = await after.newPage();
    await visit.goto(`${stage.site.url}/api/qr?data=x&format=json`);
    await expectServed(visit, id);
    await expect.poll(() => keptBuilds(visit)).toEqual([next.name]);
    await after.close();
  } finally {
    rmSync(profile, { recursive: true });
  }
});

describe("two tabs", () => {
  test("fetches parts for both versions if a second tab requests them while a version is waiting", async () => {
    await registerOn(stage.page);
    deploy(stage.site, next);
    expect(await update(stage.page)).toBe(true);
    const other = await openTab(everything);
    const id = await makeLink(other);
    await stage.site.leave();
    await expectServed(other, id);
    await apply(stage.page);
    for (const page of [stage.page, other]) {
      expect(await version(page)).toBe(next.name);
      await expectServed(page, id);
    }
  });

  test("a waiting version that takes over after all tabs are closed has the parts requested in the meantime", async () => {
    await registerOn(stage.page);
    const id = await makeLink(stage.page);
    deploy(stage.site, next);
    expect(await update(stage.page)).toBe(true);
    const context = stage.page.context();
    await openTab(everything);
    await stage.site.leave();
    for (const page of context.pages()) await page.close();
    const visit = await context.newPage();
    await visit.goto(`${stage.site.url}/api/qr?data=x&format=json`);
    await expectServed(visit, id);
    await expect.poll(() => keptBuilds(visit)).toEqual([next.name]);
  });

  test("an installation includes parts that a second tab requests during it", async () => {
    await registerOn(stage.page);
    deploy(stage.site, next);
    const held = delay(stage.site, `${folder}share.js`);
    const installed = update(stage.page);
    await held.requested;
    // The tab must be ready first, because the installation cannot finish without the parts.
    const other = await openTab(everything);
    await countUpdates(other);
    const id = await makeLink(other);
    held.release();
    expect(await installed).toBe(true);
    await expect.poll(() => other.evaluate("updates")).toBe(1);
    await stage.site.leave();
    await expectServed(other, id);
    await apply(other);
    expect(await version(other)).toBe(next.name);
    await expectServed(other, id);
  });

  test("rejects offlineReady and applyUpdate() if the waiting version cannot get a part that a second tab requests", async () => {
    await registerOn(stage.page, { offline: ["logo"] });
    deploy(stage.site, next);
    stage.site.files.delete(`${folder}card.js`);
    expect(await update(stage.page)).toBe(true);
    await expect(openTab({ offline: ["card"] })).rejects.toThrow("this site does not have card.js");
    await expect(apply(stage.page)).rejects.toThrow("this site does not have card.js");
    await stage.site.leave();
    expect(await version(stage.page)).toBe(build);
    expect((await askFrom(stage.page, "/api/og?data=x&title=Card")).status).toBe(200);
  });
});

test("a page of the old version runs heavy jobs of the new one, with the new parts", async () => {
  // This policy prevents the worker from running heavy jobs.
  stage.site.route = (_, response) => {
    response.setHeader("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    return undefined;
  };
  await stage.page.reload();
  await registerOn(stage.page, everything);
  const work = async () => {
    expect((await askFrom(stage.page, "/api/og?data=x&title=Card")).status).toBe(200);
    expect(jsonOf(await askFrom(stage.page, "/api/qr/validate?data=x")).scan).toMatchObject({ passed: true });
  };
  await work();
  deploy(stage.site, next);
  await update(stage.page);
  await stage.site.leave();
  await apply(stage.page);
  await work();
});

test("a rollback to an earlier version is installed like an update", async () => {
  const id = await settle(stage.page);
  deploy(stage.site, next);
  await update(stage.page);
  await apply(stage.page);
  stage.site.files.set("/sw.js", builtWorker);
  expect(await update(stage.page)).toBe(true);
  await stage.site.leave();
  await expectServed(stage.page, id);
  await apply(stage.page);
  expect(await version(stage.page)).toBe(build);
  await expectServed(stage.page, id);
});

test("finds the parts of a release if their record is missing", async () => {
  const id = await settle(stage.page);
  await stage.page.evaluate('caches.delete("isoqr / required")');
  deploy(stage.site, next);
  expect(await update(stage.page)).toBe(true);
  await stage.site.leave();
  await apply(stage.page);
  expect(await version(stage.page)).toBe(next.name);
  await expectServed(stage.page, id);
});

test("a part that has not been requested for 30 days does not block an update", async () => {
  await registerOn(stage.page, { offline: ["card"] });
  const later = "{ const now = Date.now; Date.now = () => now() + 31 * 24 * 3600_000; }";
  deploy(stage.site, { ...next, worker: later + next.worker });
  stage.site.files.delete(`${folder}card.js`);
  expect(await update(stage.page)).toBe(true);
});

test("carries over fonts that the site has added", async () => {
  const font = "packages/@fontsource-variable/noto-sans-arabic";
  const card = () => askFrom(stage.page, `/api/og?data=x&title=${encodeURIComponent("مرحبا")}`);
  for (const name of [build, next.name]) {
    const path = (file: string) => `/isoqr-${name}/${font}/${file}`;
    const read = (file: string) =>
      readFileSync(new URL(`../../node_modules/${font.slice(9)}/${file}`, import.meta.url));
    for (const file of ["unicode.json", "files/noto-sans-arabic-arabic-wght-normal.woff2"]) {
      stage.site.files.set(path(file), read(file));
    }
  }
  await settle(stage.page);
  const before = await card();
  expect(before.status).toBe(200);
  deploy(stage.site, next);
  await update(stage.page);
  await stage.site.leave();
  await apply(stage.page);
  expect((await card()).body).toBe(before.body);
});

test("the first version does not wait for parts, even with a leftover record", async () => {
  await settle(stage.page);
  await stage.page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.unregister())");
  await stage.page.evaluate(
    "caches.keys().then((all) => Promise.all(all.filter((one) => !one.endsWith('required')).map((one) => caches.delete(one))))",
  );
  await stage.page.reload();
  stage.site.route = withoutParts;
  await registerAlone(stage.page);
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
});
