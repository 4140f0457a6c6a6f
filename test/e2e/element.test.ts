import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderToString } from "../../src/element/element.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { ruleText } from "../rule-text.ts";
import { blobsOf, openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

test("draws its data or text with the library's bytes", async () => {
  const body = `<qr-code data="https://example.com" size="300" dot-style="dots"></qr-code><qr-code dotStyle="rounded" boost> grüße </qr-code>`;
  const { page, faults } = await openPage(browser, tag, { body });
  await waitForCodes(page, 2);
  const expected = [
    ["https://example.com", { size: 300, dotStyle: "dots" }],
    ["grüße", { dotStyle: "rounded", boost: true }],
  ] as const;
  expect((await blobsOf(page, "svg")).map(String)).toEqual(expected.map(([text, options]) => toSvg(text, options)));
  const pngs = expected.map(([text, options]) => Buffer.from(toPng(text, options)));
  expect((await blobsOf(page, "png")).map((png, i) => png.equals(pngs[i] as Buffer))).toEqual([true, true]);
  expect(faults).toEqual([]);
});

test("properties mirror attributes, and text changes redraw", async () => {
  const { page, faults } = await openPage(browser, tag, { body: "<qr-code>first</qr-code>" });
  await waitForCodes(page);
  const seen = await page.evaluate(async () => {
    const code = document.querySelector("qr-code");
    if (!code) throw new Error("the page has no element");
    const next = () => new Promise((resolve) => code.addEventListener("qr-render", resolve, { once: true }));
    const before = [code.data, code.size, code.ec, code.mask, code.boost, code.logo];
    code.size = 128;
    code.dotStyle = "classy";
    code.boost = true;
    (code.firstChild as Text).data = "second";
    await next();
    const set = [code.data, code.getAttribute("size"), code.getAttribute("dot-style"), code.getAttribute("boost")];
    const width = code.getBoundingClientRect().width;
    code.boost = false;
    code.removeAttribute("dot-style");
    code.setAttribute("size", "9");
    await new Promise((resolve) => code.addEventListener("qr-error", resolve, { once: true }));
    return { before, set, width, after: [code.boost, code.hasAttribute("boost"), code.dotStyle, code.size] };
  });
  expect(seen).toEqual({
    before: ["first", 256, "M", undefined, false, undefined],
    set: ["second", "128", "classy", ""],
    width: 128,
    after: [false, false, "square", 256],
  });
  expect(faults).toEqual([`<qr-code>: ${ruleText(integerRange, "size", { min: 32, max: 16_384 })}`]);
});

test("uses properties set before the element was defined", async () => {
  const head = `<script>document.addEventListener("DOMContentLoaded", () => {});</script>`;
  const { page } = await openPage(browser, { ...tag, html: "" }, { head, body: "<qr-code></qr-code>" });
  await page.evaluate(() =>
    Object.assign(document.querySelector("qr-code") ?? {}, { data: "early", ec: "H", logoFile: null }),
  );
  await page.addScriptTag({ url: "/isoqr.js" });
  await waitForCodes(page);
  expect(await page.locator("qr-code").getAttribute("data")).toBe("early");
  expect(await page.locator("qr-code").evaluate((code) => Object.keys(code))).toEqual([]);
  expect(String((await blobsOf(page, "svg"))[0])).toBe(toSvg("early", { ec: "H" }));
});

test("setting an option or the title to undefined or null removes it", async () => {
  const { page, faults } = await openPage(browser, tag, { body: '<qr-code data="x" title="T" size="64"></qr-code>' });
  await waitForCodes(page);
  const seen = await page.evaluate(async () => {
    const code = document.querySelector("qr-code");
    if (!code) throw new Error("the page has no element");
    const read = () => [code.title, code.getAttribute("title"), code.shadowRoot?.querySelector("title")?.textContent];
    const next = () => new Promise((resolve) => code.addEventListener("qr-render", resolve, { once: true }));
    const all: unknown[] = [read()];
    for (const title of [undefined, "Menu", null]) {
      Object.assign(code, { title, size: undefined });
      await next();
      all.push(read());
    }
    return [...all, code.hasAttribute("size")];
  });
  const none = ["", null, "QR code"];
  expect(seen).toEqual([["T", "T", "T"], none, ["Menu", "Menu", "Menu"], none, false]);
  expect(faults).toEqual([]);
});

test("works without the browser APIs that test environments lack", async () => {
  // APIs that jsdom or happy-dom lack.
  const head = `<script>
    delete ShadowRoot.prototype.adoptedStyleSheets;
    delete HTMLElement.prototype.attachInternals;
    for (const name of ["IntersectionObserver", "CSSStyleSheet", "CSS"]) delete window[name];
  </script>`;
  const body = '<qr-code data="first"></qr-code>';
  const { page, faults } = await openPage(browser, tag, { head, body });
  await waitForCodes(page);
  expect((await blobsOf(page, "svg")).map(String)).toEqual([toSvg("first")]);
  await page.evaluate(async () => {
    const code = document.querySelector("qr-code");
    if (!code) throw new Error("the page has no element");
    const drawn = new Promise((resolve) => code.addEventListener("qr-render", resolve, { once: true }));
    code.data = "second";
    await drawn;
    code.remove();
    document.body.append(code);
  });
  expect((await blobsOf(page, "svg")).map(String)).toEqual([toSvg("second")]);
  expect(faults).toEqual([]);
});

test("the first of two script tags wins", async () => {
  const { page, faults } = await openPage(browser, tag, {
    body: '<p id="isoqr"></p><qr-code data="x" size="9"></qr-code>',
  });
  await page.addScriptTag({ url: "/isoqr.js" });
  const reported = await page.evaluate(async () => {
    const code = document.querySelector("qr-code");
    const library = Reflect.get(window, "isoqr");
    const fault = new Promise<CustomEvent>((resolve) =>
      code?.addEventListener("qr-error", (event) => resolve(event as CustomEvent), { once: true }),
    );
    code?.setAttribute("size", "8");
    return [(await fault).detail instanceof library.QrError, code instanceof library.QrCodeElement];
  });
  expect(reported).toEqual([true, true]);
  expect(faults).toContain(`<qr-code>: ${ruleText(integerRange, "size", { min: 32, max: 16_384 })}`);
});

test("isoqr-strict.js draws the library's bytes, also with logos and as PNG, if the policy forbids WebAssembly", async () => {
  const strict = { ...tag, html: '<script defer src="isoqr-strict.js"></script>' };
  const logo =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath d='M0 0h8v8z'/%3E%3C/svg%3E";
  const body = `<qr-code data="https://example.com" dot-style="dots"></qr-code><qr-code data="x" logo="${logo}"></qr-code>`;
  const policy = "default-src 'none'; script-src 'self'; img-src data:";
  const { page, faults } = await openPage(browser, strict, { body, policy });
  await waitForCodes(page, 2);
  const [svg, withLogo] = (await blobsOf(page, "svg")).map(String);
  expect(svg).toBe(toSvg("https://example.com", { dotStyle: "dots" }));
  expect(withLogo).toBe(toSvg("x", { logo }));
  const [png] = await blobsOf(page, "png");
  expect(png?.equals(Buffer.from(toPng("https://example.com", { dotStyle: "dots" })))).toBe(true);
  expect(faults).toEqual([]);
  await page.close();
});

test("explains which file to use if the policy forbids WebAssembly", async () => {
  const { page, faults } = await openPage(browser, tag, {
    policy: "script-src 'self' 'unsafe-inline'",
    body: '<qr-code data="x"></qr-code>',
  });
  await expect.poll(() => faults.join()).toContain("use isoqr-strict.js in place of this file");
  expect(faults.join()).not.toContain("import isoqr/strict first");
  await page.close();
});

test("reports errors with a message, and keeps the last picture", async () => {
  const { page, faults } = await openPage(browser, tag, { body: '<qr-code data="x"></qr-code>' });
  await waitForCodes(page);
  const seen = await page.evaluate(async () => {
    const code = document.querySelector("qr-code");
    const path = () => code?.shadowRoot?.querySelector("[part=modules]")?.getAttribute("d");
    const before = path();
    const fault = new Promise<CustomEvent<{ code: string; field: string; message: string }>>((resolve) =>
      document.addEventListener("qr-error", (event) => {
        event.preventDefault();
        resolve(event as CustomEvent);
      }),
    );
    code?.setAttribute("data", "x".repeat(3000));
    const { detail, target } = await fault;
    const refused = await code?.toBlob().catch((error: Error) => error.message);
    return { same: before === path(), here: target === code, code: detail.code, field: detail.field, refused };
  });
  expect(seen).toMatchObject({ same: true, here: true, code: "DATA_TOO_LONG", field: "data" });
  expect(seen.refused).toContain("data is too long for ec M");
  expect(faults).toEqual([]);
});

test("is a single named image for assistive technology", async () => {
  const body = `<qr-code data="x"></qr-code><qr-code data="x" title="Menu"></qr-code><qr-code data="x" aria-label='"A" & <b>'></qr-code>`;
  const { page } = await openPage(browser, tag, { body });
  await waitForCodes(page, 3);
  expect(await page.locator("body").ariaSnapshot()).toBe(
    '- img "QR code"\n- img "Menu"\n- \'img "\\"A\\" & <b>"\''.replace(/'img (.*)'$/, "img $1"),
  );
});

test("server-rendered markup works without the script, which takes it over once loaded", async () => {
  const markup = renderToString({
    data: 'a"<b>&\r\n\u001d',
    color: "1a2b3c",
    size: 200,
    dotStyle: "dots",
    title: "An <odd> one",
  });
  const silent = await openPage(browser, tag, { body: markup, context: { javaScriptEnabled: false } });
  const box = await silent.page.locator("qr-code svg").boundingBox();
  expect([box?.width, box?.height]).toEqual([200, 200]);

  const { page, faults } = await openPage(browser, tag, { body: markup });
  await page.waitForFunction(() => document.querySelector("qr-code")?.shadowRoot?.adoptedStyleSheets.length === 1);
  const root = page.locator("qr-code");
  expect(
    await root.evaluate((code) => [...(code.shadowRoot?.children ?? [])].map(({ localName }) => localName)),
  ).toEqual(["svg", "slot"]);
  expect(String((await blobsOf(page, "svg"))[0])).toBe(
    toSvg('a"<b>&\r\n\u001d', { color: "1a2b3c", size: 200, dotStyle: "dots", title: "An <odd> one" }),
  );
  expect(faults).toEqual([]);
});

test("the example in docs/element.md submits the image with a form", async () => {
  const guide = readFileSync(new URL("../../docs/element.md", import.meta.url), "utf8");
  const [, example = ""] = /^```js\n(form\.addEventListener.*?)^```$/ms.exec(guide) ?? [];
  const body = `<form action="/submit" method="post"><input name="seat" value="12"><qr-code data="x"></qr-code><button></button></form>
    <script type="module">const form = document.querySelector("form"); ${example}</script>`;
  const { page, faults } = await openPage(browser, tag, {
    body,
    files: { "/submit": { contentType: "text/plain", body: "" } },
  });
  await waitForCodes(page);
  const sent = page.waitForRequest("**/submit");
  await page.click("button");
  const text = (await sent).postDataBuffer()?.toString("latin1") ?? "";
  expect(text).toContain('name="seat"\r\n\r\n12\r\n');
  expect(text).toContain('name="code"; filename="code.png"\r\nContent-Type: image/png');
  expect(text).toContain(Buffer.from(toPng("x")).toString("latin1"));
  expect(faults).toEqual([]);
  await page.close();
});
