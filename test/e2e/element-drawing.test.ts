import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { blobsOf, openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `<qr-code data="https://example.com/${i}"></qr-code>`).join("\n");

test("the file for the script tag has at most 30 KB", () => {
  expect(brotliCompressSync(tag.code).length).toBeLessThanOrEqual(30 * 1024);
  expect(tag.html).toMatch(
    /^<script defer src="isoqr\.js" integrity="sha384-[\w+/]{64}" crossorigin="anonymous"><\/script>$/,
  );
});

test("draws 1,000 codes in many tasks, without blocking the page", async () => {
  const parts = { head: "<style>qr-code { width: 20px }</style>", body: many(1000) };
  const { page } = await openPage(browser, { ...tag, html: "" }, parts);
  const most = await page.evaluate(async (code) => {
    let [drawn, before, most] = [0, 0, 0];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      most = Math.max(most, drawn - before);
      before = drawn;
      if (drawn < 1000) port2.postMessage(0);
    };
    port2.postMessage(0);
    const all = new Promise<void>((resolve) =>
      document.addEventListener("qr-render", () => ++drawn === 1000 && resolve()),
    );
    const script = document.createElement("script");
    script.textContent = code;
    document.head.append(script);
    await all;
    return most;
  }, tag.code);
  expect(most).toBeLessThan(500);
  await page.close();
});

test("draws codes near the viewport, and draws other codes when they are scrolled near it or printed", async () => {
  const { page } = await openPage(browser, tag, {
    head: "<style>qr-code { display: block; margin-bottom: 400px }</style>",
    body: many(40),
  });
  const drawn = () =>
    page.evaluate(
      () => [...document.querySelectorAll("qr-code")].filter((c) => c.shadowRoot?.querySelector("svg")).length,
    );
  await page.waitForFunction(() => document.querySelector("qr-code")?.shadowRoot?.querySelector("svg"));
  expect(await drawn()).toBeLessThan(6);
  const last = page.locator("qr-code").last();
  await last.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("qr-code:last-of-type")?.shadowRoot?.querySelector("svg"));
  expect(await drawn()).toBeLessThan(12);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await drawn()).toBe(40);
});

test("releases elements that leave the page, and redraws them when they come back changed", async () => {
  const { page, faults } = await openPage(browser, tag, { body: '<qr-code data="one"></qr-code>' });
  await waitForCodes(page);
  const [away, back] = await page.evaluate(async () => {
    const code = document.querySelector("qr-code");
    if (!code) throw new Error("the page has no element");
    const path = () => code.shadowRoot?.querySelector("[part=modules]")?.getAttribute("d");
    const before = path();
    code.remove();
    code.data = "two";
    await new Promise((resolve) => setTimeout(resolve, 50));
    const away = path() === before;
    document.body.append(code);
    await new Promise((resolve) => code.addEventListener("qr-render", resolve, { once: true }));
    return [away, path() === before];
  });
  expect([away, back]).toEqual([true, false]);
  expect(faults).toEqual([]);
});

test("parses no markup, uses no inline styles and requests nothing on strict pages", async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; require-trusted-types-for 'script'";
  const { page, faults } = await openPage(browser, tag, { policy, body: '<qr-code data="x" size="128"></qr-code>' });
  await waitForCodes(page);
  const box = await page.locator("qr-code svg").boundingBox();
  expect([box?.width, box?.height]).toEqual([128, 128]);
  expect((await blobsOf(page, "png"))[0]?.subarray(1, 4).toString()).toBe("PNG");
  expect(faults).toEqual([]);
});

test("says which file is missing if the code for logos and PNGs cannot be loaded", async () => {
  const body = '<qr-code data="x" logo="data:image/png;base64,AAAA"></qr-code>';
  const { page } = await openPage(browser, { ...tag, images: "throw 1;" }, { body });
  const message = await page.evaluate(() =>
    document
      .querySelector("qr-code")
      ?.toBlob()
      .catch(({ message }) => message),
  );
  expect(message).toBe("isoqr-images.js cannot be loaded: copy it from the package to the folder of isoqr.js");
});

test("works on a page opened from disk", async () => {
  const page = await browser.newPage();
  const file = join(tag.folder, "page.html");
  writeFileSync(file, '<!doctype html><script src="isoqr.js"></script><qr-code data="x"></qr-code>');
  await page.goto(pathToFileURL(file).href);
  await waitForCodes(page);
  const svg = await page.evaluate(() => Reflect.get(window, "isoqr").toSvg("x").slice(0, 4));
  expect(svg).toBe("<svg");
  expect((await blobsOf(page, "png"))[0]?.subarray(1, 4).toString()).toBe("PNG");
});
