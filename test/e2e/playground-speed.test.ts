import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite } from "../../src/adapters/site-files.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { launchChromium } from "./chromium.ts";

const readSite = openSite(new URL("../../build/demo/", import.meta.url));
const server = createServer(getRequestListener(createApp(createService(), { readSite })));

let browser: Browser;
let url: string;

beforeAll(async () => {
  browser = await launchChromium();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

/** Milliseconds from the start of the page to its first code, written down by the page. */
const MARK = `new MutationObserver((_, observer) => {
  if (!document.querySelector(".paper svg")) return;
  globalThis.firstCode = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })`;

test("on a slow phone with a slow network the first code is soon there", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(MARK);
  const devtools = await context.newCDPSession(page);
  // Fast 3G as developers' tools have it, and a processor of a quarter of the speed.
  const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
  await page.goto(`${url}icon.svg`); // The server is warm, the browser's cache is not.
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url);
  await page.locator(".paper svg").waitFor();
  const first = (await page.evaluate("firstCode")) as number;
  if (process.env.SHOTS) console.log(`first code after ${Math.round(first)} ms`);
  expect(first).toBeLessThan(2500);
  await context.close();
});

test("typing into a code of version 10 draws within a frame", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Address", exact: true }).waitFor();
  const times = (await page.evaluate(`(async () => {
    const input = document.querySelector("[id^=url-url]");
    const times = [];
    for (let at = 0; at < 40; at++) {
      input.value = "https://example.com/" + "abcdefgh".repeat(23) + at;
      const before = document.querySelector(".paper svg");
      const start = performance.now();
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (document.querySelector(".paper svg") === before) throw new Error("not drawn at once");
      times.push(performance.now() - start);
      await new Promise(requestAnimationFrame);
    }
    return times.sort((a, b) => a - b);
  })()`)) as number[];
  expect(await page.locator(".facts").first().textContent()).toContain("Version 10");
  const median = times[20] ?? 0;
  if (process.env.SHOTS) console.log(`typing to picture: median ${median} ms, longest ${times.at(-1)} ms`);
  expect(median).toBeLessThan(16);
  await context.close();
});
