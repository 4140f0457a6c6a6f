import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderToString } from "../../src/element/element.ts";
import { openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

const docs = readFileSync(new URL("../../docs/element.md", import.meta.url), "utf8");
const reserve = /```css\n(:where\(qr-code:not\(:defined\)\).*?)```/s.exec(docs)?.[1] ?? "";

const observer = `<script>
    globalThis.shift = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; })
      .observe({ type: "layout-shift", buffered: true });
  </script>`;

const words = "<p>Many words that follow the code in the same page. </p>".repeat(5);
const codes = `<p>Before <qr-code data="https://example.com" size="300"></qr-code> and after.</p>
  <qr-code>Text that is long enough to need more than one line in a code of the default size of 256 pixels</qr-code>
  <p>${words}</p><div style="width: 100px"><qr-code data="x" size="200"></qr-code></div>${words}`;

/** Opens a page whose script loads after the first paint. Resolves to the sum of the page's layout shift scores. */
async function shiftOf(body: string, style: string): Promise<number> {
  const head = `<style>p { margin: 10px 0 } ${style}</style>${observer}`;
  const { page, faults } = await openPage(browser, { ...tag, html: "" }, { head, body });
  const frames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  await frames();
  await page.addScriptTag({ content: tag.code });
  await waitForCodes(page, body.split("<qr-code").length - 1);
  await frames();
  const shift = await page.evaluate(() => Reflect.get(globalThis, "shift") as number);
  expect(faults).toEqual([]);
  await page.close();
  return shift;
}

test("the page does not shift with the style sheet in docs/element.md", async () => {
  expect(reserve).toContain("aspect-ratio");
  expect(await shiftOf(codes, "")).toBeGreaterThan(0.05);
  expect(await shiftOf(codes, reserve)).toBe(0);
});

test("a code keeps its size in a row with long text", async () => {
  const row = '<div style="display: flex; width: 400px"><qr-code data="x" size="150"></qr-code>';
  const { page, faults } = await openPage(browser, tag, { body: `${row}<p>${words}</p></div>` });
  await waitForCodes(page, 1);
  expect((await page.locator("qr-code").boundingBox())?.width).toBe(150);
  expect(faults).toEqual([]);
  await page.close();
});

test("the page does not shift if another rule sets the width", async () => {
  expect(await shiftOf(codes, `qr-code { width: 8rem } ${reserve}`)).toBe(0);
});

test("the page does not shift when an element shows an error", async () => {
  const body = `<p>Before <qr-code data="https://example.com" size="300" margin="99"></qr-code> and after.</p>${words}`;
  const { page } = await openPage(
    browser,
    { ...tag, html: "" },
    { head: `<style>${reserve}</style>${observer}`, body },
  );
  await page.addScriptTag({ content: tag.code });
  await page.locator("qr-code [part=error]").waitFor();
  await page.evaluate(() => document.querySelector("qr-code")?.setAttribute("margin", "4"));
  await page.locator("qr-code [part=modules]").waitFor();
  expect(await page.evaluate("shift")).toBe(0);
});

test("the page does not shift with server-rendered codes", async () => {
  const code = renderToString({ data: "https://example.com", size: 300 });
  expect(await shiftOf(`<p>Before ${code} and after.</p>${words}`, "")).toBe(0);
});
