import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toPng, toSvg } from "../../src/index.ts";
import { label } from "../labels.ts";
import { expectAccessible, expectCode, openView, usePlayground } from "./playground-page.ts";

const TEXT = "https://example.com/rooftop";
const screenshot = Buffer.from(toPng("WIFI:T:WPA;S:Guests;P:coffee and cake;;"));
const leaf = readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url), "utf8");

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeEach(async () => {
  ({ page, logs } = await playground.open(`#kind=url&.url=${TEXT}`, { bypassCSP: true }));
});
afterEach(() => page.context().close());

/** Drops or pastes a file on the first element that matches `selector`. */
function transfer(event: "drop" | "paste", file: Buffer, type: string, selector = "body"): Promise<unknown> {
  const settings = "bubbles: true, cancelable: true";
  const made =
    event === "drop"
      ? `new DragEvent("drop", { dataTransfer: data, ${settings} })`
      : `new ClipboardEvent("paste", { clipboardData: data, ${settings} })`;
  return page.evaluate(`{
    const bytes = Uint8Array.from(atob("${file.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "picture", { type: "${type}" }));
    document.querySelector("${selector}").dispatchEvent(${made});
  }`);
}

const dialog = () => page.getByRole("dialog");
const logo = () => page.locator(".paper image");

test.each([
  ["dropped on the page", "drop", "body"],
  ["pasted on the page", "paste", "body"],
  ["pasted into a field", "paste", "textarea, [id^=url-url]"],
] as const)("asks what to do with an image that is %s", async (_, event, selector) => {
  await transfer(event, screenshot, "image/png", selector);
  await dialog().getByText(label("imageUse")).waitFor();
  expect(await logo().count()).toBe(0);
  await expectAccessible(page, `image-choice-${event}`);
  await dialog()
    .getByRole("button", { name: label("useAsLogo") })
    .click();
  await logo().waitFor();
  expect(await dialog().count()).toBe(0);
  expect(logs).toEqual([]);
});

test("reads the code in a dropped screenshot, and copies it to the form", async () => {
  await transfer("drop", screenshot, "image/png");
  await dialog()
    .getByRole("button", { name: label("readCodeInImage") })
    .click();
  await dialog().getByText("Guests").waitFor();
  await expectAccessible(page, "image-read");
  await dialog()
    .getByRole("button", { name: label("copyToForm") })
    .click();
  expect(await dialog().count()).toBe(0);
  await expectCode(page, "WIFI:T:WPA;S:Guests;P:coffee and cake;;");
  await page.getByRole("button", { name: label("undo"), exact: true }).click();
  await expectCode(page, TEXT);
});

test.each(["000000", "ffffff"])("reads a code of colour %s on a transparent background", async (color) => {
  await openView(page, label("readCode"));
  const code = { bg: "transparent", color } as const;
  const files = { png: [toPng("PNG", code), "image/png"], svg: [toSvg("SVG", code), "image/svg+xml"] } as const;
  for (const [type, [body, mimeType]] of Object.entries(files)) {
    const file = { name: `clear.${type}`, mimeType, buffer: Buffer.from(body) };
    await page.getByLabel(label("chooseImage")).setInputFiles(file);
    await page.locator("article dd", { hasText: type.toUpperCase() }).waitFor();
  }
});

test("Escape closes the question and changes nothing", async () => {
  await transfer("drop", screenshot, "image/png");
  await dialog().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog().count()).toBe(0);
  expect(await logo().count()).toBe(0);
});

test("an image dropped on the logo's box becomes the logo at once", async () => {
  await transfer("drop", screenshot, "image/png", ".drop");
  await logo().waitFor();
  expect(await dialog().count()).toBe(0);
});

/** Resolves to an image of this size that the page draws. */
async function drawn(width: number, height: number, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(${width}, ${height});
    const context = canvas.getContext("2d");
    context.fillStyle = "#0b6b52";
    context.fillRect(0, 0, ${width}, ${height});
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "${type}" })).arrayBuffer());
    return bytes.toBase64?.() ?? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  })()`);
  return Buffer.from(String(base64), "base64");
}

test("scales a large image down for the logo, and shows its thumbnail and name", async () => {
  const buffer = await drawn(5000, 2500, "image/jpeg");
  await page.getByLabel(label("option.logoData")).setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  await page.getByText(label("logoScaledDown", { name: "photo.jpg", size: "1024 × 512" })).waitFor();
  await logo().waitFor();
  const thumbnail = page.locator(".named-image img");
  expect(await thumbnail.getAttribute("src")).toMatch(/^data:image\/jpeg;/);
  await expectCode(page, TEXT);
  await page
    .getByLabel(label("option.logoData"))
    .setInputFiles({ name: "leaf.svg", mimeType: "image/svg+xml", buffer: Buffer.from(leaf) });
  await page.getByText("leaf.svg", { exact: true }).waitFor();
  await page.getByRole("button", { name: label("undo"), exact: true }).click();
  await page.getByText("photo.jpg, scaled").waitFor();
  await page.getByRole("button", { name: label("removeLogo") }).click();
  expect(await page.locator(".named-image").isVisible()).toBe(false);
});

test("lists every code in an image, and opens only web addresses", async () => {
  const texts = ["https://example.com/a", "javascript:alert(1)", "https://example.com/b"];
  const codes = texts.map((text, at) => toSvg(text).replace("<svg", `<svg x="${at * 300}" y="${at * 10}"`));
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300"><path fill="#fff" d="M0 0h900v300H0"/>${codes.join("")}</svg>`;
  await openView(page, label("readCode"));
  await page
    .getByLabel(label("chooseImage"))
    .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from(sheet) });
  await page
    .getByText(label("codesFound", { count: 3 }))
    .first()
    .waitFor();
  expect(await page.locator("article dd").allTextContents()).toEqual(texts);
  const links = page.locator("article").getByRole("link");
  expect(await links.allTextContents()).toEqual([
    label("openHost", { host: "example.com" }),
    label("openHost", { host: "example.com" }),
  ]);
  expect(await links.first().getAttribute("href")).toBe(texts[0]);
  expect(await links.first().getAttribute("rel")).toBe("noopener noreferrer");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page
    .locator("article")
    .nth(1)
    .getByRole("button", { name: label("copy"), exact: true })
    .click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(texts[1]);
});
