import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { label } from "../labels.ts";
import { goTo, openView, usePlayground, waitUntilOfflineReady } from "./playground-page.ts";

const playground = usePlayground();

describe("a link from a server", () => {
  let page: Page;
  /** Responds to the latest pending request. */
  let answer: () => void;

  beforeAll(async () => {
    ({ page } = await playground.open());
    await page.route("**/api/i", async (route) => {
      const { data } = route.request().postDataJSON() as { data: string };
      await new Promise<void>((resolve) => {
        answer = resolve;
        route.request().frame().evaluate("requested = true");
      });
      const id = `id-of-${data.at(-1)}`;
      await route.fulfill({ status: 201, json: { id, url: `${playground.url}i/${id}` } });
    });
  });
  beforeEach(async () => {
    await goTo(page, playground.url);
    await openView(page, label("sharePage"));
  });

  const text = () => page.getByRole("textbox", { name: label("url.url"), exact: true });
  const make = async () => {
    await page.evaluate("requested = false");
    await page.getByRole("button", { name: label("createSharePage") }).click();
    // The page's policy blocks the code that waitForFunction evaluates in the page.
    await expect.poll(() => page.evaluate("requested")).toBe(true);
  };
  const shown = () => page.locator("a.address").evaluateAll((links) => links.map(({ textContent }) => textContent));

  test("a link is not shown if the content changes before the server responds", async () => {
    await page.evaluate(`{
      globalThis.seen = [];
      const note = () => seen.push(...Array.from(document.querySelectorAll("a.address"), ({ href }) => href));
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    }`);
    await text().fill("https://example.com/1");
    await make();
    await text().fill("https://example.com/2");
    const first = page.waitForResponse("**/api/i");
    answer();
    await first;
    await make();
    answer();
    await expect.poll(shown).toEqual([`${playground.url}i/id-of-2`]);
    expect(await page.evaluate("[...new Set(seen)]")).toEqual([`${playground.url}i/id-of-2`]);
  });

  test("a link disappears when the design or the content changes, because it keeps both", async () => {
    await text().fill("https://example.com/1");
    await make();
    answer();
    await expect.poll(shown).toEqual([`${playground.url}i/id-of-1`]);
    await page.getByRole("spinbutton", { name: label("option.size") }).fill("300");
    expect(await shown()).toEqual([`${playground.url}i/id-of-1`]);
    await page.getByRole("textbox", { name: label("option.color"), exact: true }).fill("1a2b3c");
    expect(await shown()).toEqual([]);
    await make();
    answer();
    await expect.poll(shown).toEqual([`${playground.url}i/id-of-1`]);
    await text().fill("https://example.com/2");
    expect(await shown()).toEqual([]);
  });

  test("reports errors with the labels of the page", async () => {
    await text().fill(`https://example.com/${"x".repeat(2940)}`);
    await page.getByRole("button", { name: label("createSharePage") }).click();
    await page
      .getByText(
        label("sharePageFailed", { reason: "The content is too long for “Error correction” L: it has 2960 bytes" }),
      )
      .waitFor();
  });
});

describe("my links", () => {
  let page: Page;
  const rows = () => page.locator(".links li");
  const removes = () => page.getByRole("button", { name: /^Remove link to example\.com, / });

  beforeAll(async () => {
    ({ page } = await playground.open("", { serviceWorkers: "allow" }));
    await waitUntilOfflineReady(page);
    await openView(page, label("sharePage"));
    for (const path of ["one", "two"]) {
      await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill(`https://example.com/${path}`);
      await page.getByRole("button", { name: label("createSharePage") }).click();
      await page.getByText(`https://example.com/${path}`, { exact: true }).and(page.locator("bdi")).waitFor();
    }
  }, 120_000);

  test("the links in the list have unique text and accessible names", async () => {
    const ids = await rows()
      .locator("a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/").at(-1) ?? ""));
    expect(new Set(ids).size).toBe(2);
    for (const [at, id] of ids.entries()) {
      expect(await rows().nth(at).textContent()).toContain(`i/${id}`);
      expect(await removes().nth(at).getAttribute("aria-label")).toBe(`Remove link to example.com, ${id}`);
    }
  });

  test("the links in the list fill the width of their panel", async () => {
    const [list, panel] = await Promise.all([
      page.locator(".links").boundingBox(),
      page.locator("#view").boundingBox(),
    ]);
    expect(list?.width).toBe(panel?.width);
  });

  test("asks for confirmation before removing links, and ignores a double click", async () => {
    await removes().first().dblclick();
    expect(await removes().count()).toBe(2);
    await removes().first().focus();
    await page.keyboard.press("Enter");
    const keep = page.getByRole("button", { name: /^Cancel/ });
    expect(await keep.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    expect(await keep.count()).toBe(0);
    expect(
      await removes()
        .first()
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await removes().first().click();
    await page.getByRole("button", { name: /^Remove permanently/ }).click();
    await expect.poll(() => rows().count()).toBe(1);
  });
});
