import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { label } from "../labels.ts";
import { goTo, shots, usePlayground, waitUntilOfflineReady } from "./playground-page.ts";

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open("", { serviceWorkers: "allow" }));
  await waitUntilOfflineReady(page);
}, 120_000);

const go = (fragment: string) => goTo(page, playground.url + fragment);

test("grades the PNG to download", async () => {
  await go(`#kind=text&.text=${encodeURIComponent("Lorem ip ".repeat(120))}`);
  await page.getByText("PNG, 1024 px", { exact: true }).waitFor();
  await page.locator(".grade[data-grade=A], .grade[data-grade=B]").waitFor();
  expect(await page.getByText(label("warningPrefix")).count()).toBe(0);
  await page.getByLabel(label("option.size"), { exact: true }).fill("256");
  await page.getByText("PNG, 256 px", { exact: true }).waitFor();
  await page.getByText("raise “Size (px)” from 256").waitFor();
});

test("offers an ASCII URL and an ECI header for text that scanners misread", async () => {
  await go("#kind=url&.url=https://b%C3%A4r.de");
  await page.getByText('ZBar shows "b瓣r.de" instead of "bär.de"').waitFor();
  const marked = page.getByRole("button", { name: label("option.eci") });
  await marked.waitFor();
  await page.getByRole("button", { name: label("usePunycode") }).click();
  expect(await page.getByRole("textbox", { name: label("url.url"), exact: true }).inputValue()).toBe(
    "https://xn--br-via.de",
  );
  await marked.waitFor({ state: "hidden" });
  await page.keyboard.press("Control+z");
  await marked.click();
  await marked.waitFor({ state: "hidden" });
  expect(page.url()).not.toContain("xn--");
});

test("searches for a design that scans better, applies it with one click, and undoes it", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await go("#kind=url&.url=https://example.com&color=e08aa8&bg=fff4f8&dotStyle=dots");
  await page.locator(".grade[data-grade=C], .grade[data-grade=D], .grade[data-grade=F]").waitFor();
  await page.getByRole("button", { name: label("makeBetter") }).click();
  const result = page.getByText(/^Grade [CDF] before, [AB] after$/);
  await result.waitFor();
  const apply = page.locator(".better").getByRole("button", { name: /^Set .*colour to / });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(await apply.textContent());
  if (shots) await page.screenshot({ path: `${shots}/better.png` });
  await apply.click();
  await result.waitFor({ state: "hidden" });
  await page.locator(".grade[data-grade=A], .grade[data-grade=B]").waitFor();
  expect(page.url()).not.toContain("color=e08aa8");
  expect(page.url()).toContain("dotStyle=dots");
  await page.keyboard.press("Control+z");
  await page.locator(".grade[data-grade=C], .grade[data-grade=D], .grade[data-grade=F]").waitFor();
  expect(page.url()).toContain("color=e08aa8");
});
