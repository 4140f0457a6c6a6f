import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { label } from "../labels.ts";
import { violationsOf } from "./axe.ts";
import { expectAnnouncement, expectCode, shots, usePlayground } from "./playground-page.ts";

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeAll(async () => {
  const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "allow", acceptDownloads: true } as const;
  ({ page, logs } = await playground.open("", phone));
}, 120_000);

const more = () => page.getByRole("button", { name: label("downloadSettings") });

/** Clicks the main button, whose name begins with the format. Resolves to the file and its name. */
async function save(format: string): Promise<{ name: string; file: Buffer }> {
  const button = page.getByRole("button", { name: label("download", { format }) });
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), button.click()]);
  return { name: download.suggestedFilename(), file: readFileSync(await download.path()) };
}

test("the settings open and close by keyboard", async () => {
  await expectCode(page, "https://example.com");
  await more().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "PNG" }).waitFor();
  expect(await more().getAttribute("aria-expanded")).toBe("true");
  await expect
    .poll(() => page.getByRole("radio", { name: "PNG" }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Escape");
  expect(await more().getAttribute("aria-expanded")).toBe("false");
  expect(await more().evaluate((one) => one === document.activeElement)).toBe(true);
});

test("downloads a PNG with a width in print and its resolution", async () => {
  await more().click();
  await page.getByLabel(label("widthInMm")).fill("40");
  await page.getByLabel(label("option.dpi")).selectOption("600");
  expect(await violationsOf(page)).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/download-phone.png`, fullPage: true });
  const { file, name } = await save("PNG");
  expect(name).toBe("qr-url.png");
  expect([file.readUInt32BE(16), file.readUInt32BE(41)]).toEqual([945, 23_622]);
});

test("downloads an SVG, a PDF and an EPS in millimetres", async () => {
  await page.getByRole("radio", { name: "SVG" }).check();
  expect(await page.getByLabel(label("option.dpi")).isVisible()).toBe(false);
  expect((await save("SVG")).file.toString()).toContain('width="40mm" height="40mm"');
  await page.getByRole("radio", { name: "PDF" }).check();
  expect((await save("PDF")).file.toString("latin1")).toContain("/MediaBox[0 0 113.38583 113.38583]");
  await page.getByRole("radio", { name: "EPS" }).check();
  const { file, name } = await save("EPS");
  expect(name).toBe("qr-url.eps");
  expect(file.toString()).toContain("%%HiResBoundingBox: 0 0 113.38583 113.38583");
});

test("explains an invalid width, and announces one that is too large for a PNG", async () => {
  await page.getByRole("radio", { name: "PNG" }).check();
  await page.getByLabel(label("widthInMm")).fill("4");
  await page.getByText(label("widthInMmRange")).waitFor();
  await page.getByLabel(label("widthInMm")).fill("900,5");
  const button = page.getByRole("button", { name: label("download", { format: "PNG" }) });
  await expectAnnouncement(page, "mm", () => button.click());
});

test("remembers the choice", async () => {
  await page.getByLabel(label("widthInMm")).fill("25,5");
  await page.getByRole("radio", { name: "PDF" }).check();
  await page.reload();
  const button = page.getByRole("button", { name: label("download", { format: "PDF" }) });
  await button.waitFor();
  expect(await button.textContent()).toContain("25,5");
  expect(logs).toEqual([]);
});
