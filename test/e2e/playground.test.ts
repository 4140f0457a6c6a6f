import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { label } from "../labels.ts";
import { chooseFormat, chooseKind, expectAnnouncement, expectCode, usePlayground } from "./playground-page.ts";

const playground = usePlayground();

const open: typeof playground.open = (...how) => playground.open(...how);

describe("on a static file server, below a path", () => {
  test("updates the code while typing, and undoes and redoes changes", async () => {
    const { page, logs } = await open();
    await expectCode(page, "https://example.com");
    await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.org/a?b=ü");
    await expectCode(page, "https://example.org/a?b=ü");
    await page.getByRole("button", { name: label("undo") }).click();
    await expectCode(page, "https://example.com");
    await page.getByRole("button", { name: label("redo") }).click();
    await expectCode(page, "https://example.org/a?b=ü");
    expect(logs).toEqual([]);
    await page.context().close();
  });

  test("links to the guide", async () => {
    const { page } = await open();
    await page
      .getByRole("banner")
      .getByRole("link", { name: label("guide") })
      .click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toBe(`${playground.url}guide/`);
    await page.goBack();
    await expectCode(page, "https://example.com");
    await page.context().close();
  });

  test("encodes a WiFi network, and keeps its password out of the URL", async () => {
    const { page, logs } = await open();
    await chooseKind(page, "wifi");
    await page.getByLabel(label("wifi.ssid"), { exact: true }).fill("Guests");
    await page.getByLabel(label("wifi.password"), { exact: true }).fill("short");
    await page.keyboard.press("Tab");
    await page.getByText("must be 8 to 63 English letters").waitFor();
    await page.getByLabel(label("wifi.password"), { exact: true }).fill("coffee+tea;cake");
    await page.getByText("must be 8 to 63 English letters").waitFor({ state: "detached" });
    await expectCode(page, "WIFI:T:WPA;S:Guests;P:coffee+tea\\;cake;;");
    await expect.poll(() => page.url()).toContain(".ssid=Guests");
    expect(decodeURIComponent(page.url())).not.toContain("coffee");
    expect(logs).toEqual([]);
    await page.context().close();
  });

  test("fixes each issue with one click", async () => {
    const { page, logs } = await open("#kind=url&.url=https://example.com&color=aab4ff&margin=0&size=64");
    await page.locator(".issues button").first().waitFor();
    // A wider quiet zone makes modules smaller, so a fix may cause another issue.
    for (let clicks = 0; clicks < 5 && (await page.locator(".issues li").count()) > 0; clicks++) {
      const first = await page.locator(".issues li").first().textContent();
      await page.locator(".issues button").first().click();
      await expect.poll(() => page.locator(".issues").textContent()).not.toContain(first);
    }
    expect(await page.locator(".issues li").count()).toBe(0);
    await expectCode(page, "https://example.com");
    expect(logs).toEqual([]);
    await page.context().close();
  });

  test.each([320, 390])("stacks issues, each with its own button that changes other options: %i px", async (width) => {
    const { page } = await open("#kind=url&.url=https://example.com&color=aab4ff&margin=0&size=64", {
      viewport: { width, height: 800 },
    });
    const issues = page.locator(".issues li");
    await issues.nth(2).waitFor();
    const messages = await issues.locator("p").allInnerTexts();
    expect(messages).toEqual([...new Set(messages)]);
    const labels = (await issues.getByRole("button").allInnerTexts()).join();
    for (const option of ["code colour", "quiet zone", "size"]) expect(labels.split(option)).toHaveLength(2);
    const parts = await page.locator(".issues :is(p, button)").all();
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    let below = 0;
    for (const { x, y, width: across, height } of boxes.filter((box) => box !== null)) {
      expect(y).toBeGreaterThanOrEqual(below);
      expect([x >= 0, x + across <= width]).toEqual([true, true]);
      below = y + height;
    }
    await page.context().close();
  });

  test("makes the background transparent, and restores its colour", async () => {
    const { page, logs } = await open("#kind=url&.url=https://example.com&bg=fff0e0");
    const hint = page.getByText(label("transparentNote"));
    const box = page.getByLabel(label("transparentBackground"));
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await hint.waitFor();
    await page.getByText("on white,").waitFor();
    expect(await page.locator(".paper path").count()).toBe(1);
    await expect.poll(() => page.url()).toContain("bg=transparent");
    await expectCode(page, "https://example.com");
    await box.uncheck();
    await hint.waitFor({ state: "hidden" });
    await expect.poll(() => page.url()).toContain("bg=fff0e0");
    expect(await page.locator(".paper path").count()).toBe(2);
    expect(logs).toEqual([]);
    await page.context().close();
  });

  test("downloads files that scan", async () => {
    const { page } = await open(
      "#kind=vcard&.firstName=Ada&.lastName=Lovelace&.email=ada@engines.example&dotStyle=dots",
    );
    for (const format of ["PNG", "SVG"]) {
      await chooseFormat(page, format);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Download ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`qr-vcard.${format.toLowerCase()}`);
      const bytes = readFileSync(await download.path());
      const pixels = format === "PNG" ? readPng(bytes) : await rasterize(bytes.toString(), 4);
      for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toContain("FN:Ada Lovelace");
    }
    await page.context().close();
  });

  test.each([
    ["", "1024 px", 1024],
    ["#kind=text&.text=a&frame=banner-bottom", "1024 × 1213 px", 1024],
    ["#kind=text&.text=a&size=256", "256 px", 256],
    ["#kind=text&.text=a&size=2000", "2000 px", 2000],
  ])("downloads a PNG for print unless a size is chosen: %s", async (fragment, label, width) => {
    const { page } = await open(fragment);
    const button = page.getByRole("button", { name: `Download PNG ${label}`, exact: true });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(readPng(readFileSync(await download.path())).width).toBe(width);
    // Snippets keep the size of the API.
    expect(await page.locator(".use").innerText()).not.toContain("1024");
    await page.context().close();
  });

  test("keeps a size that is typed, even the default", async () => {
    const { page } = await open();
    const size = page.locator("[data-option=size]");
    const hint = page.locator(".field", { has: size }).locator(".about");
    expect(await hint.innerText()).toContain("1024 px");
    await size.fill("300");
    await size.fill("256");
    await page.getByRole("button", { name: label("download", { format: "PNG 256 px" }), exact: true }).waitFor();
    expect(await hint.innerText()).not.toContain("1024 px");
    await size.fill("");
    await page.getByRole("button", { name: label("download", { format: "PNG 1024 px" }), exact: true }).waitFor();
    await page.context().close();
  });

  test("copies the code as a PNG", async () => {
    const { page } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    const copy = page.getByRole("button", { name: label("copyImage") });
    await expectAnnouncement(page, label("imageCopied"), () => copy.click());
    const copied = (await page.evaluate(`navigator.clipboard.read()
      .then(([item]) => item.getType("image/png"))
      .then((blob) => blob.arrayBuffer())
      .then((bytes) => [...new Uint8Array(bytes)])`)) as number[];
    const pixels = readPng(Buffer.from(copied));
    expect([pixels.width, pixels.height]).toEqual([1024, 1024]);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe("https://example.com");
    await page.context().close();
  });
});
