import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { CREATE, expectCode, openView, usePlayground, waitUntilOfflineReady } from "./playground-page.ts";

const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeAll(async () => {
  ({ page, logs } = await playground.open("", { serviceWorkers: "allow" }));
}, 120_000);

const grade = () => page.locator(".letter").textContent();

test("checks codes on the device", async () => {
  await expect.poll(grade, { timeout: 30_000 }).toBe("A");
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.org/proved");
  await expect.poll(grade, { timeout: 30_000 }).toBe("A");
  expect(logs).toEqual([]);
});

test("adds a logo from a file, and shows what it covers", async () => {
  await page.getByLabel(label("option.logoData")).setInputFiles(leaf);
  await page.locator(".paper image").waitFor();
  await page.getByText(label("details"), { exact: true }).click();
  await page.getByText(/The logo uses \d+% of the error correction/).waitFor();
  await page.getByLabel(label("showCovered")).check();
  await page.locator(".cover").waitFor();
  await page.getByLabel(label("showCovered")).uncheck();
  await expect.poll(grade, { timeout: 30_000 }).toMatch(/[A-D]/);
  const pixels = readPng(await page.locator(".paper").screenshot());
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe("https://example.org/proved");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: label("download", { format: "PNG" }) }).click(),
  ]);
  const saved = readPng(readFileSync(await download.path()));
  for (const decoder of decoders) expect(await decoder.read(saved), decoder.name).toBe("https://example.org/proved");
  expect(logs).toEqual([]);
});

test("reports a broken logo, and removes it with one click", async () => {
  await page.getByLabel(label("option.logoData")).setInputFiles({
    name: "broken.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture at all"),
  });
  await page
    .locator(".issues")
    .getByRole("button", { name: label("removeLogo") })
    .waitFor();
  expect(await page.locator(".grade").isVisible(), "no pending grade").toBe(false);
  await page
    .locator(".issues")
    .getByRole("button", { name: label("removeLogo") })
    .click();
  await page.locator(".paper svg").waitFor();
  expect(await page.locator(".paper image").count()).toBe(0);
});

test("draws the caption in a link on the first visit", async () => {
  const fragment = "#kind=url&.url=https://example.org/framed&frame=banner-bottom&caption=Scan%20me";
  const visit = await playground.open(fragment, { serviceWorkers: "allow" });
  await visit.page.locator(".paper svg").waitFor();
  expect(await visit.page.locator(".issues .error").count()).toBe(0);
  expect(visit.logs).toEqual([]);
  await visit.page.context().close();
});

test("the page can be installed", async () => {
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Tests run in an incognito window, from which nothing can be installed.
  const errors = installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== "in-incognito");
  expect(errors).toEqual([]);
  const { data, errors: mistakes } = await devtools.send("Page.getAppManifest");
  expect(mistakes).toEqual([]);
  const { icons } = JSON.parse(data ?? "{}") as { icons: { src: string; sizes: string; type: string }[] };
  for (const { src, sizes, type } of icons) {
    const answer = await fetch(new URL(src, playground.url));
    expect([src, answer.status, answer.headers.get("content-type")]).toEqual([src, 200, type]);
    if (type !== "image/png") continue;
    const { width, height } = readPng(new Uint8Array(await answer.arrayBuffer()));
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("everything works offline after one visit", async () => {
  await waitUntilOfflineReady(page);
  await playground.goOffline();
  // Rules out the HTTP cache of the browser.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  for (let visit = 0; visit < 2; visit++) {
    await page.reload();
    await waitUntilOfflineReady(page);
  }
  const another = await page.context().newPage();
  await another.goto(playground.url);
  await waitUntilOfflineReady(another);
  await another.close();
  await page.locator(".paper svg").waitFor();
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.org/offline");
  await expect.poll(grade, { timeout: 30_000 }).toBe("A");

  await openView(page, label("bulkCodes"));
  await page.getByLabel(label("pasteList")).fill("one\ntwo");
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByText(label("createdCount", { created: 2 })).waitFor();
  await openView(page, label("socialCard"));
  await page.getByAltText(label("cardPreview")).waitFor({ timeout: 30_000 });
  await openView(page, label("sharePage"));
  await page.getByRole("button", { name: label("createSharePage") }).click();
  const shared = await page.context().newPage();
  await shared.goto((await page.locator("a.address").getAttribute("href")) ?? "");
  expect(await shared.title()).toContain("example.org");
  await shared.close();
  await openView(page, label("printSheet"));
  await page.getByRole("button", { name: label("print"), exact: true }).waitFor();
  await openView(page, label("readCode"));
  const buffer = await page.locator(".paper").screenshot();
  await page.getByLabel(label("chooseImage")).setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await page.locator("dd").getByText("https://example.org/offline").waitFor();

  await page.getByLabel(label("option.logoData")).setInputFiles(leaf);
  await page.locator(".paper image").waitFor();
  await expectCode(page, "https://example.org/offline");
}, 240_000);
