import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { launchChromium } from "./chromium.ts";
import { serveFiles } from "./playground-site.ts";

const folder = process.env.SHOTS;
const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFiles>>;
let page: Page;
const said: string[] = [];

beforeAll(async () => {
  site = await serveFiles();
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: "light" });
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(site.url);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const grade = () => page.locator(".letter").textContent();

test("without any server the device itself proves codes", async () => {
  await expect.poll(grade, { timeout: 30_000 }).toBe("A");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("https://example.org/proved");
  await expect.poll(grade, { timeout: 15_000 }).toBe("A");
  expect(said).toEqual([]);
});

test("a logo from a file is on the code, and what it covers is shown", async () => {
  await page.getByLabel("Choose a logo").setInputFiles(leaf);
  await page.locator(".paper image").waitFor();
  await page.getByText(/The logo spoils \d+ codewords/).waitFor();
  await page.getByLabel("Show what the logo covers").check();
  await page.locator(".cover").waitFor();
  if (folder) await page.screenshot({ path: `${folder}/logo-1440-light.png`, fullPage: true });
  await page.getByLabel("Show what the logo covers").uncheck();
  await expect.poll(grade, { timeout: 15_000 }).toMatch(/[A-D]/);
  const pixels = readPng(await page.locator(".paper").screenshot());
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe("https://example.org/proved");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PNG" }).click(),
  ]);
  const saved = readPng(readFileSync(await download.path()));
  for (const decoder of decoders) expect(await decoder.read(saved), decoder.name).toBe("https://example.org/proved");
  expect(said).toEqual([]);
});

test("a logo that cannot be drawn is an issue, and one click takes it away", async () => {
  await page.getByLabel("Choose a logo").setInputFiles({
    name: "broken.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture at all"),
  });
  await page.getByRole("button", { name: "Leave the logo out" }).click();
  await page.locator(".paper svg").waitFor();
  expect(await page.locator(".paper image").count()).toBe(0);
});

test("after one visit all of it works without a network", async () => {
  await page.getByText("works without a network").waitFor();
  await site.close();
  await page.reload();
  await page.locator(".paper svg").waitFor();
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("https://example.org/offline");
  await expect.poll(grade, { timeout: 30_000 }).toBe("A");
  await page.getByLabel("Choose a logo").setInputFiles(leaf);
  await page.locator(".paper image").waitFor();
});
