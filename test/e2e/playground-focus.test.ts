import type { Locator, Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { label } from "../labels.ts";
import { CREATE, openView, usePlayground, waitUntilOfflineReady } from "./playground-page.ts";

const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open("", { serviceWorkers: "allow" }));
  await waitUntilOfflineReady(page);
  page.setDefaultTimeout(10_000);
}, 120_000);

beforeEach(() => page.setViewportSize({ width: 1440, height: 900 }));

/** Resolves to the text or the label of the focused element. */
const focused = () =>
  page.evaluate(`(({ activeElement: element }) => element === document.body ? "nothing"
    : element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent)(document)`);

async function press(button: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press("Enter");
}

test("the last undo moves the focus to Redo, and the last redo to Undo", async () => {
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.com/x");
  await press(page.getByRole("button", { name: label("undo") }));
  expect(await focused()).toBe("Redo");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("Undo");
});

test("removing the logo moves the focus to the file button", async () => {
  await page.getByLabel(label("option.logoData")).setInputFiles(leaf);
  await press(page.getByRole("button", { name: label("removeLogo") }));
  expect(await focused()).toBe(label("option.logoData"));
});

test("a fix moves the focus to the next issue, and the last fix moves it to the caption", async () => {
  await page.getByRole("textbox", { name: label("option.color"), exact: true }).fill("aab4ff");
  await page.getByRole("spinbutton", { name: label("option.margin") }).fill("0");
  const issues = page.locator(".issues li");
  await expect.poll(() => issues.count()).toBeGreaterThan(1);
  for (let clicks = 0; clicks < 6 && (await issues.count()) > 0; clicks++) {
    const first = (await issues.first().textContent()) ?? "";
    await press(issues.first().getByRole("button").first());
    await expect.poll(() => page.locator(".issues").textContent()).not.toContain(first);
    expect(await focused()).not.toBe("nothing");
  }
  expect(await focused()).toBe(label("effect.url"));
});

/** Presses `button`, and confirms the removal of its link with the keyboard. */
async function removePermanently(button: Locator): Promise<void> {
  await press(button);
  expect(await focused()).toMatch(/^Cancel/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
}

test("removing a link hides its result and moves the focus to the next link, or to the heading if there is none", async () => {
  await openView(page, label("sharePage"));
  for (const path of ["one", "two"]) {
    await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill(`https://example.com/${path}`);
    await page.getByRole("button", { name: label("createSharePage") }).click();
    await page.getByRole("button", { name: label("copyLink") }).waitFor();
  }
  const removes = page.getByRole("button", { name: /^Remove link/ });
  await expect.poll(() => removes.count()).toBe(2);
  const address = (await page.locator("a.address").getAttribute("href")) ?? "";
  // The newest link comes first. Links that were created at the same time may be in any order.
  const mine = page.locator(".links li").filter({ has: page.locator(`a[href="${address}"]`) });
  await removePermanently(mine.getByRole("button"));
  await expect.poll(() => page.locator(".links li").count()).toBe(1);
  expect(await page.getByRole("button", { name: label("copyLink") }).count()).toBe(0);
  await expect.poll(focused).toMatch(/^Remove link/);
  await removePermanently(removes);
  await expect.poll(() => page.locator(".links li").count()).toBe(0);
  await expect.poll(focused).toBe(label("myLinks"));
});

test("removing another link keeps the result", async () => {
  for (const path of ["one", "two"]) {
    await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill(`https://example.com/${path}`);
    await page.getByRole("button", { name: label("createSharePage") }).click();
    await page.getByRole("button", { name: label("copyLink") }).waitFor();
  }
  const address = (await page.locator("a.address").getAttribute("href")) ?? "";
  const removes = page.getByRole("button", { name: /^Remove link/ });
  await expect.poll(() => removes.count()).toBe(2);
  const other = page.locator(".links li").filter({ hasNot: page.locator(`a[href="${address}"]`) });
  await removePermanently(other.getByRole("button"));
  await expect.poll(() => page.locator(".links li").count()).toBe(1);
  expect(await page.getByRole("button", { name: label("copyLink") }).count()).toBe(1);
  await removes.click();
  await page.getByRole("button", { name: label("removePermanently") }).click();
  await expect.poll(() => page.locator(".links li").count()).toBe(0);
});

test("a bulk run moves the focus to Stop, and back to Create codes", async () => {
  await openView(page, label("bulkCodes"));
  const buffer = Buffer.from("x\n".repeat(11_000));
  await page.getByLabel(label("chooseListFile")).setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer });
  await page.getByRole("button", { name: label("createCount", { count: 11_000 }) }).waitFor();
  await press(page.getByRole("button", { name: CREATE }));
  expect(await focused()).toBe("Stop");
  await page.getByText(label("createdCount", { created: "11,000" })).waitFor();
  expect(await focused()).toBe(label("createCount", { count: 11_000 }));
});

test.each([
  [1440, 880],
  [880, 1440],
])("keeps the focus when the window is resized from %i to %i pixels", async (before, after) => {
  await page.setViewportSize({ width: before, height: 900 });
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).focus();
  await page.setViewportSize({ width: after, height: 900 });
  await expect.poll(() => page.locator(".side > *").count()).toBe(after === 880 ? 0 : 1);
  expect(await focused()).toBe("URL");
});
