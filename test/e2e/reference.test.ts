import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { operations } from "../../src/http/reference/operations.ts";
import { createTestApp } from "../http/whole-app.ts";
import { useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;

const { app } = createTestApp();
const address = "https://isoqr.test";
const browser = useBrowser();

beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
}, 60_000);

/** Opens the reference in a browser whose requests can reach only the app. Collects the requested URLs and all
 *  errors. */
async function open(
  settings: BrowserContextOptions = {},
): Promise<{ page: Page; requested: string[]; faults: string[] }> {
  const context = await browser.newContext(settings);
  const [requested, faults]: [string[], string[]] = [[], []];
  await context.route("**/*", async (route) => {
    const request = route.request();
    requested.push(request.url());
    const body = request.postData();
    const init = { method: request.method(), headers: request.headers(), ...(body !== null && { body }) };
    const answer = await app(new Request(request.url(), init));
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
  });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${address}/docs`);
  await page.locator(".opblock").first().waitFor();
  return { page, requested, faults };
}

test("shows every operation, requests only the service, and respects its policy", async () => {
  const { page, requested, faults } = await open();
  expect(await page.locator(".opblock").count()).toBe(operations.length);
  expect(await page.locator("#plain").isVisible()).toBe(false);
  expect(requested.filter((url) => !url.startsWith(`${address}/`))).toEqual([]);
  expect(faults).toEqual([]);
});

test.each(["light", "dark"] as const)("sends a request (%s)", async (colorScheme) => {
  const { page, requested, faults } = await open({ colorScheme, viewport: { width: 1280, height: 900 } });
  if (folder) await page.screenshot({ path: `${folder}/reference-${colorScheme}.png`, fullPage: true });
  const operation = page.locator("#operations-QR_codes-getQr");
  await operation.locator(".opblock-summary-control").click();
  if (folder) await page.screenshot({ path: `${folder}/reference-${colorScheme}-open.png`, fullPage: true });
  expect(await operation.locator(".response-control-media-type select").first().inputValue()).toBe("image/png");
  await operation.getByRole("button", { name: "Execute" }).click();
  const picture = operation.locator(".responses-wrapper img");
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
  expect(requested).toContain(`${address}/api/qr?data=https%3A%2F%2Fexample.com`);
  if (folder) await page.screenshot({ path: `${folder}/reference-${colorScheme}-tried.png`, fullPage: true });
  expect(faults).toEqual([]);
});

test("links to the document if the renderer is missing", async () => {
  const context = await browser.newContext();
  const bare = createTestApp({}).app;
  await context.route("**/*", async (route) => {
    const answer = await bare(new Request(route.request().url()));
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
  });
  const page = await context.newPage();
  await page.goto(`${address}/docs`);
  expect(await page.locator("#plain a").getAttribute("href")).toBe("openapi.json");
  expect(await page.locator("#plain").isVisible()).toBe(true);
});
