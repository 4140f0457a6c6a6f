import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright";
import { label } from "../labels.ts";

/** A simulated network. `latency` is the round-trip time in milliseconds, and throughput is in bytes per second. */
export interface Network {
  readonly latency: number;
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

/** Fast 3G as defined by WebPageTest: 1.6 Mbit/s, 150 ms. */
export const FAST_3G: Network = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Fast 3G as Chromium's developer tools used to define it: 1.44 Mbit/s, 562.5 ms. The tools now call this network slow
 *  4G. */
export const FAST_3G_OF_DEVTOOLS: Network = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** Maximum brotli size in bytes of the scripts that the page loads before the first code. */
export const MOST_SCRIPTS = 56 * 1024;

/** A script that makes the page record the time in milliseconds from its start to its first QR code. */
const MARK = `new MutationObserver((_, observer) => {
  if (!document.querySelector(".paper svg")) return;
  globalThis.firstCode = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })`;

/** The time until the page shows its first QR code, and the bytes transferred until then. */
export interface FirstCode {
  /** Milliseconds from the start of the page to the QR code. */
  readonly time: number;
  /** The brotli size in bytes of the scripts fetched before the QR code appeared. `all` also includes all other
   *  files. */
  readonly scripts: number;
  readonly all: number;
}

/** An expression that runs a fixed amount of work and returns the milliseconds that it took. */
const WORK = `(() => {
  const start = performance.now();
  let sum = 0;
  for (let at = 0; at < 1e6; at++) sum = Math.sqrt(sum + at);
  return sum && performance.now() - start;
})()`;

/** The result of WORK on the reference machine, for which the limits were set. */
const REFERENCE = 6.2;

/** Resolves to the factor by which this machine is currently slower than the reference machine, at least 1. */
export async function slowness(page: Page): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 21; run++) times.push((await page.evaluate(WORK)) as number);
  return Math.max(1, (times.sort((a, b) => a - b)[10] ?? 0) / REFERENCE);
}

/** Measures a visit to the playground at `url` over `network`, at a quarter of the speed of the reference machine. The
 *  browser prefers the language `locale`. */
export async function firstCode(browser: Browser, url: string, network: Network, locale = "en"): Promise<FirstCode> {
  const context = await browser.newContext({ locale, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(MARK);
  const devtools = await context.newCDPSession(page);
  await page.goto(`${url}icon.svg`); // Warms up the server, but not the browser's cache.
  const rate = Math.max(1, 4 / (await slowness(page)));
  await devtools.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(url);
  await page.locator(".paper svg").waitFor();
  const time = (await page.evaluate("firstCode")) as number;
  const sizes = await bytesBeforeFirstCode(page, url);
  await context.close();
  return { time, ...sizes };
}

async function bytesBeforeFirstCode(page: Page, url: string): Promise<{ scripts: number; all: number }> {
  const loaded = (await page.evaluate(`performance.getEntriesByType("resource")
    .filter(({ startTime }) => startTime < firstCode)
    .map(({ name }) => name)`)) as string[];
  let [scripts, all] = [0, 0];
  for (const address of [url, ...new Set(loaded)]) {
    const size = brotliCompressSync(Buffer.from(await (await fetch(address)).arrayBuffer())).length;
    all += size;
    if (address.endsWith(".js")) scripts += size;
  }
  return { scripts, all };
}

/** Changes the content 40 times, and measures the time from each change until the layout of the QR code is complete.
 *  All QR codes have version 10. Resolves to the times in milliseconds in ascending order. */
export async function typingTimes(page: Page): Promise<readonly number[]> {
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).waitFor();
  return (await page.evaluate(`(async () => {
    const input = document.querySelector("[id^=url-url]");
    const times = [];
    for (let at = 0; at < 40; at++) {
      input.value = "https://example.com/" + "abcdefgh".repeat(23) + at;
      const before = document.querySelector(".paper svg");
      const start = performance.now();
      input.dispatchEvent(new Event("input", { bubbles: true }));
      const picture = document.querySelector(".paper svg");
      if (picture === before) throw new Error("the picture did not change immediately");
      if (!(picture.getBoundingClientRect().height > 0)) throw new Error("the picture has no height");
      times.push(performance.now() - start);
      await new Promise(requestAnimationFrame);
    }
    return times.sort((a, b) => a - b);
  })()`)) as number[];
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Resolves to the processor time in milliseconds of the longest task on the page's thread during `action`. Unlike
 *  wall-clock time, it does not depend on other programs. */
export async function longestTask(browser: Browser, page: Page, action: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await action();
  // A task appears in the trace only when it ends, so this waits for the end of the task that resolved the action.
  await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) =>
      ph === "X" && /RunTask$/.test(name) && threads.some((thread) => thread.pid === pid && thread.tid === tid),
  );
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** The content of 5,000 QR codes, one per line. */
export const lines = Array.from({ length: 5000 }, (_, at) => `https://example.com/table/${at}`).join("\n");
const csv = `data,name\n${lines.replaceAll(/.*table\/(\d+)/g, "$&,table $1")}`;
/** The content of the same QR codes as a table. */
export const file = { name: "tables.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };

/** Creates the QR codes of the table in the bulk tool, which must be open. Resolves to the total time and the time of
 *  the longest task, in milliseconds. */
export async function createBulkCodes(browser: Browser, page: Page): Promise<{ time: number; longest: number }> {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-list-"));
  const path = join(folder, file.name);
  writeFileSync(path, file.buffer);
  const start = performance.now();
  const longest = await longestTask(browser, page, async () => {
    // Playwright decodes a buffer in the page, which is a longer task than any of the page's own.
    await page.getByLabel(label("chooseListFile")).setInputFiles(path);
    await page.getByRole("button", { name: label("createCount", { count: 5000 }) }).click();
    await page.getByText(label("createdCount", { created: "5,000" }), { exact: true }).waitFor({ timeout: 60_000 });
  });
  const time = performance.now() - start;
  rmSync(folder, { recursive: true });
  return { time, longest };
}
