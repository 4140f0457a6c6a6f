import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { toPng, toSvg } from "../../src/index.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { exportKind } from "../../src/messages/page-rules.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { label } from "../labels.ts";
import { portrait } from "../picture-code/pictures.ts";
import { ruleText } from "../rule-text.ts";
import { violationsOf } from "./axe.ts";
import {
  CREATE,
  DOWNLOAD_ZIP,
  expectAnnouncement,
  expectCode,
  openView,
  usePlayground,
  waitUntilOfflineReady,
} from "./playground-page.ts";

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeAll(async () => {
  const settings = { serviceWorkers: "allow", bypassCSP: true } as const;
  ({ page, logs } = await playground.open("", settings));
  await waitUntilOfflineReady(page);
}, 120_000);

const png = (text: string) => ({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(toPng(text)) });

const chooseSvg = (svg: string) =>
  page
    .getByLabel(label("chooseImage"))
    .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });

test("creates a ZIP of codes from a table, and reports errors by line", async () => {
  await openView(page, label("bulkCodes"));
  await page
    .getByLabel(label("pasteList"))
    .fill('data,name,format,margin\nfirst,one,png,4\n"two, ""quoted""",two,svg,\nx,three,png,99');
  await page.getByText(label("rowsSkipped", { count: 1 })).waitFor();
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByText(label("createdAndSkipped", { created: 2, skipped: 1 })).waitFor();
  const row = page
    .locator(".outcome")
    .getByRole("row")
    .filter({ hasText: ruleText(integerRange, "“margin”", { min: 0, max: 10 }) });
  expect((await row.getByRole("cell").allTextContents()).slice(0, 2)).toEqual(["4", "99"]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(DOWNLOAD_ZIP).click()]);
  const files = unzipSync(readFileSync(await download.path()));
  expect(Object.keys(files).sort()).toEqual(["one.png", "two.svg"]);
  const one = readPng(Buffer.from(files["one.png"] ?? []));
  const two = await rasterize(Buffer.from(files["two.svg"] ?? []).toString(), 4);
  for (const decoder of decoders) {
    expect(await decoder.read(one), decoder.name).toBe("first");
    expect(await decoder.read(two), decoder.name).toBe('two, "quoted"');
  }
});

test("draws a card on the device", async () => {
  await openView(page, label("socialCard"));
  await page.getByLabel(label("cardTitle"), { exact: true }).fill("Rooftop concert");
  await page.getByAltText(label("cardPreview")).waitFor({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(label("downloadCard")).click()]);
  const card = readPng(readFileSync(await download.path()));
  expect([card.width, card.height]).toEqual([1200, 630]);
  for (const decoder of decoders) expect(await decoder.read(card), decoder.name).toBe("https://example.com");
});

const photoFold = () => page.locator("details", { has: page.getByText(label("photoCode"), { exact: true }) });

test("turns a picture into a code on the device, with a slider that ends at grade A or B", async () => {
  await page.getByText(label("photoCode"), { exact: true }).click();
  const file = { name: "portrait.png", mimeType: "image/png", buffer: Buffer.from(portrait) };
  await photoFold().getByLabel(label("choosePhoto")).setInputFiles(file);
  const slider = page.getByRole("slider", { name: label("option.strength") });
  await expect.poll(() => slider.isEnabled(), { timeout: 60_000 }).toBe(true);
  const best = Number(await slider.inputValue());
  expect(await slider.getAttribute("max")).toBe(String(best));
  expect(best).toBeGreaterThanOrEqual(30);
  expect(await slider.getAttribute("aria-valuetext")).toBe(`${best}%`);
  expect(await photoFold().getByRole("status").textContent()).toMatch(/^Grade [AB]/);
  expect(await violationsOf(page)).toEqual([]);
  const save = async () => {
    const button = photoFold().getByText(label("download", { format: "PNG" }));
    await expect.poll(() => button.isEnabled(), { timeout: 60_000 }).toBe(true);
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return readPng(readFileSync(await download.path()));
  };
  const strong = await save();
  await slider.focus();
  for (let at = best; at > 0; at -= 5) await page.keyboard.press("ArrowLeft");
  await expect
    .poll(() =>
      photoFold()
        .getByText(label("download", { format: "PNG" }))
        .isDisabled(),
    )
    .toBe(true);
  const plain = await save();
  expect(strong.data).not.toEqual(plain.data);
  expect(new Set(plain.data)).toEqual(new Set([0, 255]));
  for (const decoder of decoders) {
    expect(await decoder.read(strong), decoder.name).toBe("https://example.com");
    expect(await decoder.read(plain), decoder.name).toBe("https://example.com");
  }
  expect(logs).toEqual([]);
});

test("a new content only marks the picture code as outdated, until the user asks for another one", async () => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const content = page.getByRole("textbox", { name: label("url.url"), exact: true });
  await content.fill("https://example.com/menu");
  await photoFold().getByText(label("photoOutdated")).waitFor();
  await expectCode(page, "https://example.com/menu");
  expect(requests.filter((url) => url.includes("/api/qr/picture"))).toEqual([]);
  const save = photoFold().getByText(label("download", { format: "PNG" }));
  expect(await save.isDisabled()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await photoFold()
    .getByRole("button", { name: label("drawAgain") })
    .click();
  await expect.poll(() => save.isEnabled(), { timeout: 60_000 }).toBe(true);
  expect(requests.filter((url) => url.includes("/api/qr/picture"))).toHaveLength(1);
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const drawn = readPng(readFileSync(await download.path()));
  for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe("https://example.com/menu");
  expect(
    await photoFold()
      .getByRole("button", { name: label("drawAgain") })
      .isVisible(),
  ).toBe(false);
  await content.fill("https://example.com");
});

test("says why a file cannot become a picture code", async () => {
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("text") };
  await photoFold().getByLabel(label("choosePhoto")).setInputFiles(file);
  await photoFold()
    .getByRole("alert")
    .getByText(label("notAnImage", { name: "notes.txt" }))
    .waitFor();
});

test("creates a share page on the device, and removes it", async () => {
  await openView(page, label("sharePage"));
  await page.getByRole("button", { name: label("createSharePage") }).click();
  const address = await page.locator("a.address").getAttribute("href");
  expect(address).toMatch(/\/some\/where\/i\/\w{10}$/);
  expect(await page.locator("a.address").textContent()).toBe(address);
  const shared = await page.context().newPage();
  await shared.goto(address ?? "");
  expect(await shared.title()).toContain("example.com");
  await shared.close();
  await page.getByRole("button", { name: label("removeLink", { title: "example.com", id: "" }).trim() }).click();
  await page.getByRole("button", { name: label("removePermanently") }).click();
  await page.getByText(label("noLinks")).waitFor();
});

test("share pages and cards have the design of the code, with a smaller copy of its logo", async () => {
  // Far too large for a link.
  const buffer = await page.screenshot();
  expect(buffer.length).toBeGreaterThan(32_768);
  await page.getByLabel(label("option.logoData")).setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  await page.locator(".paper image").waitFor();
  await page.getByRole("textbox", { name: label("option.color"), exact: true }).fill("1a2b8c");
  await page.getByRole("button", { name: label("createSharePage") }).click();
  const address = (await page.locator("a.address").getAttribute("href")) ?? "";
  const svg = await page.evaluate(`fetch("${address}.svg").then((answer) => answer.text())`);
  expect(svg).toMatch(/<image [^>]*href="data:image/);
  expect(svg).toContain("#1a2b8c");
  await openView(page, label("socialCard"));
  const asked = page.waitForRequest((request) => request.url().includes("/api/og?"));
  await page.getByLabel(label("cardTitle"), { exact: true }).fill("Tonight");
  const { searchParams, search } = new URL((await asked).url());
  expect(JSON.parse(searchParams.get("design") ?? "")).toMatchObject({
    color: "1a2b8c",
    logoData: expect.stringMatching(/^data:image/),
  });
  expect(search.length).toBeLessThan(8_000);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(label("downloadCard")).click()]);
  const card = readPng(readFileSync(await download.path()));
  for (const decoder of decoders) expect(await decoder.read(card), decoder.name).toBe("https://example.com");
  await page.getByRole("button", { name: label("removeLogo") }).click();
  await page.getByRole("textbox", { name: label("option.color"), exact: true }).fill("000000");
  await openView(page, label("sharePage"));
  await page.getByRole("button", { name: label("removeLink", { title: "example.com", id: "" }).trim() }).click();
  await page.getByRole("button", { name: label("removePermanently") }).click();
  await page.getByText(label("noLinks")).waitFor();
}, 60_000);

test("exports and imports links", async () => {
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.org/kept");
  await page.getByRole("button", { name: label("createSharePage") }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(label("exportLinks")).click()]);
  expect(download.suggestedFilename()).toBe("my-links.json");
  const file = await download.path();
  expect(JSON.parse(readFileSync(file, "utf8")).links).toMatchObject([{ data: "https://example.org/kept" }]);
  await page.getByRole("button", { name: label("removeLink", { title: "example.org", id: "" }).trim() }).click();
  await page.getByRole("button", { name: label("removePermanently") }).click();
  await page.getByText(label("noLinks")).waitFor();
  await expectAnnouncement(page, label("linksAdded", { count: 1 }), () =>
    page.getByLabel(label("importLinks")).setInputFiles(file),
  );
  await page.getByRole("link", { name: "example.org", exact: true }).waitFor();
  const other = { name: "x.json", mimeType: "application/json", buffer: Buffer.from("[]") };
  await page.getByLabel(label("importLinks")).setInputFiles(other);
  await page.getByText(label("importFailed", { reason: exportKind })).waitFor();
  await page.getByRole("link", { name: "example.org", exact: true }).waitFor();
});

test("reads a code from a file, and reports an image without one", async () => {
  await openView(page, label("readCode"));
  await page.getByLabel(label("chooseImage")).setInputFiles(png("WIFI:T:WPA;S:Guests;P:hunter2hunter2;;"));
  await page.getByText("Guests").waitFor();
  expect(await page.getByText("hunter2hunter2").isVisible()).toBe(false);
  const empty = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await page
    .getByLabel(label("chooseImage"))
    .setInputFiles({ name: "b.png", mimeType: "image/png", buffer: Buffer.from(empty, "base64") });
  await page.getByText(label("noCodeFound")).waitFor();
});

test.each(["rounded", "dots"] as const)("reads an SVG from the playground with %s modules", async (dotStyle) => {
  const text = `https://example.com/${dotStyle}`;
  const svg = toSvg(text, { dotStyle });
  const files = { whole: svg, scalable: svg.replace(/ (?:width|height)="\d+"/g, "") };
  for (const [name, file] of Object.entries(files)) {
    await chooseSvg(file.replace("<path", "<!-- -->$&"));
    await page.locator("dd").getByText(text).waitFor();
    await chooseSvg('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await page.getByText(label("noCodeFound")).waitFor();
    expect(await page.locator("dd").count(), name).toBe(0);
  }
});

test("an SVG runs no scripts and fetches nothing", async () => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await chooseSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.document.title = 'hacked'"><script>alert(1)</script>
      <image href="${playground.url}icon-192.png" width="99" height="99"/></svg>`,
  );
  await page.getByText(label("noCodeFound")).waitFor();
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  expect(await page.title()).not.toContain("hacked");
});

/** Returns a kilobyte of SVG that draws ten million squares. */
function copiesOfCopies(): string {
  const groups = Array.from({ length: 7 }, (_, level) => {
    const copy = level === 0 ? '<path d="M0 0h1v1H0"/>' : `<use href="#g${level - 1}"/>`;
    return `<g id="g${level}">${copy.repeat(10)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${groups.join("")}</svg>`;
}

test.each([
  ["invalid", "<svg"],
  ["too large", `<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(4 * 1024 * 1024)}</svg>`],
  ["copies of copies", copiesOfCopies()],
  ["a copy of itself", '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#a"/></g></svg>'],
])("reports an SVG that is %s", async (_, svg) => {
  await chooseSvg('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await page.getByText(label("noCodeFound")).waitFor();
  await chooseSvg(svg);
  await page.getByText(label("fileUnreadable")).waitFor();
});

test("reads a code in a character set other than UTF-8", async () => {
  const wasm = readFileSync(new URL("../../node_modules/zxing-wasm/dist/writer/zxing_writer.wasm", import.meta.url));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const { image } = await writeBarcode("Grüße äöü", { format: "QRCode", options: "eci=ISO-8859-1", scale: 4 });
  const buffer = Buffer.from(image ? await image.arrayBuffer() : new ArrayBuffer());
  await page.getByLabel(label("chooseImage")).setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await page.getByText("Grüße äöü").waitFor();
});

test("copies a code to the form without changing its content", async () => {
  const text = "BEGIN:VCARD\r\nVERSION:4.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n";
  await page.getByLabel(label("chooseImage")).setInputFiles(png(text));
  await page.getByRole("button", { name: label("copyToForm") }).click();
  expect(await page.getByLabel(label("vcard.firstName")).inputValue()).toBe("Ada");
  await expectCode(page, text);
});

test("prints the given number of codes at the given width", async () => {
  await openView(page, label("printSheet"));
  const topOf = async (name: string) => (await page.getByLabel(name).boundingBox())?.y;
  // The page may still be scrolling between the two measurements.
  await expect.poll(async () => ((await topOf("Copies")) ?? 0) - ((await topOf("Paper")) ?? 1)).toBe(0);
  await page.getByLabel(label("printWidth")).fill("25");
  await page.getByLabel(label("copies")).fill("6");
  await page.evaluate("window.print = () => {}");
  await page.getByRole("button", { name: label("print"), exact: true }).click();
  await page.locator(".sheet svg").first().waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".sheet svg").count()).toBe(6);
  const box = await page.locator(".sheet svg").first().boundingBox();
  expect(box?.width).toBeCloseTo((25 / 25.4) * 96, 1);
  expect(await page.getByRole("heading", { name: "Content" }).isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await page.locator(".sheet").count()).toBe(0);
});

test.each([
  ["A4", 40, 50, "50 codes on 3 pages (24 per page, 2 on the last)", 3, "594.95996 841.91998"],
  ["A4", 190, 2, "2 codes on 2 pages (1 per page)", 2, "594.95996 841.91998"],
  ["Letter", 25, 54, "54 codes on 1 page", 1, "612 792"],
] as const)("%s with codes of %i mm, %i copies: prints what the preview shows", async (...sheet) => {
  const [paper, width, copies, text, pages, box] = sheet;
  await page.getByLabel("Paper").selectOption(paper);
  await page.getByLabel(label("printWidth")).fill(String(width));
  await page.getByLabel(label("copies")).fill(String(copies));
  await page.getByText(text).waitFor();
  await page.getByText(label(pages === 1 ? "onlyPage" : "firstPage", { paper }), { exact: true }).waitFor();
  const shown = page.locator(".preview svg");
  await page.getByRole("button", { name: label("print"), exact: true }).click();
  const leaf = page.locator(".sheet > div").first().locator("svg");
  await leaf.first().waitFor({ state: "attached" });
  await expect.poll(() => shown.count()).toBe(await leaf.count());
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(pages);
  expect(new Set(pdf.match(/(?<=MediaBox \[0 0 )[^\]]+/g))).toEqual(new Set([box]));
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
});

test("prints framed codes at the given width, and as many per page as fit", async () => {
  await page.getByLabel("Paper").selectOption("A4");
  await page.getByLabel(label("printWidth")).fill("60");
  await page.getByLabel(label("copies")).fill("12");
  const before = await page.evaluate("location.hash");
  await page.evaluate("location.hash = '#kind=url&.url=https://example.com&frame=banner-bottom'");
  // The pictures are 71 mm high.
  await page.getByText("12 codes on 2 pages (9 per page, 3 on the last)").waitFor();
  await expect.poll(() => page.locator(".preview svg").count()).toBe(9);
  await page.getByRole("button", { name: label("print"), exact: true }).click();
  await page.locator(".sheet svg").first().waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  const mm = async (selector: string, side: "width" | "height") =>
    (((await page.locator(selector).first().boundingBox())?.[side] ?? 0) / 96) * 25.4;
  expect(await mm(".sheet svg", "width")).toBeCloseTo(60, 1);
  expect(await mm(".sheet svg", "height")).toBeCloseTo((60 * 303) / 256, 1);
  // The frame has a margin.
  expect(await mm(".sheet svg > path", "width")).toBeCloseTo((60 * 244) / 256, 0);
  await page.emulateMedia({ media: null });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await page.evaluate(`location.hash = ${JSON.stringify(before)}`);
});

test.each([
  [label("printWidth"), "250", label("widthInvalid", { min: 10, max: 190 })],
  [label("printWidth"), "", label("widthInvalid", { min: 10, max: 190 })],
  [label("copies"), "501", label("copiesInvalid", { max: 500 })],
] as const)("reports %s %j, and prints once it is fixed", async (name, wrong, rule) => {
  await page.getByLabel(label("printWidth")).fill("40");
  await page.getByLabel(label("copies")).fill("12");
  const field = page.getByLabel(name);
  const print = page.getByRole("button", { name: label("print"), exact: true });
  const right = await field.inputValue();
  await field.fill(wrong);
  await page.getByText(rule).waitFor();
  expect([await field.getAttribute("aria-invalid"), await print.isDisabled()]).toEqual(["true", true]);
  expect(await page.locator(".preview").isVisible()).toBe(false);
  await field.fill(right);
  await page
    .getByText(
      label("codesOnSheet", { codes: label("codeCount", { count: 12 }), sheet: label("pageCount", { count: 1 }) }),
    )
    .waitFor();
  expect([await field.getAttribute("aria-invalid"), await print.isEnabled()]).toEqual([null, true]);
  await page.locator(".preview").waitFor();
});

test("logs nothing in the console", () => {
  expect(logs).toEqual([]);
});
