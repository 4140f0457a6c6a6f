import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { launchChromium } from "./chromium.ts";
import { askFrom, createSite, openPage, type Site } from "./sw-site.ts";

let browser: Browser;
let site: Site;

beforeAll(async () => {
  [browser, site] = [await launchChromium(), await createSite()];
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await site?.leave();
});

test("the README's page, as printed, on a static file server that goes away", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const section = readme.slice(readme.indexOf("### Without a network"));
  const html = /```html\n(.*?)```/s.exec(section)?.[1] ?? "";
  expect(html.trim().split("\n").length).toBeLessThanOrEqual(10);
  site.files.set("/", html);
  const { context, page } = await openPage(browser, site);
  const picture = page.locator("img");
  await picture.waitFor();
  await site.leave();
  const drawn = readPng(await picture.screenshot());
  for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe("https://example.com");

  const asJson = (value: object) => ({
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  const json = async (path: string, init?: object) =>
    JSON.parse(Buffer.from((await askFrom(page, path, init)).body, "base64").toString());
  expect(await json("/api/qr/batch", asJson({ items: [{ data: "a" }, { data: "b" }] }))).toMatchObject({ count: 2 });
  expect(await json("/api/qr/validate?data=x")).toMatchObject({ valid: true, scan: { passed: true } });
  const { url } = await json("/api/i?data=kept");
  const card = await askFrom(page, "/api/og?data=x&title=Offline");
  expect([card.status, card.headers["content-type"]]).toEqual([200, "image/png"]);

  // A second visit, in a tab that knows nothing.
  const other = await context.newPage();
  await other.goto(url);
  expect(await other.locator("main").textContent()).toContain("kept");
  await context.close();
});
