import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderToString } from "../../src/element/element.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { launchChromium } from "./chromium.ts";
import { buildScriptTag } from "./element-page.ts";

let browser: Browser;
let tag: Awaited<ReturnType<typeof buildScriptTag>>;

beforeAll(async () => {
  [browser, tag] = await Promise.all([launchChromium(), buildScriptTag()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  tag?.remove();
});

/** A page with `body` after the script tag, and what went wrong in it. */
async function open(body: string, head = ""): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/isoqr.js") return route.fulfill({ contentType: "text/javascript", body: tag.code });
    const html = `<!doctype html><meta charset="utf-8"><title>page</title>${head}<script src="/isoqr.js" defer></script>${body}`;
    return pathname === "/" ? route.fulfill({ contentType: "text/html", body: html }) : route.fulfill({ status: 404 });
  });
  await page.goto("https://page.test/");
  return { page, faults };
}

const drawn = (page: Page, count = 1) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll("qr-code")].filter((e) => e.shadowRoot?.querySelector("svg")).length === wanted,
    count,
  );

test("draws its data, or its text, as the library does", async () => {
  const { page, faults } = await open(
    `<qr-code data="https://example.com" size="300" dot-style="dots"></qr-code><qr-code dotStyle="rounded"> grüße </qr-code>`,
  );
  await drawn(page, 2);
  const svgs = await page.evaluate(() =>
    Promise.all([...document.querySelectorAll("qr-code")].map(async (code) => (await code.toBlob("svg")).text())),
  );
  expect(svgs).toEqual([
    toSvg("https://example.com", { size: 300, dotStyle: "dots" }),
    toSvg("grüße", { dotStyle: "rounded" }),
  ]);
  const png = await page.evaluate(async () => [
    ...new Uint8Array(
      await (await (document.querySelector("qr-code") as HTMLElementTagNameMap["qr-code"]).toBlob("png")).arrayBuffer(),
    ),
  ]);
  expect(Buffer.from(png).equals(toPng("https://example.com", { size: 300, dotStyle: "dots" }))).toBe(true);
  expect(faults).toEqual([]);
});

test("a server's markup shows without script, and goes on with it", async () => {
  const markup = renderToString({ data: 'a"<b>&', color: "1a2b3c", title: "An <odd> one" });
  expect(markup).toContain("shadowrootmode");
  const { page } = await open(markup);
  await drawn(page);
  const [data, title] = await page.evaluate(() => {
    const code = document.querySelector("qr-code");
    return [code?.data, code?.shadowRoot?.querySelector("title")?.textContent];
  });
  expect([data, title]).toEqual(['a"<b>&', "An <odd> one"]);
});
