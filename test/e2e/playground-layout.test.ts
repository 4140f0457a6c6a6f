import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { label } from "../labels.ts";
import { chooseKind, expectCode, goTo, openView, usePlayground } from "./playground-page.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open("", { reducedMotion: "reduce", bypassCSP: true }));
  page.setDefaultTimeout(10_000);
}, 120_000);

beforeEach(async () => {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ media: null });
});

const go = (fragment: string) => goTo(page, playground.url + fragment);
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;

describe("on a phone", () => {
  beforeEach(() => page.setViewportSize(PHONE));

  test("the field is near the top, before the code, and the download is on the first screen", async () => {
    await go("");
    const [input, code, download] = [await top("[id^=url-url]"), await top(".paper"), await top(".actions .main")];
    expect(input).toBeLessThan(300);
    expect(code).toBeGreaterThan(input);
    expect(download).toBeLessThan(PHONE.height - 44);
  });

  test("the small code appears when the code is out of view, and leads back to it", async () => {
    await go("");
    const small = page.getByRole("button", { name: label("goToCode") });
    expect(await small.isVisible()).toBe(false);
    await page.locator(".finish").scrollIntoViewIfNeeded();
    await small.locator("svg").first().waitFor();
    await small.click();
    await small.waitFor({ state: "hidden" });
    expect(await page.getByRole("button", { name: label("download", { format: "PNG" }) }).isVisible()).toBe(true);
    expect(await top(".paper")).toBeGreaterThan(await bottomOfHeader());
  });

  const bottomOfHeader = () =>
    page.evaluate(`document.querySelector(".top").getBoundingClientRect().bottom`) as Promise<number>;

  // The second height is what an on-screen keyboard leaves.
  test.each([844, 400])("with %i px of height, the header covers no focused control", async (height) => {
    await page.setViewportSize({ width: 390, height });
    await go("#kind=vcard&.firstName=Ada");
    await page.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true`);
    for (const direction of ["Tab", "Shift+Tab"]) {
      await page.locator(direction === "Tab" ? "input[id^=vcard-firstName]" : ".use [role=tabpanel]").focus();
      for (let steps = 0; steps < 40; steps++) {
        await page.keyboard.press(direction);
        const { name, top, bottom, isInHeader } = (await page.evaluate(`(({ activeElement: element }) => ({
          name: element.outerHTML.slice(0, 80),
          isInHeader: element.closest(".top") !== null,
          ...element.getBoundingClientRect().toJSON(),
        }))(document)`)) as { name: string; top: number; bottom: number; isInHeader: boolean };
        if (isInHeader) break;
        expect(bottom, name).toBeGreaterThan(await bottomOfHeader());
        if (bottom - top < height / 2) expect(top, name).toBeGreaterThanOrEqual((await bottomOfHeader()) - 1);
      }
    }
  });

  test("targets are at least 44 pixels high", async () => {
    await go("#kind=wifi&.ssid=G&margin=0");
    await openView(page, label("printSheet"));
    await page.locator("#view button").first().waitFor();
    const small = await page.evaluate(`[...document.querySelectorAll(
      "button, summary, select, textarea, footer a, .top a, .chip, .style, .button, input:not([type=checkbox], [type=radio], [type=file])"
    )].filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 43.5)
      .map((element) => element.outerHTML.slice(0, 100))`);
    expect(small).toEqual([]);
  });
});

describe("an opened tool is in view", () => {
  test.each([PHONE, DESKTOP])("at $width × $height pixels", async (size) => {
    await page.setViewportSize(size);
    await go("");
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    // The buttons may be out of view, as for keyboards.
    await page
      .locator(".ways button", { hasText: label("bulkCodes") })
      .evaluate((button) => (button as unknown as { click(): void }).click());
    const heading = page.getByRole("heading", { name: label("bulkCodes") });
    await heading.waitFor();
    const isInView = async () => {
      const { y = -1 } = (await heading.boundingBox()) ?? {};
      return y > 0 && y < size.height / 3;
    };
    await expect.poll(isInView).toBe(true);
    await page.getByRole("button", { name: label("closeTool") }).click();
    expect(await heading.isVisible()).toBe(false);
    expect(await page.evaluate("document.activeElement.textContent")).toContain(label("bulkCodes"));
  });
});

test("More shows the other kinds, and stays open while one of them is selected", async () => {
  await go("#kind=sms");
  expect(await page.getByRole("radio", { name: label("group.sms") }).isVisible()).toBe(true);
  await page.getByRole("button", { name: label("fewerKinds") }).click();
  expect(await page.getByRole("radio", { name: label("group.sms") }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "More", exact: true }).click();
  expect(await page.getByRole("radio", { name: label("group.sms") }).isChecked()).toBe(true);
});

test("marks the design in use, at any margin", async () => {
  const marked = () => page.locator(".preset[aria-pressed=true]").allTextContents();
  await go("#kind=url&.url=https://example.com&margin=6");
  expect(await marked()).toEqual(["Plain"]);
  await page.getByRole("button", { name: label("preset.ocean"), exact: true }).click();
  expect(await marked()).toEqual(["Ocean"]);
  await page.locator(".look .style").getByText(label("shape.dots"), { exact: true }).click();
  expect(await marked()).toEqual([]);
});

test("on a wide screen, every problem next to the form can be reached", async () => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await go("#kind=url&.url=https://example.com&color=eef0ff&margin=0&size=64");
  await page.locator(".issues li").nth(2).waitFor();
  await page.locator(".issues button").last().focus();
  const box = await page.locator(".issues button").last().boundingBox();
  // Browsers scroll by whole pixels.
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(701);
});

test("both formats of a contact have the same values", async () => {
  await go("#kind=vcard&.firstName=Ada&.phone=%2B431234&.city=London&.note=One%0A%0A%20Two%0A");
  await chooseKind(page, "mecard");
  await expectCode(page, "MECARD:N:,Ada;TEL:+431234;NOTE:One Two;;");
  await field("First name").fill("Augusta");
  await chooseKind(page, "vcard");
  await expect.poll(() => field("First name").inputValue()).toBe("Augusta");
  await chooseKind(page, "url");
  await page.locator(".tiles label").getByText("Contact").click();
  expect(await page.getByRole("radio", { name: label("variant.vcard") }).isChecked()).toBe(true);
});

describe("Ctrl+Z", () => {
  const url = () => field("URL").inputValue();

  test("undoes changes in every field, after options, and without a focused field", async () => {
    await go("");
    await field("URL").fill("https://example.com/one");
    await page.getByRole("button", { name: label("preset.ocean"), exact: true }).click();
    await page.getByRole("spinbutton", { name: label("option.margin") }).fill("7");
    await page.keyboard.press("Control+z");
    expect(await page.getByRole("spinbutton", { name: label("option.margin") }).inputValue()).toBe("4");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.locator(".paper linearGradient").count()).toBe(0);
    expect(await url()).toBe("https://example.com/one");
    await field("URL").focus();
    await page.keyboard.press("Control+z");
    expect(await url()).toBe("https://example.com");
    await page.keyboard.press("Control+Shift+z");
    expect(await url()).toBe("https://example.com/one");
    await page.keyboard.press("Control+y");
    await expect.poll(() => page.locator(".paper linearGradient").count()).toBe(1);
  });

  test("replaces the text of the focused field, even if it is invalid", async () => {
    await go("");
    const color = page.getByRole("textbox", { name: label("option.color"), exact: true });
    await color.fill("ff");
    await page.keyboard.press("Control+z");
    expect(await color.inputValue()).toBe("000000");
  });

  test("leaves the fields of tools to the browser", async () => {
    await go("");
    await field("URL").fill("https://example.com/kept");
    await openView(page, label("socialCard"));
    await page.getByLabel("Title", { exact: true }).focus();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Control+z");
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).not.toContain("!");
    expect(await url()).toBe("https://example.com/kept");
  });
});

test.each([PHONE, DESKTOP])("at $width × $height pixels, only the code is printed", async (size) => {
  await page.setViewportSize(size);
  await go("");
  await openView(page, label("socialCard"));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("light");
  const visible = await page.evaluate(`[...document.querySelectorAll("body *")]
    .filter((element) => element.checkVisibility() && !element.closest("svg"))
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")
      || element.matches("img, input, button, select, textarea"))
    .map((element) => element.outerHTML.slice(0, 80))`);
  expect(visible).toEqual([]);
  expect((await page.locator(".paper svg").boundingBox())?.width).toBeGreaterThan(300);
  await page.emulateMedia({ media: null, colorScheme: "light" });
});

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  test("what is selected has a mark, and a border with a contrast of 3:1", async () => {
    await page.emulateMedia({ colorScheme });
    await go("");
    await openView(page, label("printSheet"));
    const looks = (await page.evaluate(`(() => {
      const channels = (color) => color.match(/[\\d.]+/g).slice(0, 3).map(Number);
      const luminance = (color) => channels(color)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
      const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      const page = getComputedStyle(document.querySelector(".content")).backgroundColor;
      return ["input:checked + span", ".style:has(:checked)", ".preset[aria-pressed=true]", ".ways [aria-expanded=true]", ".tabs [aria-selected=true]"]
        .map((selector) => document.querySelector(selector))
        .map((element) => ({
          contrast: contrast(getComputedStyle(element).borderTopColor, page),
          mark: getComputedStyle(element, "::after").content,
          shadow: getComputedStyle(element).boxShadow,
        }));
    })()`)) as { contrast: number; mark: string; shadow: string }[];
    expect(looks).toHaveLength(5);
    for (const { contrast } of looks) expect(contrast).toBeGreaterThanOrEqual(3);
    for (const { mark } of looks.slice(0, 4)) expect(mark).toContain("✓");
    expect(looks[4]?.shadow).toContain("inset");
  });
});

/** WCAG 2.2, 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

describe("with more space in the text, or twice its size, at 320 pixels", () => {
  test.each([
    ["spacing", SPACING],
    ["size", "html { font-size: 200% !important; }"],
  ])("%s: nothing overflows, is cut off or overlaps", async (_, content) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const fragment of ["", "#kind=vcard&.firstName=Ada", "#kind=wifi&.ssid=G&margin=0"]) {
      await go(fragment);
      await page.addStyleTag({ content });
      await page.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true`);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), fragment).toBeLessThanOrEqual(0);
      const cut =
        await page.evaluate(`[...document.querySelectorAll("button, summary, label:not(.chip), legend, h1, h2, p, .chip > span")]
        .filter((element) => element.checkVisibility() && !element.closest(".presets, .styles"))
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
          && getComputedStyle(element).display !== "inline")
        .map((element) => element.outerHTML.slice(0, 100))`);
      expect(cut, fragment).toEqual([]);
      const overlaps = await page.evaluate(`(() => {
        const boxes = [...document.querySelectorAll("main :is(button, select, textarea, .chip, summary, h2)")]
          .filter((element) => element.checkVisibility() && !element.closest(".presets, .styles, .brands"))
          .map((element) => ({ name: element.outerHTML.slice(0, 60), box: element.getBoundingClientRect() }));
        return boxes.flatMap((one, at) => boxes.slice(at + 1)
          .filter(({ box }) => one.box.left < box.right - 1 && box.left < one.box.right - 1
            && one.box.top < box.bottom - 1 && box.top < one.box.bottom - 1)
          .map(({ name }) => one.name + " and " + name));
      })()`);
      expect(overlaps, fragment).toEqual([]);
    }
  });
});

test("required fields are marked, but not in their names", async () => {
  await go("#kind=wifi");
  const network = page.getByLabel(label("wifi.ssid"), { exact: true });
  expect(await network.getAttribute("aria-required")).toBe("true");
  const mark = (name: string) =>
    page.locator(`.field:has([id^=wifi-${name}]) > label`).evaluate((label) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle: (e: unknown, p: string) => { content: string };
      };
      return getComputedStyle(label, "::after").content;
    });
  expect(await mark("ssid")).toContain("*");
  expect(await mark("password")).toContain("*");
  expect(await mark("security")).toBe("none");
  expect(await page.getByText(label("requiredNote")).isVisible()).toBe(true);
});

test("the footer says what is sent, and links to pages that exist", async () => {
  await go("");
  const footer = page.getByRole("contentinfo");
  expect(await footer.textContent()).toContain("What you enter is not uploaded");
  const links = await footer
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => String(link.getAttribute("href"))));
  expect(links).toEqual(["guide/", "guide/reference.html"]);
  for (const link of links) expect((await fetch(new URL(link, playground.url))).status, link).toBe(200);
});
