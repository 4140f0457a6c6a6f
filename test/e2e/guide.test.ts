import { mkdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { guideGroups } from "../../scripts/guide/pages.ts";
import { isFull } from "../sweep.ts";
import { violationsOf } from "./axe.ts";
import { address, useGuide } from "./guide-page.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;
const site = useGuide();

beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
}, 60_000);

const views = [360, 1280].flatMap((width) => (["light", "dark"] as const).map((scheme) => ({ width, scheme })));

/** The pages to check in all views. Other pages are checked in the narrow light view and in the wide dark view, unless
 *  screenshots are taken. */
const selection = ["index", "start", "reference", "options"];
function viewsFor(name: string) {
  if (folder || selection.includes(name)) return views;
  return views.filter(({ width, scheme }) => (width === 360) === (scheme === "light"));
}

/** Returns whether axe checks the view number `at` of the page number `index`. Pages differ only in their text, so axe checks
 *  each of them in one view, except for the selection and in `npm run test:full`. */
const isChecked = (name: string, index: number, at: number) => isFull || selection.includes(name) || index % 2 === at;

const groups = guideGroups(new URL("../../", import.meta.url));

test("checks every page", () => {
  expect(groups.flatMap(({ pages }) => pages.map(({ name }) => name))).toEqual([...site.names]);
});

test.each(groups)(
  "pages pass axe and do not scroll horizontally: $title",
  async ({ pages }) => {
    // Requires `bypassCSP`, because the page's policy forbids axe.
    const { page } = await site.open({ bypassCSP: true });
    const found: unknown[] = [];
    for (const [index, { name }] of pages.entries()) {
      // A page stays open for all its views, because loading it and axe again takes longer than a check.
      for (const [at, { width, scheme }] of viewsFor(name).entries()) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme: scheme });
        if (at === 0) await page.goto(`${address}${name}.html`);
        await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
        if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
        if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
          found.push([name, width, "is too wide"]);
        if (!isChecked(name, index, at)) continue;
        for (const [id, elements] of await violationsOf(page))
          found.push([name, width, scheme, id, elements.slice(0, 3)]);
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  },
  240_000,
);

describe("under its own policy", () => {
  test("the copy button copies the exact code and confirms it", async () => {
    const { page, messages } = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${address}start.html`);
    const example = page.locator(".example").nth(2);
    await example.getByRole("button", { name: /^Copy code/ }).click();
    await page.getByText("Code copied").waitFor({ state: "attached" });
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await example.locator("code").textContent());
    expect(messages).toEqual([]);
    await page.context().close();
  });

  test("on a phone, a button opens the list of pages, also by keyboard", async () => {
    const { page } = await site.open({ viewport: { width: 360, height: 740 }, bypassCSP: true });
    await page.goto(address);
    const pages = page.getByRole("navigation", { name: "Pages" });
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole("button", { name: "All pages" }).press("Enter");
    expect(await pages.isVisible()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    if (folder) await page.screenshot({ path: `${folder}/menu-360.png` });
    await page.keyboard.press("Escape");
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole("button", { name: "All pages" }).click();
    await pages.getByRole("button", { name: "Close" }).click();
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole("button", { name: "All pages" }).click();
    await page.mouse.click(4, 700);
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole("button", { name: "All pages" }).click();
    await pages.getByRole("link", { name: "Options" }).click();
    await page.waitForURL(`${address}options.html`);
    await page.context().close();
  });

  test("has a skip link, and no copy buttons without JavaScript", async () => {
    const { page } = await site.open({ javaScriptEnabled: false });
    await page.goto(`${address}http-api.html`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${address}http-api.html#main`);
    expect(await page.getByRole("button", { name: /Copy/ }).count()).toBe(0);
    expect(await page.locator(".made img").first().isVisible()).toBe(true);
    await page.context().close();
  });

  test("prints only the content", async () => {
    const { page } = await site.open({ viewport: { width: 794, height: 1123 } });
    await page.goto(`${address}start.html`);
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    if (folder) await page.screenshot({ path: `${folder}/print.png` });
    expect(await page.getByRole("navigation").filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    await page.context().close();
  });
});
