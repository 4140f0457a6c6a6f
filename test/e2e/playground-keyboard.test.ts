import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { expectAnnouncement, expectCode, openView, usePlayground } from "./playground-page.ts";

const playground = usePlayground();

/** An expression for the visible elements that the Tab key reaches. In a group of radio buttons or tabs, it reaches
 *  only the selected element. */
const REACHABLE = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
  (element) =>
    !element.disabled &&
    element.getAttribute("tabindex") !== "-1" &&
    !(element.type === "radio" && !element.checked) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("[inert]"),
)`;

/** An expression for the focused element, and for whether the element or its label has a visible focus outline. */
const FOCUSED = `(({ activeElement: element }) => {
  const shown = [element, element.nextElementSibling, element.parentElement].filter(Boolean).some((place) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(place);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  element.setAttribute("data-walked", "");
  return { name: element.outerHTML.slice(0, 120), shown, isPage: element === document.body };
})(document)`;

type Focused = { readonly name: string; readonly shown: boolean; readonly isPage: boolean };

/** Presses Tab from the current focus until the end of the page. Returns the elements in `part` that the focus did not
 *  reach. */
async function walk(page: Page, part: string): Promise<unknown> {
  for (let steps = 0; steps < 200; steps++) {
    await page.keyboard.press("Tab");
    const focused = (await page.evaluate(FOCUSED)) as Focused;
    if (focused.isPage && steps > 0) break;
    expect(focused.shown, focused.name).toBe(true);
  }
  return page.evaluate(
    `${REACHABLE}
      .filter((element) => element.closest("${part}") && !element.hasAttribute("data-walked"))
      .map(({ outerHTML }) => outerHTML.slice(0, 120))`,
  );
}

test.each(["", "#kind=vcard&.firstName=Ada", "#kind=wifi&.ssid=G&color=cccccc&margin=0"])(
  "the Tab key reaches every control, with a visible focus: %s",
  async (fragment) => {
    const { page } = await playground.open(fragment);
    await page.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true`);
    await expect.poll(() => walk(page, "body"), { timeout: 30_000 }).toEqual([]);
    await page.context().close();
  },
);

/** An expression for the positions of the tab stops in tab order, except for floating elements. */
const STOPS = `${REACHABLE}
  .filter((element) => !element.closest(".thumbnail, #skip"))
  .map((element) => {
    // A visually hidden control has the position of its label.
    const shown = element.matches(".chip input, .style input, .visually-hidden") ? element.parentElement : element;
    // Galleries scroll.
    const { left, top, bottom } = (element.closest(".presets, .styles") ?? shown).getBoundingClientRect();
    const isInHeader = element.closest(".top") !== null;
    const isInFooter = element.closest("footer") !== null;
    const name = element.outerHTML.slice(0, 80);
    return { name, isInHeader, isInFooter, left, top: top + scrollY, bottom: bottom + scrollY };
  })`;

test.each([360, 768, 1440])("at %i pixels, the tab order matches the visual order", async (width) => {
  const { page } = await playground.open("#kind=wifi&.ssid=G&margin=2", { viewport: { width, height: 800 } });
  await page.getByRole("tab", { name: "URL", exact: true }).waitFor();
  interface Stop {
    readonly name: string;
    readonly isInHeader: boolean;
    readonly isInFooter: boolean;
    readonly left: number;
    readonly top: number;
    readonly bottom: number;
  }
  const stops = (await page.evaluate(STOPS)) as Stop[];
  expect(stops.length).toBeGreaterThan(30);
  // In a layout with two columns, all stops in the first column come first.
  const edge = (await page.evaluate(
    `document.querySelector(".side")?.getClientRects()[0]?.left ?? innerWidth`,
  )) as number;
  const column = ({ isInHeader, isInFooter, left }: Stop) => (isInHeader ? 0 : isInFooter ? 3 : left < edge ? 1 : 2);
  for (const [at, next] of stops.slice(1).entries()) {
    const before = stops[at] as Stop;
    const isAfter = column(next) > column(before) || (column(next) === column(before) && next.bottom > before.top);
    expect(isAfter, `${before.name} then ${next.name}`).toBe(true);
  }
  await page.context().close();
});

test("the skip link leads to the form without changing the URL", async () => {
  const { page } = await playground.open("#kind=wifi&.ssid=G");
  const address = page.url();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.value")).toBe("wifi");
  expect(page.url()).toBe(address);
  await page.context().close();
});

test.each([label("bulkCodes"), label("socialCard"), label("sharePage"), label("printSheet"), label("readCode")])(
  "%s works by keyboard",
  async (name) => {
    const { page } = await playground.open();
    const button = page.locator(".ways button").filter({ hasText: name });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("#view > *").waitFor();
    // Retries, because some content, such as the list of links, loads late.
    await expect.poll(() => walk(page, "#view"), { timeout: 30_000 }).toEqual([]);
    await button.focus();
    await page.keyboard.press("Space");
    expect(await page.locator("#view").isVisible()).toBe(false);
    await page.context().close();
  },
);

test("creates and downloads a code by keyboard", async () => {
  const { page, logs } = await playground.open();
  await page.getByRole("radio", { name: label("group.link") }).focus();
  await page.keyboard.press("ArrowRight");
  for (const _ of ["more", "network"]) await page.keyboard.press("Tab");
  await page.keyboard.type("Guests");
  await page.keyboard.press("Tab");
  await page.keyboard.type("coffee and cake");
  const text = "WIFI:T:WPA;S:Guests;P:coffee and cake;;";
  await expectCode(page, text);

  await page.locator('input[name="dotStyle"][value="square"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("slider", { name: label("sliderOf", { label: label("option.size") }) }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "URL", exact: true }).focus();
  await page.keyboard.press("End");
  expect(await page.getByRole("tab", { name: "curl" }).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tab", { name: "URL", exact: true }).getAttribute("aria-selected")).toBe("true");

  await page.getByRole("button", { name: label("download", { format: "PNG" }) }).focus();
  const saving = page.waitForEvent("download");
  await expectAnnouncement(page, label("downloaded", { format: "PNG" }), () => page.keyboard.press("Enter"));
  const download = await saving;
  const saved = readPng(readFileSync(await download.path()));
  expect(saved.width).toBe(1025);
  for (const decoder of decoders) expect(await decoder.read(saved), decoder.name).toBe(text);
  expect(await page.locator("#announcement").getAttribute("role")).toBe("status");
  expect(logs).toEqual([]);
  await page.context().close();
});

test("Ctrl+Z in a tool's select does not undo changes in the form", async () => {
  const { page } = await playground.open();
  const url = page.getByRole("textbox", { name: label("url.url"), exact: true });
  await url.fill("https://example.com/kept");
  await openView(page, label("printSheet"));
  await page.getByLabel("Paper").focus();
  await page.keyboard.press("Control+z");
  expect(await url.inputValue()).toBe("https://example.com/kept");
  await page.context().close();
});
