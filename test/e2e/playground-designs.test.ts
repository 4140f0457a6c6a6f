import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { presets } from "../../src/options/presets.ts";
import { table } from "../../src/options/table.ts";
import { label } from "../labels.ts";
import { expectAccessible, usePlayground } from "./playground-page.ts";

const playground = usePlayground();
const code = (page: Page) => page.locator(".stage svg").first();
/** Opens a group of controls, unless a design has already opened it. */
const open = (page: Page, name: string) =>
  page
    .locator("details.more:not([open]) > summary", { hasText: name })
    .click({ timeout: 2000 })
    .catch(() => undefined);

test("presets, corner shapes and gradients change the code, and can be undone", async () => {
  const { page, logs } = await playground.open("", { bypassCSP: true });
  await page.getByRole("button", { name: label("preset.ocean"), exact: true }).click();
  expect(await code(page).locator("linearGradient").count()).toBe(1);
  await expect.poll(() => page.url()).toContain("gradient=linear");
  await page.getByRole("button", { name: label("undo") }).click();
  await expect.poll(() => code(page).locator("linearGradient").count()).toBe(0);

  await open(page, label("cornerShapes"));
  const before = await code(page).innerHTML();
  await page.locator("label.style", { has: page.locator('input[name="eyeStyle"][value="leaf"]') }).click();
  await expect.poll(() => code(page).innerHTML()).not.toBe(before);

  await open(page, label("gradientsAndCorners"));
  await page.getByLabel(label("option.bgGradient"), { exact: true }).selectOption("radial");
  await expect.poll(() => code(page).locator("radialGradient").count()).toBe(1);
  await page.getByLabel(label("lastColor", { label: label("option.bgGradient") }), { exact: true }).fill("#ffddaa");
  await expect.poll(() => code(page).locator('stop[stop-color="#ffddaa"]').count()).toBe(1);
  await page.getByLabel(label("option.eyeColor"), { exact: true }).first().check();
  await expect.poll(() => page.url()).toContain("eyeColor=000000");
  await expectAccessible(page, "designs");
  expect(logs).toEqual([]);
});

test("a design can be saved, applied after a reload, exported, imported and deleted", async () => {
  const { page, logs } = await playground.open();
  await page.getByRole("button", { name: label("preset.forest"), exact: true }).click();
  await open(page, label("myBrands"));
  const brands = page.locator(".brands");
  await page.getByRole("button", { name: label("saveDesign") }).click();
  await page.getByText(label("enterDesignName")).waitFor();
  await page.getByLabel(label("designName"), { exact: true }).last().fill("<b>Café</b>");
  await page.getByRole("button", { name: label("saveDesign") }).click();
  await brands.getByText("<b>Café</b>").waitFor();

  await page.goto(playground.url);
  await open(page, label("myBrands"));
  await brands.getByRole("button", { name: label("applyDesign", { name: "<b>Café</b>" }) }).click();
  await expect.poll(() => page.url()).toContain("dotStyle=classy-rounded");

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    brands.getByRole("button", { name: label("exportNamed", { name: "<b>Café</b>" }) }).click(),
  ]);
  const saved = readFileSync(await file.path(), "utf8");
  expect(JSON.parse(saved)).toMatchObject({ dotStyle: "classy-rounded", color: presets.forest.color });
  await brands.getByRole("button", { name: label("deleteDesign", { name: "<b>Café</b>" }) }).click();
  await expect.poll(() => brands.getByRole("listitem").count()).toBe(0);

  const importer = page.locator('input[accept*="json"]').first();
  await page.getByRole("button", { name: "Plain", exact: true }).click();
  await importer.setInputFiles({ name: "brand.json", mimeType: "application/json", buffer: Buffer.from(saved) });
  await expect.poll(() => page.url()).toContain(`color=${presets.forest.color}`);
  await importer.setInputFiles({
    name: "bad.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"eyeStyle":"huge"}'),
  });
  await page.getByText(/invalid/).waitFor();
  expect(logs).toEqual([]);
});

test("a design with a caption can be saved and imported, even if the browser stores nothing", async () => {
  const { page, logs } = await playground.open();
  await open(page, label("frameAndCaption"));
  await page.getByText(label("frame.banner-bottom"), { exact: true }).click();
  await page.getByLabel(label("option.caption"), { exact: true }).fill("Scan me");
  await open(page, label("myBrands"));
  await page.getByLabel(label("designName"), { exact: true }).last().fill("Shop");
  await page.getByRole("button", { name: label("saveDesign") }).click();
  const thumbnail = page.locator(".brands img");
  await thumbnail.waitFor();
  const shape = await thumbnail.evaluate((image: HTMLImageElement) => image.naturalHeight / image.naturalWidth);
  expect(shape).toBeGreaterThan(1.05);

  await page.evaluate("IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'SecurityError') }");
  await page.evaluate("IDBDatabase.prototype.transaction = () => { throw new DOMException('gone') }");
  const brand = { frame: "ticket", caption: "Menu", color: "1a5fb4" };
  const buffer = Buffer.from(JSON.stringify(brand));
  await page
    .locator('input[accept*="json"]')
    .first()
    .setInputFiles({ name: "brand.json", mimeType: "application/json", buffer });
  await page.getByText(label("designsNotStored")).waitFor();
  await expect.poll(() => page.url()).toContain("frame=ticket&caption=Menu");
  expect(logs).toEqual([]);
});

test("a design that replaces one with the same name can be restored, and its file has the typed name", async () => {
  const { page, logs } = await playground.open("", { viewport: { width: 390, height: 844 } });
  await open(page, label("myBrands"));
  const brands = page.locator(".brands");
  await page.getByLabel(label("designName"), { exact: true }).last().fill("Shop");
  await page.getByRole("button", { name: label("saveDesign") }).click();
  const before = await brands.locator("img").getAttribute("src");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: label("exportDesign") }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Shop.json");

  await page.getByRole("button", { name: label("preset.ocean"), exact: true }).click();
  await page.getByRole("button", { name: label("saveDesign") }).click();
  await page.getByText(label("designReplaced", { name: "Shop" })).waitFor();
  expect(await brands.locator("img").getAttribute("src")).not.toBe(before);
  await page.getByRole("button", { name: label("restoreDesign") }).click();
  await expect.poll(() => brands.locator("img").getAttribute("src")).toBe(before);
  expect(await page.getByText(label("designReplaced", { name: "Shop" })).count()).toBe(0);

  const edges = await page
    .locator(".row", { has: page.getByText(label("exportDesign")) })
    .locator("button, label")
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().left)));
  expect(edges.filter((edge) => edge === edges[0]).length).toBeGreaterThan(1);
  expect(logs).toEqual([]);
});

test.each([
  [390, false],
  [1440, true],
])("at %i px, the section of an option in use is open: %s", async (width, isOpen) => {
  const { page } = await playground.open(
    "#kind=url&.url=https%3A%2F%2Fexample.com&eyeStyle=leaf&gradient=radial,000000,1a5fb4",
    {
      viewport: { width, height: 844 },
    },
  );
  const sections = page.locator(".look details");
  await sections.first().waitFor();
  const all = await sections.evaluateAll((found: HTMLDetailsElement[]) =>
    found.map(({ open, children }) => [children[0]?.textContent, open]),
  );
  expect(all).toEqual([
    [label("frameAndCaption"), false],
    [label("cornerShapes"), isOpen],
    [label("gradientsAndCorners"), isOpen],
    [label("myBrands"), false],
  ]);
});

test("a gradient has up to five colours, which keep their positions while others change", async () => {
  const { page, logs } = await playground.open(
    "#kind=url&.url=https%3A%2F%2Fexample.com&gradient=linear,0,000000,1a5fb4@20,813d9c",
  );
  const add = page.getByRole("button", { name: label("addColorTo", { label: label("option.gradient") }), exact: true });
  const remove = page.getByRole("button", {
    name: label("removeColorFrom", { label: label("option.gradient") }),
    exact: true,
  });
  const expectGradient = (value: string) =>
    expect.poll(() => decodeURIComponent(page.url()), { timeout: 5000 }).toContain(`gradient=linear,0,${value}`);
  await page
    .getByLabel(label("numberedColor", { label: label("option.gradient"), number: 2 }), { exact: true })
    .fill("#a51d2d");
  await expectGradient("000000@0,a51d2d@20,813d9c@100");
  // The largest gap is from 20 to 100 percent, and then from 60 to 100.
  await add.click();
  await expectGradient("000000@0,a51d2d@20,932d65@60,813d9c@100");
  await add.click();
  await expectGradient("000000@0,a51d2d@20,932d65@60,8a3581@80,813d9c@100");
  expect(await add.isDisabled()).toBe(true);
  await page.getByLabel(label("lastColor", { label: label("option.gradient") }), { exact: true }).fill("#26a269");
  await remove.click();
  await remove.click();
  await remove.click();
  await expectGradient("000000@0,a51d2d@20");
  expect(await remove.isDisabled()).toBe(true);
  // Nothing is after the last colour, so the new one goes to the end.
  await add.click();
  await expectGradient("000000@0,a51d2d@20,a51d2d@100");
  await page.getByLabel(label("setPositionsOf", { label: label("option.gradient") }), { exact: true }).uncheck();
  await expectGradient("000000,a51d2d,a51d2d");
  await add.click();
  await expectGradient("000000,a51d2d,a51d2d,000000");
  expect(logs).toEqual([]);
});

test("the positions of a gradient can be set, and stay in order", async () => {
  const { page, logs } = await playground.open(
    "#kind=url&.url=https%3A%2F%2Fexample.com&gradient=radial,000000,1a5fb4,813d9c",
    { bypassCSP: true, viewport: { width: 390, height: 844 } },
  );
  const expectGradient = (value: string) =>
    expect.poll(() => decodeURIComponent(page.url()), { timeout: 5000 }).toContain(`gradient=radial,${value}`);
  await open(page, label("gradientsAndCorners"));
  const position = (number: number, part = "") =>
    page.getByLabel(`Gradient: position of colour ${number} (%)${part}`, { exact: true });
  expect(await position(2).isVisible()).toBe(false);
  await page.getByLabel(label("setPositionsOf", { label: label("option.gradient") }), { exact: true }).check();
  await expectGradient("000000@0,1a5fb4@50,813d9c@100");
  await position(3).fill("80");
  await expectGradient("000000@0,1a5fb4@50,813d9c@80");
  // A slider stops at its neighbour, and a number moves to it once the user leaves the field.
  await position(2, " slider").fill("95");
  await expectGradient("000000@0,1a5fb4@80,813d9c@80");
  expect(await position(2, " slider").inputValue()).toBe("80");
  await position(1).fill("30");
  await position(2).fill("4");
  await expectGradient("000000@30,1a5fb4@80,813d9c@80");
  await position(2).blur();
  await expectGradient("000000@30,1a5fb4@30,813d9c@80");
  expect(await position(2).inputValue()).toBe("30");
  await position(2).fill("");
  await position(2).blur();
  expect(await position(2).inputValue()).toBe("30");
  await page.getByRole("button", { name: label("undo") }).click();
  await expectGradient("000000@30,1a5fb4@80,813d9c@80");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page, "gradient positions");
  expect(logs).toEqual([]);
});

test("the colours of a design can be swapped and edited, although it has a gradient", async () => {
  const { page, logs } = await playground.open("#kind=url&.url=https%3A%2F%2Fexample.com&preset=mint");
  const look = () => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
  const { color, bg, gradient } = presets.mint;
  expect(await page.getByLabel(label("option.bg"), { exact: true }).inputValue()).toBe(bg);
  expect(await page.getByLabel(label("pickerOf", { label: label("option.bg") })).inputValue()).toBe(`#${bg}`);
  await page
    .locator("fieldset.colors")
    .getByRole("button", { name: label("swapColors") })
    .click();
  await expect.poll(look).toMatchObject({ color: bg, bg: color, bgGradient: gradient });
  await page.locator(".contrast[data-verdict=good]").waitFor();
  await page.getByRole("button", { name: label("undo") }).click();
  await page.getByLabel(label("option.color"), { exact: true }).fill("a51d2d");
  await expect.poll(() => code(page).locator('path[fill="#a51d2d"]').count()).toBe(1);
  await expect.poll(() => look().gradient).toBeUndefined();
  await page.getByRole("button", { name: label("undo") }).click();
  await expect.poll(() => code(page).locator("linearGradient").count()).toBe(1);
  expect(logs).toEqual([]);
});

test("styles whose modules do not touch have a module size", async () => {
  const { page, logs } = await playground.open();
  const size = page.getByLabel(label("option.dotSize"), { exact: true });
  const choose = (style: string) =>
    page.locator("label.style", { has: page.locator(`input[name="dotStyle"][value="${style}"]`) }).click();
  expect(await size.isVisible()).toBe(false);
  await choose("vertical-line");
  expect(await size.getAttribute("placeholder")).toBe("0.9");
  expect(await page.getByLabel(label("sliderOf", { label: label("option.dotSize") })).inputValue()).toBe("0.9");
  await size.fill("0.7");
  await expect.poll(() => page.url()).toContain("dotSize=0.7");
  await page.getByRole("button", { name: label("undo") }).click();
  await expect.poll(() => size.inputValue()).toBe("");
  await page.getByRole("button", { name: label("redo") }).click();
  await expect.poll(() => size.inputValue()).toBe("0.7");
  await expectAccessible(page, "module size");
  await page.getByRole("button", { name: "Plain", exact: true }).click();
  await expect.poll(() => page.url()).not.toContain("dotSize");
  expect(await size.isVisible()).toBe(false);
  expect(logs).toEqual([]);
});

test("frames are shown as pictures, and can be chosen with the keyboard", async () => {
  const { page, logs } = await playground.open("", { bypassCSP: true });
  await open(page, label("frameAndCaption"));
  const frames = page.getByRole("group", { name: label("option.frame"), exact: true });
  const shapes = await frames.locator("svg").evaluateAll((found) => found.map(({ outerHTML }) => outerHTML));
  expect(new Set(shapes).size).toBe(table.frame.of.length);
  await frames.getByRole("radio", { name: "None", exact: true }).focus();
  for (const _ of ["plain", "rounded", "ticket"]) await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.url()).toContain("frame=ticket");
  await page.getByRole("button", { name: label("undo") }).click();
  expect(await frames.getByRole("radio", { name: "Rounded", exact: true }).isChecked()).toBe(true);
  await expectAccessible(page, "frames");
  expect(logs).toEqual([]);
});

test("the hint for the size says how high a framed image is", async () => {
  const { page } = await playground.open();
  const width = page.getByLabel(label("option.size"), { exact: true });
  const size = page.locator(".finish .field", { has: width });
  await size.getByText(label("pngPrintSize", { size: "1024" })).waitFor();
  await width.fill("300");
  await size.getByText(label("hint.size")).waitFor();
  await open(page, label("frameAndCaption"));
  await page.getByText(label("frame.banner-bottom"), { exact: true }).click();
  const box = (await code(page).getAttribute("viewBox"))?.split(" ") ?? [];
  await size.getByText(`The frame makes the image ${box[3]} px high`).waitFor();
});
