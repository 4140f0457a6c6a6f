import { mkdirSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { label } from "../labels.ts";
import { openView, shots, usePlayground } from "./playground-page.ts";

const themes = ["light", "dark"] as const;

/** Takes a screenshot if `shots` is set. */
async function picture(page: Page, name: string): Promise<void> {
  if (shots) mkdirSync(shots, { recursive: true });
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

describe.each(themes)("with forced colours, %s", (colorScheme) => {
  const playground = usePlayground();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await playground.open("", { forcedColors: "active", colorScheme, reducedMotion: "reduce" }));
    await openView(page, label("printSheet"));
    await page.locator(".leaf svg").first().waitFor();
    await picture(page, `forced-colours-${colorScheme}`);
  }, 60_000);

  const style = (part: Locator, name: string) =>
    part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

  test.each([
    [".chip > span", "input:checked + span"],
    [".style", ":has(:checked)"],
    [".preset", "[aria-pressed=true]"],
    [".tabs button", "[aria-selected=true]"],
    [".ways button", "[aria-expanded=true]"],
  ])("%s shows the selected choice in the system's selection colours", async (all, isChosen) => {
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
    const chosen = looks.filter((one) => one.isChosen);
    expect(chosen.length).toBeGreaterThan(0);
    for (const { look } of chosen) expect(look).toEqual(selected);
    for (const { look } of looks.filter((one) => !one.isChosen)) expect(look).not.toEqual(selected);
  });

  test("keeps paper white, and outlines the grade", async () => {
    expect(await style(page.locator(".leaf"), "background-color")).toBe("rgb(255, 255, 255)");
    expect(await style(page.locator(".letter"), "forced-color-adjust")).toBe("none");
    expect(await style(page.locator(".letter"), "outline-style")).toBe("solid");
  });
});

/** The browser's default font size in pixels, usually 16. */
describe.each([24, 32])("with a font size of %i pixels on a phone", (size) => {
  const playground = usePlayground(`--blink-settings=defaultFontSize=${size}`);
  let page: Page;

  beforeAll(async () => {
    ({ page } = await playground.open("#kind=wifi", { viewport: { width: 360, height: 740 } }));
    await page.getByLabel(label("wifi.password"), { exact: true }).waitFor();
    await picture(page, `letters-${size}`);
  }, 60_000);

  test("nothing overflows the screen, whichever tool is open", async () => {
    const isTooWide = () => page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(await isTooWide()).toBe(false);
    for (const name of [
      label("bulkCodes"),
      label("socialCard"),
      label("sharePage"),
      label("printSheet"),
      label("readCode"),
    ]) {
      await openView(page, name);
      await page.locator("#view > *").waitFor();
      expect(await isTooWide(), name).toBe(false);
    }
  });

  test("buttons are wide enough for their text", async () => {
    const outside =
      await page.evaluate(`[...document.querySelectorAll("button, .button, .chip > span")].filter((button) => {
      const text = document.createRange();
      text.selectNodeContents(button);
      const { left, right } = button.getBoundingClientRect();
      return [...text.getClientRects()].some((box) => box.left < left - 0.5 || box.right > right + 0.5);
    }).map(({ textContent }) => textContent)`);
    expect(outside).toEqual([]);
  });

  test("fields and sliders are wide enough", async () => {
    /** Resolves to the inner width of a field in em. */
    const room = (field: Locator) =>
      field.evaluate((element) => {
        const { paddingInlineStart, paddingInlineEnd, fontSize } = getComputedStyle(element);
        const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
        return (element.clientWidth - padding) / Number.parseFloat(fontSize);
      });
    expect(await room(page.getByLabel(label("wifi.password"), { exact: true }))).toBeGreaterThan(6);
    expect(await room(page.locator(".colors .digits").first())).toBeGreaterThan(6);
    for (const slider of await page.getByRole("slider").filter({ visible: true }).all()) {
      expect((await slider.boundingBox())?.width).toBeGreaterThan(120);
    }
  });
});

describe("a gradient", () => {
  const playground = usePlayground();

  test("its colours have the same field for hex digits as other colours", async () => {
    const { page, logs } = await playground.open(
      "#kind=url&.url=https://example.com&gradient=linear,90,112233@10,445566",
    );
    const first = page.getByRole("textbox", {
      name: label("firstColor", { label: label("option.gradient") }),
      exact: true,
    });
    const picker = page.getByLabel(
      label("pickerOf", { label: label("firstColor", { label: label("option.gradient") }) }),
      { exact: true },
    );
    const message = /“Gradient” has the invalid colour “?"?ff/;
    const ready = page.getByRole("button", { name: label("download", { format: "PNG" }) });
    expect([await first.inputValue(), await picker.inputValue()]).toEqual(["112233", "#112233"]);
    await first.fill("#1A5");
    await page.keyboard.press("Tab");
    expect([await first.inputValue(), await picker.inputValue()]).toEqual(["11aa55", "#11aa55"]);
    await expect.poll(() => decodeURIComponent(page.url())).toContain("gradient=linear,90,11aa55@10,445566");
    await picker.fill("#662211");
    expect(await first.inputValue()).toBe("662211");

    // While the user types, an incomplete colour is not an error.
    await first.fill("ff");
    expect([await first.getAttribute("aria-invalid"), await ready.isEnabled()]).toEqual([null, true]);
    await page.keyboard.press("Tab");
    expect([await first.getAttribute("aria-invalid"), await ready.isDisabled()]).toEqual(["true", true]);
    await page.getByText(message).waitFor();
    expect(await page.getByText(message).count()).toBe(1);
    expect(await page.getByLabel(label("option.gradient"), { exact: true }).inputValue()).toBe("linear");
    await page.keyboard.press("Control+z");
    // Quick changes of an option are undone together.
    await expect.poll(() => first.inputValue()).toBe("112233");
    expect([await first.getAttribute("aria-invalid"), await ready.isEnabled()]).toEqual([null, true]);
    expect(logs).toEqual([]);
    await page.context().close();
  });

  test("shows no gradient for none, and lets the user choose one", async () => {
    const { page } = await playground.open("#kind=url&.url=https://example.com&preset=ocean&gradient=none");
    const kind = page.getByLabel(label("option.gradient"), { exact: true });
    await kind.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
    expect(await kind.inputValue()).toBe("");
    expect(
      await page.getByRole("button", { name: label("addColorTo", { label: label("option.gradient") }) }).isVisible(),
    ).toBe(false);
    await kind.selectOption("linear");
    await expect.poll(() => decodeURIComponent(page.url())).toContain("gradient=linear,45,0b2a6b,813d9c");
    await page.context().close();
  });
});
