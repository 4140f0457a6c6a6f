import type { Page } from "playwright";
import { expect, test } from "vitest";
import { integerRange } from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { freeTable } from "../../src/options/table.ts";
import { ruleText } from "../rule-text.ts";
import { openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

/** Resolves to what the first element of the page shows. */
const shownIn = (page: Page) =>
  page.evaluate(() => {
    const code = document.querySelector("qr-code");
    const note = code?.shadowRoot?.querySelector("[part=error]");
    return {
      state: code?.matches(":state(error)"),
      picture: code?.shadowRoot?.querySelectorAll("svg").length,
      message: note?.textContent,
    };
  });

const next = (page: Page, event: "qr-error" | "qr-render", change: string) =>
  page.evaluate(`new Promise((resolve) => {
    const code = document.querySelector("qr-code");
    code.addEventListener("${event}", () => resolve(), { once: true });
    ${change};
  })`);

const TOO_SMALL = ruleText(integerRange, "size", { min: 32, max: 16_384 });

test("an element without a picture shows the message, which is removed after a render", async () => {
  const { page, faults } = await openPage(browser, tag, { body: '<qr-code data="x" size="9">inside</qr-code>' });
  await page.locator("qr-code [part=error]").waitFor();
  expect(await shownIn(page)).toEqual({ state: true, picture: 0, message: TOO_SMALL });
  const [code, note] = [page.locator("qr-code"), page.locator("qr-code [part=error]")];
  expect(await note.boundingBox()).toEqual(await code.boundingBox());
  // The text in the element is still available to assistive technology.
  expect(await page.locator("body").ariaSnapshot()).toBe(`- text: inside ${TOO_SMALL}`);
  await next(page, "qr-render", "code.size = 200");
  expect(await shownIn(page)).toEqual({ state: false, picture: 1, message: undefined });
  expect(faults).toEqual([`<qr-code>: ${TOO_SMALL}`]);
});

test("a frame marks a picture that stays after an error, and assistive technology gets the message", async () => {
  const { page, faults } = await openPage(browser, tag, { body: '<qr-code data="x"></qr-code>' });
  await waitForCodes(page);
  await next(page, "qr-error", "code.size = 9");
  expect(await shownIn(page)).toEqual({ state: true, picture: 1, message: TOO_SMALL });
  const note = page.locator("qr-code [part=error]");
  const style = await note.evaluate((part) => {
    const { fontSize, borderTopStyle, backgroundColor, pointerEvents } = getComputedStyle(part);
    return [fontSize, borderTopStyle, backgroundColor, pointerEvents];
  });
  expect(style).toEqual(["0px", "dashed", "rgba(0, 0, 0, 0)", "none"]);
  const client = await page.context().newCDPSession(page);
  const { nodes } = (await client.send("Accessibility.getFullAXTree")) as {
    nodes: { role?: { value: string }; name?: { value: string }; description?: { value: string } }[];
  };
  const image = nodes.find(({ role }) => role?.value === "image");
  expect([image?.name?.value, image?.description?.value]).toEqual(["QR code", TOO_SMALL]);
  await next(page, "qr-render", "code.size = 64");
  expect(await shownIn(page)).toEqual({ state: false, picture: 1, message: undefined });
  expect(faults).toHaveLength(1);
});

test.each(["clear-on-error", 'clear-on-error="true"', "clearOnError"])("%s removes the old picture", async (name) => {
  const { page } = await openPage(browser, tag, { body: `<qr-code data="x" ${name}></qr-code>` });
  await waitForCodes(page);
  await next(page, "qr-error", "code.data = ''");
  expect(await shownIn(page)).toMatchObject({ state: true, picture: 0 });
  expect(await page.locator("body").ariaSnapshot()).toContain(ruleText(fieldRequired, "data"));
  await next(page, "qr-render", "code.data = 'y'");
  expect(await shownIn(page)).toEqual({ state: false, picture: 1, message: undefined });
});

test("clearOnError can be set as a property, and false disables it", async () => {
  const { page } = await openPage(browser, tag, { body: '<qr-code data="x" clear-on-error="false"></qr-code>' });
  await waitForCodes(page);
  const seen = await page.evaluate(() => {
    const code = document.querySelector("qr-code") as HTMLElementTagNameMap["qr-code"];
    const all: unknown[] = [code.clearOnError];
    code.clearOnError = true;
    all.push(code.outerHTML, code.clearOnError);
    code.clearOnError = false;
    return [...all, code.outerHTML];
  });
  const off = '<qr-code data="x"></qr-code>';
  expect(seen).toEqual([false, '<qr-code data="x" clear-on-error=""></qr-code>', true, off]);
  await next(page, "qr-error", "code.size = 9");
  expect(await shownIn(page)).toMatchObject({ picture: 1 });
  // The old picture is removed immediately.
  await next(page, "qr-error", "code.clearOnError = true");
  expect(await shownIn(page)).toMatchObject({ picture: 0 });
});

test("preventDefault() keeps the state but shows and logs nothing", async () => {
  const head = `<script>addEventListener("qr-error", (event) => event.preventDefault())</script>`;
  const { page, faults } = await openPage(browser, tag, { head, body: '<qr-code data="x" size="9"></qr-code>' });
  await page.waitForFunction(() => document.querySelector("qr-code")?.matches(":state(error)"));
  expect(await shownIn(page)).toEqual({ state: true, picture: 0, message: undefined });
  expect(faults).toEqual([]);
});

test("logs one warning per error, however often the element tries to draw", async () => {
  const { page, faults } = await openPage(browser, tag, { body: '<qr-code data="x"></qr-code>' });
  await waitForCodes(page);
  const tried = await page.evaluate(async () => {
    const code = document.querySelector("qr-code") as HTMLElementTagNameMap["qr-code"];
    let tried = 0;
    code.addEventListener("qr-error", () => tried++);
    code.size = 9;
    await code.toBlob().catch(() => undefined);
    code.dispatchEvent(new Event("pointerenter"));
    code.draw();
    code.draw();
    await new Promise((resolve) => setTimeout(resolve, 100));
    code.margin = 1;
    await new Promise((resolve) => code.addEventListener("qr-error", resolve, { once: true }));
    document.body.append(code);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return tried;
  });
  // Two changes of options and two calls to draw().
  expect(tried).toBe(4);
  expect(faults).toEqual([`<qr-code>: ${TOO_SMALL}`]);
  await next(page, "qr-error", "code.size = 64; code.margin = 99");
  await next(page, "qr-render", "code.margin = 4");
  await next(page, "qr-error", "code.margin = 99");
  const other = `<qr-code>: ${ruleText(integerRange, "margin", { min: 0, max: freeTable.margin.max })}`;
  expect(faults).toEqual([`<qr-code>: ${TOO_SMALL}`, other, other]);
});

test("logs one warning for a logo that cannot be drawn", async () => {
  const logo = `data:image/png;base64,${Buffer.from("no image").toString("base64")}`;
  const { page, faults } = await openPage(browser, tag, { body: `<qr-code data="x" logo="${logo}"></qr-code>` });
  await page.locator("qr-code [part=error]").waitFor();
  await page.evaluate(async () => {
    const code = document.querySelector("qr-code") as HTMLElementTagNameMap["qr-code"];
    await code.toBlob().catch(() => undefined);
    code.data = "y";
    await code.toBlob().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  expect(faults).toHaveLength(1);
});

test.each(["light", "dark"] as const)("the message has a contrast of at least 4.5 in a %s page", async (scheme) => {
  const { page } = await openPage(browser, tag, {
    head: "<style>:root { color-scheme: light dark }</style>",
    body: '<qr-code data="x" size="9"></qr-code>',
    context: { colorScheme: scheme },
  });
  await page.locator("qr-code [part=error]").waitFor();
  const colors = await page.locator("qr-code [part=error]").evaluate((note) => {
    const { color, backgroundColor } = getComputedStyle(note);
    return [color, backgroundColor].map((one) => (one.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  });
  const [one = 0, other = 0] = colors.map(luminance).sort((a, b) => b - a);
  expect((one + 0.05) / (other + 0.05)).toBeGreaterThan(4.5);
  expect(colors.map(luminance).indexOf(other)).toBe(scheme === "light" ? 0 : 1);
});

/** Returns the relative luminance of a colour, from 0 to 1, as defined by WCAG 2. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("style sheets can style the state and the message", async () => {
  const head = `<style>qr-code:state(error) { opacity: 0.5 } qr-code::part(error) { border-color: orange }</style>`;
  const { page } = await openPage(browser, tag, { head, body: '<qr-code data="x" size="9"></qr-code>' });
  await page.locator("qr-code [part=error]").waitFor();
  const seen = await page.locator("qr-code").evaluate((code) => {
    const note = code.shadowRoot?.querySelector("[part=error]");
    return [getComputedStyle(code).opacity, note && getComputedStyle(note).borderTopColor];
  });
  expect(seen).toEqual(["0.5", "rgb(255, 165, 0)"]);
});
