import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { operations } from "../../src/http/reference/operations.ts";
import { createTestApp } from "../http/whole-app.ts";
import { violationsOf } from "./axe.ts";
import { useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;

const { app } = createTestApp();
const address = "https://isoqr.test/below/";
const browser = useBrowser();

beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
}, 60_000);

/** Opens the reference below a path, in a browser whose requests can reach only the app. Collects the requested URLs and
 *  all errors. */
async function open(
  settings: BrowserContextOptions = {},
): Promise<{ page: Page; requested: string[]; faults: string[] }> {
  const context = await browser.newContext(settings);
  const [requested, faults]: [string[], string[]] = [[], []];
  await context.route("**/*", async (route) => {
    const request = route.request();
    requested.push(`${request.method()} ${request.url()}`);
    const body = request.postData();
    const init = { method: request.method(), headers: request.headers(), ...(body !== null && { body }) };
    const answer = await app(new Request(request.url().replace("/below/", "/"), init));
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
  });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${address}docs`);
  return { page, requested, faults };
}

const sectionOf = (page: Page, id: string) => page.locator("section", { has: page.locator(`#${id}`) });

test("shows every operation, leads back to the site, and requests only the service", async () => {
  const { page, requested, faults } = await open();
  expect(await page.locator("section").count()).toBe(operations.length);
  for (const { id } of operations) expect(await page.locator(`h3#${id}`).count(), id).toBe(1);
  const back = page.getByRole("navigation", { name: "Site" }).getByRole("link");
  const links = await back.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toEqual([address, `${address}guide/`, `${address}openapi.json`]);
  expect(requested.filter((one) => !one.includes(` ${address}`))).toEqual([]);
  // The test app has no icon.
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);
  await page.context().close();
});

test("sends a request, and shows the image, the headers and the command", async () => {
  const { page, requested, faults } = await open({ viewport: { width: 1440, height: 900 } });
  const operation = sectionOf(page, "getQr");
  await operation.getByText("more parameters").click();
  await operation.getByLabel("dotStyle", { exact: true }).selectOption("dots");
  const url = `${address}api/qr?data=https%3A%2F%2Fexample.com&dotStyle=dots`;
  expect(await operation.locator(".command").textContent()).toBe(`curl '${url}'`);
  expect(await operation.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toBe(url);
  await operation.getByRole("button", { name: "Send request" }).click();
  const picture = operation.getByRole("img", { name: "The image in the response" });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
  expect(await operation.getByRole("status").textContent()).toMatch(/^200\b.* · image\/png · \d+ bytes · \d+ ms$/);
  await operation.getByText("Headers", { exact: true }).click();
  expect(await operation.getByRole("group", { name: "Headers of the response" }).textContent()).toContain("etag: ");
  expect(requested).toContain(`GET ${url}`);
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);
  await page.context().close();
});

test("sends JSON bodies, shows errors, and deletes a link with its token", async () => {
  const { page } = await open();
  const create = sectionOf(page, "postLink");
  await create.getByLabel("JSON body").fill('{"data":"it\'s"}');
  expect(await create.locator(".command").textContent()).toContain(`-d '{"data":"it'\\''s"}'`);
  await create.getByRole("button", { name: "Send request" }).click();
  const body = create.getByRole("group", { name: "Body of the response" });
  const link = JSON.parse((await body.textContent()) ?? "");
  const remove = sectionOf(page, "deleteLink");
  await remove.getByLabel("id required").fill(link.id);
  await remove.getByLabel("token required").fill("A".repeat(22));
  await remove.getByRole("button", { name: "Send request" }).click();
  await remove.getByRole("status").filter({ hasText: "403" }).waitFor();
  expect(JSON.parse((await remove.getByRole("group", { name: "Body" }).textContent()) ?? "")).toHaveProperty("error");
  await remove.getByLabel("token required").fill(link.token);
  await remove.getByRole("button", { name: "Send request" }).click();
  await remove.getByText("The response has no body.").waitFor();
  expect((await app(new Request(`https://isoqr.test/i/${link.id}.svg`))).status).toBe(404);
  const batch = sectionOf(page, "postBatch");
  await batch.getByLabel("Example").selectOption({ label: "One valid and one invalid item" });
  expect(JSON.parse(await batch.getByLabel("JSON body").inputValue()).items).toHaveLength(2);
  await page.context().close();
});

/** Text spacing that users may set. WCAG 2.2, 1.4.12. */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

test.each([320, 390, 768, 1440])(
  "passes axe and does not scroll horizontally at %i px, in both themes",
  async (width) => {
    const { page } = await open({ viewport: { width, height: 900 }, colorScheme: "light", bypassCSP: true });
    const themes = ["light", "dark"] as const;
    /** Shows the page in the theme, and waits until colour transitions have ended. */
    const show = async (colorScheme: (typeof themes)[number]) => {
      await page.emulateMedia({ colorScheme });
      await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
    };
    const shoot = async (name: string) => {
      if (folder) await page.screenshot({ path: `${folder}/reference-${width}-${name}.png`, fullPage: true });
    };
    await sectionOf(page, "getQr").getByRole("button", { name: "Send request" }).click();
    await sectionOf(page, "getQr").getByRole("img").waitFor();
    await sectionOf(page, "postBatch").getByRole("button", { name: "Send request" }).click();
    await sectionOf(page, "postBatch").getByText("Headers", { exact: true }).waitFor();
    // The other sections have the same elements, and opening all of them would slow axe down.
    for (const id of ["getQr", "postBatch", "deleteLink"]) {
      for (const summary of await sectionOf(page, id).locator("summary").all()) await summary.click();
    }
    for (const theme of themes) {
      await show(theme);
      await shoot(theme);
      expect(await violationsOf(page), theme).toEqual([]);
    }
    for (const css of ["", SPACING, "html { font-size: 200% }"]) {
      if (css) await page.addStyleTag({ content: css });
      for (const theme of themes) {
        await show(theme);
        expect(await page.evaluate("document.documentElement.scrollWidth"), `${theme} ${css}`).toBe(width);
      }
    }
    for (const theme of themes) {
      await show(theme);
      await shoot(`${theme}-large`);
    }
    await page.context().close();
  },
  60_000,
);

test("on a phone, a button opens the list of operations, which closes when an operation is chosen", async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 } });
  const list = page.getByRole("navigation", { name: "Operations" });
  expect(await list.isVisible()).toBe(false);
  await page.getByRole("button", { name: "All operations" }).click();
  await list.getByRole("link", { name: "GET /api/og" }).click();
  await page.waitForURL(`${address}docs#getCard`);
  expect(await list.isVisible()).toBe(false);
  await page.context().close();
});

test("shows everything but the forms' buttons without JavaScript", async () => {
  const { page } = await open({ javaScriptEnabled: false });
  expect(await page.getByRole("button", { name: "Send request" }).count()).toBe(0);
  expect(await sectionOf(page, "getQr").getByLabel("data", { exact: true }).inputValue()).toBe("https://example.com");
  await page.context().close();
});

test("the page is compressed and revalidated, and its files come from the same release", async () => {
  const get = (path: string, headers = {}) => app(new Request(`https://isoqr.test${path}`, { headers }));
  const page = await get("/docs", { "Accept-Encoding": "gzip" });
  expect([page.status, page.headers.get("Content-Encoding"), page.headers.get("Vary")]).toEqual([
    200,
    "gzip",
    "Accept-Encoding",
  ]);
  for (const path of ["/docs", "/docs/reference.css", "/docs/reference.js"]) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get("Cache-Control")]).toEqual([path, 200, "no-cache"]);
    const again = await get(path, { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([path, again.status]).toEqual([path, 304]);
  }
});
