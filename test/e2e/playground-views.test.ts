import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { launchChromium } from "./chromium.ts";
import { serveFiles } from "./playground-site.ts";

const folder = process.env.SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFiles>>;
let page: Page;
const said: string[] = [];

beforeAll(async () => {
  site = await serveFiles();
  browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    colorScheme: "light",
    bypassCSP: true,
  });
  page = await context.newPage();
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(site.url);
  await page.getByText("works without a network").waitFor();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const view = (name: string) => page.getByRole("button", { name, exact: true });

/** A picture for people, and what axe finds. */
async function inspectPage(name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/view-${name}.png`, fullPage: true });
  await page.evaluate(axe);
  const found = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: { html: string }[] }[] };
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  expect(said).toEqual([]);
}

test("a table becomes a zip of codes that hold its texts, and its mistakes are told by line", async () => {
  await view("Many").click();
  await page
    .getByLabel("Texts")
    .fill('data,name,format,margin\nfirst,one,png,4\n"two, ""quoted""",two,svg,\nx,three,png,99');
  await page.getByText("3 codes").waitFor();
  await page.getByRole("button", { name: "Make the codes" }).click();
  await page.getByText("2 made, 1 failed").waitFor();
  const row = page.getByRole("row").filter({ hasText: "margin must be a whole number from 0 to 10" });
  expect(await row.getByRole("cell").first().textContent()).toBe("4");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download zip").click()]);
  const files = unzipSync(readFileSync(await download.path()));
  expect(Object.keys(files).sort()).toEqual(["one.png", "two.svg"]);
  const one = readPng(Buffer.from(files["one.png"] ?? []));
  const two = await rasterize(Buffer.from(files["two.svg"] ?? []).toString(), 4);
  for (const decoder of decoders) {
    expect(await decoder.read(one), decoder.name).toBe("first");
    expect(await decoder.read(two), decoder.name).toBe('two, "quoted"');
  }
  await inspectPage("many");
});

test("5,000 lines are made in a minute, and the page stays quick", async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `https://example.com/table/${at}`).join("\n");
  await page.evaluate(`globalThis.longest = 0; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" })`);
  const file = { name: "tables.csv", mimeType: "text/csv", buffer: Buffer.from(lines) };
  await page.getByLabel("Open a CSV file").setInputFiles(file);
  await page.getByText("5,000 codes").waitFor();
  await page.evaluate("longest = 0");
  const start = Date.now();
  await page.getByRole("button", { name: "Make the codes" }).click();
  await page.getByText("5,000 made, 0 failed").waitFor({ timeout: 60_000 });
  const longest = (await page.evaluate("longest")) as number;
  if (folder) console.log(`5,000 codes in ${Date.now() - start} ms, longest task ${longest} ms`);
  expect(longest).toBeLessThan(250);
}, 70_000);

test("a card is drawn on the device", async () => {
  await view("Card").click();
  await page.getByLabel("Title", { exact: true }).fill("Rooftop concert");
  await page.getByAltText("The card, as it will be").waitFor({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download card").click()]);
  const { width, height } = readPng(readFileSync(await download.path()));
  expect([width, height]).toEqual([1200, 630]);
  await inspectPage("card");
});

test("a short link leads to a page of this device, and goes when it is removed", async () => {
  await view("Links").click();
  await page.getByRole("button", { name: "Make a short link" }).click();
  const address = await page.locator("a.address").getAttribute("href");
  expect(address).toMatch(/\/some\/where\/i\/\w{10}$/);
  await inspectPage("links");
  const shared = await page.context().newPage();
  await shared.goto(address ?? "");
  expect(await shared.title()).toContain("example.com");
  await shared.close();
  await page.getByRole("button", { name: "Remove the link to example.com" }).click();
  await page.getByText("No links on this device yet").waitFor();
});

test("any code is read from a file, and nothing is made up where there is none", async () => {
  await view("Check").click();
  const png = (text: string) => ({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(toPng(text)) });
  await page.getByLabel("Choose a picture").setInputFiles(png("WIFI:T:WPA;S:Guests;P:hunter2hunter2;;"));
  await page.getByText("Guests").waitFor();
  expect(await page.getByText("hunter2hunter2").isVisible()).toBe(false);
  await inspectPage("check");
  const empty = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await page
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "b.png", mimeType: "image/png", buffer: Buffer.from(empty, "base64") });
  await page.getByText("No QR code was found").waitFor();
});

test("the sheet has as many codes as were asked for, each as wide as it should be", async () => {
  await view("Print").click();
  await page.getByLabel("Width in millimetres").fill("25");
  await page.getByLabel("Copies").fill("6");
  await inspectPage("print");
  await page.evaluate("window.print = () => {}");
  await page.getByRole("button", { name: "Print sheet" }).click();
  await page.locator(".sheet svg").first().waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".sheet svg").count()).toBe(6);
  const box = await page.locator(".sheet svg").first().boundingBox();
  expect(box?.width).toBeCloseTo((25 / 25.4) * 96, 1);
  expect(await page.getByRole("heading", { name: "Content" }).isVisible()).toBe(false);
});
