import { describe, expect, test } from "vitest";
import { address, useGuide } from "./guide-page.ts";

/** An expression that returns the text of table cells that overlap the next cell. */
const COVERING = `[...document.querySelectorAll("tr > *")].flatMap((cell) => {
  const edges = (element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return [...words.getClientRects()].filter(({ width }) => width > 0);
  };
  const neighbour = cell.nextElementSibling ? edges(cell.nextElementSibling) : [];
  const right = Math.max(...edges(cell).map((box) => box.right));
  const left = Math.min(...neighbour.map((box) => box.left));
  return right > left + 1 ? [cell.textContent] : [];
})`;

/** Sets the text spacing that readers may choose. WCAG 2.2, 1.4.12. Not blocked by the page's policy. */
const SPACE_OUT = `(() => {
  const style = new CSSStyleSheet();
  style.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }");
  document.adoptedStyleSheets = [style];
})()`;

/** The browser's default font size in pixels, usually 16. */
describe.each([16, 32])("with a font size of %i pixels", (size) => {
  const site = useGuide(`--blink-settings=defaultFontSize=${size}`);

  test("pages fit into 320 and 360 px, also with wide text spacing, and no cell overlaps another", async () => {
    const { page } = await site.open({ viewport: { width: 320, height: 740 } });
    const found: unknown[] = [];
    for (const name of site.names) {
      await page.goto(`${address}${name}.html`);
      for (const spacing of ["", SPACE_OUT]) {
        if (spacing) await page.evaluate(spacing);
        for (const width of [320, 360]) {
          await page.setViewportSize({ width, height: 740 });
          const pageWidth = await page.evaluate("document.documentElement.scrollWidth");
          if (pageWidth !== width) found.push([name, spacing.length, width, pageWidth]);
          const covering = (await page.evaluate(COVERING)) as string[];
          if (covering.length > 0) found.push([name, spacing.length, width, covering]);
        }
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  }, 120_000);
});

describe("with the default font size", () => {
  const site = useGuide();

  test.each([768, 1280, 1440])("shows all styles at once at %i px", async (width) => {
    const { page } = await site.open({ viewport: { width, height: 900 } });
    await page.goto(`${address}options.html`);
    const styles = page.locator(".scroll", { has: page.getByAltText("extra-rounded modules") });
    const room = await styles.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(room).toBe(0);
    await page.context().close();
  });

  test("shows the server's settings without scrolling on a desktop", async () => {
    const { page } = await site.open({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}settings.html`);
    const settings = page.locator(".scroll", { hasText: "LOGO_ALLOW_PRIVATE" });
    expect(await settings.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.context().close();
  });

  test("pictures in a table have the same size", async () => {
    const { page } = await site.open({ viewport: { width: 360, height: 740 } });
    for (const name of ["options", "scan"]) {
      await page.goto(`${address}${name}.html`);
      const widths = (await page.evaluate(`[...document.querySelectorAll("table:has(img)")].map((table) => [
        ...new Set([...table.querySelectorAll("img")].map(({ clientWidth }) => clientWidth)),
      ])`)) as number[][];
      for (const sizes of widths) expect(sizes, name).toHaveLength(1);
    }
    await page.context().close();
  });

  test("marks the current page in forced colours", async () => {
    const { page } = await site.open({ viewport: { width: 1280, height: 900 }, forcedColors: "active" });
    await page.goto(`${address}options.html`);
    const [here, selected] = (await page.evaluate(`(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = "forced-color-adjust: none; background: Highlight";
      const here = document.querySelector(".pages [aria-current]");
      return [here, probe].map((element) => getComputedStyle(element).backgroundColor);
    })()`)) as string[];
    expect(here).toBe(selected);
    await page.context().close();
  });

  test("on a phone, the list opens at the current page", async () => {
    const { page } = await site.open({ viewport: { width: 360, height: 740 } });
    await page.goto(`${address}contributing.html`);
    await page.getByRole("button", { name: "All pages" }).click();
    await expect
      .poll(() =>
        page.locator(".pages [aria-current]").evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        }),
      )
      .toBe(true);
    await page.context().close();
  });
});
