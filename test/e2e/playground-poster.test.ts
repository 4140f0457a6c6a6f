import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { violationsOf } from "./axe.ts";
import { chooseKind, openView, shots, usePlayground } from "./playground-page.ts";

const playground = usePlayground();
let page: Page;
let logs: string[];
/** Requests that left the page for another place than its site's files. */
const sent: string[] = [];

beforeAll(async () => {
  const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "allow", acceptDownloads: true } as const;
  ({ page, logs } = await playground.open("", phone));
  page.context().on("request", (request) => {
    if (request.method() === "POST" && !request.serviceWorker()) return;
    if (request.method() === "POST") sent.push(request.url());
  });
}, 120_000);

const preview = () => page.getByAltText(label("posterPreview"));

test("draws a poster of a network on a phone, in four taps", async () => {
  await chooseKind(page, "wifi");
  await page.getByRole("textbox", { name: label("wifi.ssid"), exact: true }).fill("Café Guests");
  await page.getByRole("textbox", { name: label("wifi.password"), exact: true }).fill("one tall latte");
  await openView(page, label("poster"));
  await preview().waitFor({ timeout: 60_000 });
  expect(await page.getByLabel(label("posterHeadline")).inputValue()).toBe("Café Guests");
  expect(await page.getByLabel(label("posterHintField")).inputValue()).toBe(label("invite.wifi"));
  if (shots) await page.screenshot({ path: `${shots}/poster-phone.png`, fullPage: true });
  const shown = readPng(await preview().screenshot());
  const text = "WIFI:T:WPA;S:Café Guests;P:one tall latte;;";
  for (const decoder of decoders) expect(await decoder.read(shown), decoder.name).toBe(text);
});

test("saves it as a PDF, and sends nothing to a server", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: label("download", { format: "PDF" }) }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("poster.pdf");
  const pdf = readFileSync(await download.path()).toString("latin1");
  expect(pdf).toMatch(/^%PDF-1\.7/);
  expect(pdf).toContain("/MediaBox[0 0 595.27559 841.88976]");
  expect(sent).toEqual([]);
});

test("follows the content until the words are changed, and other papers", async () => {
  await page.getByLabel(label("posterHeadline")).fill("Free WiFi");
  await page.getByLabel(label("paperSize")).last().selectOption("A6");
  await page.getByLabel(label("posterShape")).selectOption("landscape");
  await page.getByRole("textbox", { name: label("wifi.ssid"), exact: true }).fill("Bar Guests");
  await expect.poll(() => preview().getAttribute("aria-busy"), { timeout: 30_000 }).toBe("false");
  expect(await page.getByLabel(label("posterHeadline")).inputValue()).toBe("Free WiFi");
  const { width = 0, height = 1 } = (await preview().boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(148 / 105, 1);
  expect(await violationsOf(page)).toEqual([]);
});

test("prints the poster alone, on its paper", async () => {
  await page.evaluate("window.print = () => { window.printed = document.querySelector('.sheet div').className }");
  await page.getByRole("button", { name: label("print"), exact: true }).click();
  await expect.poll(() => page.evaluate("window.printed")).toBe("whole A6-landscape");
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect(Number(width) / 72).toBeCloseTo(148 / 25.4, 1);
  expect(Number(height) / 72).toBeCloseTo(105 / 25.4, 1);
  expect(logs).toEqual([]);
});

test("prints a list on labels in five taps, with the captions of a column", async () => {
  const { page: phone, logs: messages } = await playground.open("", {
    viewport: { width: 390, height: 844 },
    serviceWorkers: "allow",
  });
  await openView(phone, label("bulkCodes"));
  const rows = Array.from({ length: 25 }, (_, at) => `https://assets.example/${at};Chair ${at + 1}`);
  await phone.locator(".bulk input[type=file]").setInputFiles({
    name: "assets.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Link;Bezeichnung", ...rows].join("\n")),
  });
  await phone.getByText(label("printLabels"), { exact: true }).click();
  await phone.getByLabel(label("labelSheet")).selectOption("avery-l7160");
  await phone.getByRole("button", { name: label("createLabels") }).click();
  await phone
    .getByText(label("labelsCreated", { labels: 25, pages: 2 }))
    .last()
    .waitFor({ timeout: 60_000 });
  if (shots) await phone.locator(".labels").screenshot({ path: `${shots}/labels-phone.png` });
  expect(await violationsOf(phone, ".labels")).toEqual([]);
  const [download] = await Promise.all([
    phone.waitForEvent("download"),
    phone.getByRole("button", { name: label("download", { format: "PDF" }) }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("labels.pdf");
  const pdf = readFileSync(await download.path());
  if (shots) await download.saveAs(`${shots}/labels.pdf`);
  expect(pdf.toString("latin1").match(/\/MediaBox\[0 0 595\.27559 841\.88976\]/g)).toHaveLength(2);
  await phone.getByLabel(label("firstLabel")).fill("22");
  await phone.getByRole("button", { name: label("createLabels") }).click();
  await phone.locator(".labels .fault").getByText("21").waitFor({ timeout: 30_000 });
  expect(messages.filter((line) => !/400/.test(line))).toEqual([]);
});
