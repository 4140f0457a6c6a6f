import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { isFull } from "../sweep.ts";
import {
  apply,
  countUpdates,
  delay,
  deploy,
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
import { askFrom, build, builtWorker, jsonOf, posting } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();

const next = releaseOf("9.9.9-00000000");
/** The folder of the next release. */
const folder = `/isoqr-${next.name}/`;

/** Runs `check` while the site is down. */
async function offline(check: () => Promise<void>): Promise<void> {
  await stage.site.leave();
  await check();
  await stage.site.comeBack();
}

describe("a version that cannot get a part is not installed, and the old one stays active", () => {
  /** Faults that occur while the next release is being installed. */
  const faults: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
    "the server stops after it has sent sw.js": () => failParts((response) => response.destroy()),
    "the connection breaks in the middle of a part": () =>
      failParts((response) => {
        response.writeHead(200, { "Content-Type": "text/javascript", "Content-Length": "100000" });
        response.write("x".repeat(50_000), () => response.destroy());
      }, "card.js"),
    "a part is damaged, and the browser may cache it": () =>
      failParts((response) => {
        const forever = "public, max-age=31536000, immutable";
        response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": forever }).end("damaged");
      }, "card.js"),
    "the server fails for the script of the service": () =>
      failParts((response) => response.writeHead(500).end(), "service.js"),
    "the server fails for one part": () => failParts((response) => response.writeHead(500).end(), "logo.js"),
    "sw.js is deployed before its parts": () => deploy(stage.site, next, { parts: false }),
    "sw.js is deployed with a part of the previous version": () => {
      const script = readFileSync(new URL(`../../build/sw/isoqr-${build}/scan.js`, import.meta.url));
      stage.site.files.set(`${folder}scan.js`, script);
    },
    "a captive portal responds instead of the server": () =>
      failParts((response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Welcome")),
    "the storage quota is exceeded": async () => {
      const { usage } = (await stage.page.evaluate("navigator.storage.estimate()")) as { usage: number };
      const quota = { origin: stage.site.url, quotaSize: usage + 1_000_000 };
      await stage.tools.send("Storage.overrideQuotaForOrigin", quota);
    },
  };

  test.each(Object.keys(faults))("keeps the old version if %s", async (name) => {
    const id = await settle(stage.page);
    await countUpdates(stage.page);
    if (name !== "sw.js is deployed before its parts") deploy(stage.site, next);
    await faults[name]?.();
    expect(await update(stage.page)).toBe(false);
    await offline(async () => {
      expect([await version(stage.page), await stage.page.evaluate("updates")]).toEqual([build, 0]);
      await expectServed(stage.page, id);
    });
    expect(await keptBuilds(stage.page)).toEqual([build]);
    // Once the fault is gone, the next update check installs the release.
    stage.site.route = () => undefined;
    deploy(stage.site, next);
    await stage.tools.send("Storage.overrideQuotaForOrigin", { origin: stage.site.url });
    expect(await update(stage.page)).toBe(true);
    await stage.site.leave();
    await apply(stage.page);
    expect(await version(stage.page)).toBe(next.name);
    // What the new version serves does not depend on the fault.
    if (isFull || name === Object.keys(faults)[0]) await expectServed(stage.page, id);
  });

  /** Makes `answer` respond to requests for the parts of the next release, or only to those for the part `only` if it
   *  is set. */
  function failParts(answer: (response: ServerResponse) => void, only = ""): void {
    stage.site.route = ({ url = "" }, response) => {
      if (!url.startsWith(folder + only)) return undefined;
      answer(response);
      return true;
    };
  }
});

test("offline, there is no update and the active version serves everything", async () => {
  const id = await settle(stage.page);
  deploy(stage.site, next);
  await stage.site.leave();
  expect(await update(stage.page)).toBe(false);
  expect(await version(stage.page)).toBe(build);
  await expectServed(stage.page, id);
});

test("keeps the old version if the browser ends a worker during its installation", async () => {
  const id = await settle(stage.page);
  deploy(stage.site, next);
  const held = delay(stage.site, `${folder}card.js`);
  const updated = update(stage.page);
  await held.requested;
  await stage.stopWorkers();
  expect(await updated).toBe(false);
  await offline(async () => {
    expect(await version(stage.page)).toBe(build);
    await expectServed(stage.page, id);
  });
  stage.site.route = () => undefined;
  expect(await update(stage.page)).toBe(true);
  await stage.site.leave();
  await apply(stage.page);
  await expectServed(stage.page, id);
});

test("keeps the parts if another version of the same build cannot be installed", async () => {
  const id = await settle(stage.page);
  stage.site.files.set("/sw.js", `Cache.prototype.match = () => Promise.reject(new Error("broken"));${builtWorker}`);
  expect(await update(stage.page)).toBe(false);
  await stage.site.leave();
  await expectServed(stage.page, id);
});

test("opens a link as a plain page while the part that draws link pages is missing", async () => {
  stage.site.route = (request, response) =>
    request.url?.endsWith("/service.js") ? undefined : withoutParts(request, response);
  await registerAlone(stage.page);
  await expectPlainPages(await makeLink(stage.page), "AAAAAAAAAA");
});

test("opens a link as a plain page while all parts are missing", async () => {
  stage.site.route = withoutParts;
  await registerAlone(stage.page);
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
  const response = await askFrom(stage.page, "/api/qr/validate?data=x");
  expect([response.status, jsonOf(response).error]).toEqual([503, expect.stringContaining("not on this device")]);
  await expectPlainPages("AAAAAAAAAA");
});

/** Expects links to open as plain pages while the site is down. */
async function expectPlainPages(...ids: readonly string[]): Promise<void> {
  await stage.site.leave();
  for (const id of ids) {
    const answer = await stage.page.goto(`${stage.site.url}/i/${id}`);
    expect([answer?.status(), answer?.headers()["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
    expect(await stage.page.textContent("main")).toContain("not on this device");
  }
}

test("everything that needs no package works offline as soon as the worker is installed", async () => {
  // The page calls no function of the service, so any files that were fetched were fetched by the installation.
  await stage.page.evaluate(`(async () => {
    await navigator.serviceWorker.register("/sw.js");
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
    }
  })()`);
  await stage.site.leave();
  await stage.stopWorkers();
  const report = await askFrom(stage.page, "/api/qr/validate?data=x");
  expect([report.status, jsonOf(report).valid]).toEqual([200, true]);
  const batch = await askFrom(stage.page, "/api/qr/batch", posting({ items: [{ data: "x" }] }));
  expect([batch.status, jsonOf(batch).results]).toEqual([200, [expect.objectContaining({ status: 200 })]]);
  const id = await makeLink(stage.page);
  expect((await askFrom(stage.page, `/i/${id}.svg`)).status).toBe(200);
});

test("the first version is installed even if the script of the service never arrives", async () => {
  const held = delay(stage.site, `/isoqr-${build}/service.js`);
  const registered = registerAlone(stage.page);
  await held.requested;
  await registered;
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
  held.release();
}, 30_000);
