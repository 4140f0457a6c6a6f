import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openSite } from "../../src/adapters/site-files.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { label } from "../labels.ts";
import { copyProgram } from "../runtime/built-program.ts";
import { chooseKind } from "./playground-page.ts";
import { use, useBrowser } from "./use.ts";

const readSite = openSite(new URL(`../../${process.env.PLAYGROUND ?? "build/demo"}/`, import.meta.url));
const answer = getRequestListener(createApp(createService({ links: createMemoryLinks() }), { readSite }));
/** The URLs and bodies that the server received. */
const received: string[] = [];
/** Whether requests to create a link fail. */
let isDown = false;
const server = createServer((request, response) => {
  if (isDown && request.url === "/api/i") return void request.socket.destroy();
  received.push(request.url ?? "");
  listen(request);
  void answer(request, response);
});

function listen(request: IncomingMessage): void {
  const { push } = request;
  request.push = (chunk: Uint8Array | null) => {
    if (chunk) received.push(Buffer.from(chunk).toString());
    return push.call(request, chunk);
  };
}

const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  page = await browser.newPage({ serviceWorkers: "block" });
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});
const home = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeEach(async () => {
  await page.goto(home());
  await page.getByRole("heading", { name: label("tools"), exact: true }).waitFor();
});

test("without a worker, the server checks content that is not secret", async () => {
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.org/known");
  await expect.poll(() => received.join("\n"), { timeout: 30_000 }).toContain("https://example.org/known");
});

test("sends no secret to the server, except to create a link", async () => {
  await chooseKind(page, "wifi");
  await page.getByLabel(label("wifi.ssid"), { exact: true }).fill("Guests");
  await page.getByLabel(label("wifi.password"), { exact: true }).fill("Hunter2Hunter2");
  await page.locator(".paper svg").waitFor();
  // Wait longer than the pause before a check.
  await page.waitForTimeout(1500);
  await page.locator(".ways").getByText(label("socialCard")).click();
  await page.getByText(label("cardSecret")).waitFor();
  expect(received.join("\n")).not.toContain("Hunter2");
  await page.locator(".ways").getByText(label("sharePage")).click();
  await page.getByRole("button", { name: label("createSharePage") }).click();
  await expect.poll(() => received.join("\n")).toContain("Hunter2");
  expect(received.filter((line) => line.startsWith("/")).join("\n")).not.toContain("Hunter2");
});

test("marks a link as not on the server yet until it is posted", async () => {
  const context = await browser.newContext();
  const visit = await context.newPage();
  await visit.goto(home());
  await expect.poll(() => visit.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  isDown = true;
  await visit.locator(".ways").getByText(label("sharePage")).click();
  await visit.getByRole("button", { name: label("createSharePage") }).click();
  const status = visit.getByText(label("linkQueued"));
  await status.waitFor();
  await visit.locator(".links").getByText(label("notOnServer")).waitFor();
  await visit.getByRole("button", { name: /^Remove link/ }).click();
  isDown = false;
  await visit.evaluate("dispatchEvent(new Event('online'))");
  await status.waitFor({ state: "hidden" });
  await visit.getByText(label("notOnServer")).waitFor({ state: "hidden" });
  // The page still asks for confirmation, although the list of links has been updated since.
  expect(
    await visit.getByRole("button", { name: /^Cancel/ }).evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await context.close();
});

test("says that a link which someone else created first can only be removed from the list", async () => {
  const url = "https://example.org/shared";
  const created = await fetch(`${home()}api/i?data=${encodeURIComponent(url)}`);
  const { id } = (await created.json()) as { id: string };
  const context = await browser.newContext();
  const visit = await context.newPage();
  await visit.goto(`${home()}#kind=url&.url=${encodeURIComponent(url)}`);
  await expect.poll(() => visit.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  await visit.locator(".ways").getByText(label("sharePage")).click();
  await visit.getByRole("button", { name: label("createSharePage") }).click();
  await visit.getByText(label("foreignLink")).waitFor();
  await visit.getByRole("button", { name: /^Remove link/ }).click();
  await visit.getByRole("button", { name: label("removeFromList") }).click();
  await visit.getByText(label("removedFromList")).waitFor();
  expect(await visit.locator(".links li").count()).toBe(0);
  expect((await fetch(`${home()}i/${id}`)).status).toBe(200);
  await context.close();
});

describe("the server that npm start runs", () => {
  const program = use(
    async () => {
      const copied = copyProgram({ playground: true });
      return { ...copied, ...(await copied.serve({ LINKS: "memory:" })) };
    },
    ({ remove }) => remove(),
  );

  test("draws captions in any script in the playground", async () => {
    const context = await browser.newContext();
    const visit = await context.newPage();
    const caption = encodeURIComponent("メニュー ☕");
    await visit.goto(`${program.url}/#kind=url&.url=https%3A%2F%2Fexample.com&frame=ticket&caption=${caption}`);
    // Only the emoji has ellipses.
    await visit.locator(".paper svg ellipse").first().waitFor({ state: "attached", timeout: 90_000 });
    expect(await visit.getByText("isoqr-offline").count()).toBe(0);
    await context.close();
  }, 120_000);

  test("draws captions with emoji in the element", async () => {
    const context = await browser.newContext();
    const visit = await context.newPage();
    const html = `<meta charset="utf-8"><script type="module" src="/isoqr.js"></script>
      <qr-code data="x" caption="Café ☕"></qr-code>`;
    await visit.route("**/page", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await visit.goto(`${program.url}/page`);
    await visit.locator("qr-code svg ellipse").first().waitFor({ state: "attached" });
    await context.close();
  }, 60_000);
});
