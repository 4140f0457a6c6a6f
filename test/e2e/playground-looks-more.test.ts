import { mkdirSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openView, shots, usePlayground } from "./playground-page.ts";

const themes = ["light", "dark"] as const;

/** Takes a picture for people. */
async function picture(page: Page, name: string): Promise<void> {
  if (shots) mkdirSync(shots, { recursive: true });
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

describe.each(themes)("where colours are the system's, %s", (colorScheme) => {
  const playground = usePlayground();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await playground.open("", { forcedColors: "active", colorScheme, reducedMotion: "reduce" }));
    await openView(page, "Print sheet");
    await page.locator(".leaf svg").first().waitFor();
    await picture(page, `forced-colours-${colorScheme}`);
  }, 60_000);

  const style = (part: Locator, name: string) =>
    part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

  test.each([
    [".chip span", "input:checked + span"],
    [".style", ":has(:checked)"],
    [".tabs button", "[aria-selected=true]"],
    [".ways button", "[aria-expanded=true]"],
  ])("of %s the chosen one has the colours of what is selected", async (all, isChosen) => {
    const selected = await page.evaluate(`(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = "forced-color-adjust: none; color: HighlightText; background: Highlight";
      const { color, backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return { color, backgroundColor };
    })()`);
    const looks = (await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(all)})].map((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return { isChosen: element.matches(${JSON.stringify(isChosen)}), look: { color, backgroundColor } };
    })`)) as { isChosen: boolean; look: unknown }[];
    expect(looks.filter((one) => one.isChosen).map(({ look }) => look)).toEqual([selected]);
    for (const { look } of looks.filter((one) => !one.isChosen)) expect(look).not.toEqual(selected);
  });

  test("pairs of colours are shown in them", async () => {
    const grounds = await page
      .locator(".pair")
      .evaluateAll((pairs) => pairs.map((pair) => getComputedStyle(pair).backgroundImage));
    expect(new Set(grounds).size).toBe(grounds.length);
    expect(await style(page.locator(".pair").first(), "forced-color-adjust")).toBe("none");
  });

  test("paper is white, and the grade stands in a box", async () => {
    expect(await style(page.locator(".leaf"), "background-color")).toBe("rgb(255, 255, 255)");
    expect(await style(page.locator(".letter"), "forced-color-adjust")).toBe("none");
    expect(await style(page.locator(".letter"), "outline-style")).toBe("solid");
  });
});

/** The size of letters that somebody chose in the browser, in pixels: 16 is what browsers come with. */
describe.each([24, 32])("with letters of %i pixels on a phone", (size) => {
  const playground = usePlayground(`--blink-settings=defaultFontSize=${size}`);
  let page: Page;

  beforeAll(async () => {
    ({ page } = await playground.open("#kind=wifi", { viewport: { width: 360, height: 740 } }));
    await page.getByLabel("Password", { exact: true }).waitFor();
    await picture(page, `letters-${size}`);
  }, 60_000);

  test("nothing is wider than the screen, whatever is open", async () => {
    const isTooWide = () => page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(await isTooWide()).toBe(false);
    for (const name of ["Bulk codes", "Social card", "Short link", "Print sheet", "Read a code"]) {
      await openView(page, name);
      await page.locator("#view > *").waitFor();
      expect(await isTooWide(), name).toBe(false);
    }
  });

  test("words stay in their buttons", async () => {
    const outside =
      await page.evaluate(`[...document.querySelectorAll("button, .button, .chip span")].filter((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      const { left, right } = button.getBoundingClientRect();
      return [...words.getClientRects()].some((box) => box.left < left - 0.5 || box.right > right + 0.5);
    }).map(({ textContent }) => textContent)`);
    expect(outside).toEqual([]);
  });

  test("fields have room for what is typed, and sliders for a finger", async () => {
    /** Pixels for letters, in the size of a letter. */
    const room = (field: Locator) =>
      field.evaluate((element) => {
        const { paddingInlineStart, paddingInlineEnd, fontSize } = getComputedStyle(element);
        const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
        return (element.clientWidth - padding) / Number.parseFloat(fontSize);
      });
    expect(await room(page.getByLabel("Password", { exact: true }))).toBeGreaterThan(6);
    expect(await room(page.locator(".digits").first())).toBeGreaterThan(6);
    for (const slider of await page.getByRole("slider").filter({ visible: true }).all()) {
      expect((await slider.boundingBox())?.width).toBeGreaterThan(120);
    }
  });
});
