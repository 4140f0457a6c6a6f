import { mkdirSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { kinds } from "../../src/payload/payload.ts";
import { label } from "../labels.ts";
import { isFull } from "../sweep.ts";
import {
  CREATE,
  chooseKind,
  expectAccessible,
  goTo,
  openView,
  shots,
  usePlayground,
  waitUntilOfflineReady,
} from "./playground-page.ts";

const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeAll(async () => {
  if (shots) mkdirSync(shots, { recursive: true });
  ({ page, logs } = await playground.open("", { serviceWorkers: "allow", bypassCSP: true }));
  await waitUntilOfflineReady(page);
}, 120_000);

const go = (fragment: string) => goTo(page, playground.url + fragment);

const allLooks = [360, 768, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((theme) => [width, theme] as const),
);

/** Checks that the page does not overflow on a phone, a tablet or a desktop, and that it is accessible. Only
 *  `npm run test:full` and runs that take screenshots check every width in both themes, which have the same layout. If no
 *  screenshots are taken, only the first and last views are checked for accessibility. */
async function expectUsable(name: string): Promise<void> {
  const looks = isFull || shots ? allLooks : allLooks.filter((_, at) => at === 0 || at === 2 || at === 5);
  for (const [at, [width, colorScheme]] of looks.entries()) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 800 });
    await page.emulateMedia({ colorScheme });
    await settle();
    await expectNoOverflow(`${name} at ${width} px`);
    const isOutermost = at === 0 || at === looks.length - 1;
    if (shots || isOutermost) await expectAccessible(page, `${name}-${width}-${colorScheme}`);
  }
}

/** Resolves once the page has adapted to its width and theme, and no check is pending. */
async function settle(): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  await page.getByText(label("checking")).waitFor({ state: "hidden" });
}

async function expectNoOverflow(what: string): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), what).toBeLessThanOrEqual(0);
}

test.each(kinds.map(({ name }) => name))("fits and is accessible: the empty form of %s", async (kind) => {
  // Only one form is checked at every size, because forms differ only in their fields.
  if (kind === "event") {
    await go("#kind=event");
    await page.locator(".stale").waitFor();
    return expectUsable("empty-event");
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await chooseKind(page, kind);
  await page.locator(`[id^=${kind}-]`).first().waitFor();
  await expectNoOverflow(kind);
  await expectAccessible(page, `empty-${kind}-360`, "[aria-labelledby=content-heading]");
});

test("fits and is accessible: the start page with its grade", async () => {
  await go("");
  await page.getByText(label("gradeVerdict", { grade: "A", description: label("grade.A") })).click();
  await expectUsable("first");
});

test("fits and is accessible: a complete form with all sections open", async () => {
  await go(
    "#kind=vcard&.firstName=Ada&.lastName=Lovelace&.email=ada@engines.example&dotStyle=dots&color=4a0d3f&bg=fde8f1",
  );
  for (const more of [label("moreFields"), label("moreOptions"), "Details"])
    await page.getByText(more, { exact: true }).click();
  await expectUsable("contact");
});

test("fits and is accessible: a transparent background", async () => {
  await go("#kind=url&.url=https://example.com&bg=transparent");
  await page.getByText(label("transparentNote")).waitFor();
  await expectUsable("transparent");
});

test("fits and is accessible: an invalid field", async () => {
  await go("#kind=url&.url=no address");
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).focus();
  await page.getByText(label("enter.web")).waitFor();
  await expectUsable("fault");
});

test("fits and is accessible: a code that does not scan, with its issues", async () => {
  await go("#kind=url&.url=https://example.com&color=eef0ff&margin=0&size=64");
  await page.getByText(label("gradeVerdict", { grade: "F", description: label("grade.F") })).waitFor();
  await expectUsable("wrong");
});

test("fits and is accessible: text that is too long for any code", async () => {
  await go("#kind=text");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("x".repeat(3000));
  await page.getByText(label("problemPrefix")).waitFor();
  await page.locator(".caption").getByText(label("cannotCreate")).waitFor();
  const field = page.getByRole("textbox", { name: "Text", exact: true });
  await page.keyboard.press("Tab");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const message = page.locator(`[id="${(await field.getAttribute("aria-describedby"))?.split(" ")[0]}"]`);
  expect(await message.textContent()).toMatch(/^Text is too long for “Error correction” M: it has 3000 bytes/);
  await expectUsable("too-long");
  await field.fill("x");
  expect(await field.getAttribute("aria-invalid")).toBeNull();
  expect(await message.textContent()).toBe("");
});

test("marks the longest field if the content is too long", async () => {
  await go(`#kind=vcard&.firstName=Ada&.note=${"ü".repeat(1500)}`);
  await page.locator(".caption").getByText(label("cannotCreate")).waitFor();
  expect(await page.locator("[aria-labelledby=content-heading] [aria-invalid=true]").count()).toBe(1);
  expect(await page.locator("[id^=vcard-note]").first().getAttribute("aria-invalid")).toBe("true");
});

test("fits and is accessible: a logo with its covered area", async () => {
  await go("#kind=url&.url=https://example.com/rooftop&color=0b3d2e&dotStyle=extra-rounded");
  await page.getByLabel(label("option.logoData")).setInputFiles(leaf);
  await page.getByText(label("details"), { exact: true }).click();
  await page.getByLabel(label("showCovered")).check();
  await page.locator(".cover").waitFor();
  await page.getByText(/^Grade [A-F]/).waitFor();
  await expectUsable("logo");
});

test("fits and is accessible: a table with errors", async () => {
  await go("");
  await openView(page, label("bulkCodes"));
  await page.getByLabel(label("pasteList")).fill('data,name,margin\nfirst,one,4\n"second",two,99\n\u0007,three,');
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByText(label("createdAndSkipped", { created: 1, skipped: 2 })).waitFor();
  await expectUsable("many");
});

test("fits and is accessible: a social card", async () => {
  await openView(page, label("socialCard"));
  await page.getByAltText(label("cardPreview")).waitFor({ timeout: 30_000 });
  // Wait until the button is enabled, because disabled buttons have other colours.
  await expect.poll(() => page.getByRole("button", { name: label("downloadCard") }).isEnabled()).toBe(true);
  await expectUsable("card");
});

test("fits and is accessible: a share page and the list of links", async () => {
  await openView(page, label("sharePage"));
  await page.getByRole("button", { name: label("createSharePage") }).click();
  await page.getByRole("button", { name: label("copyLink") }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  const name = page.locator("a.address").evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNode(element.childNodes[element.childNodes.length - 2] as Node);
    return range.getClientRects().length;
  });
  expect(await name, "lines of the link's id").toBe(1);
  await expectUsable("links");
});

test("fits and is accessible: a print sheet", async () => {
  await openView(page, label("printSheet"));
  await page.getByRole("button", { name: label("print"), exact: true }).waitFor();
  await expectUsable("sheet");
});

test("fits and is accessible: a code that was read, with a secret", async () => {
  await openView(page, label("readCode"));
  const buffer = Buffer.from(toPng("WIFI:T:WPA;S:Guests;P:hunter2hunter2;;"));
  await page.getByLabel(label("chooseImage")).setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: label("copyToForm") }).waitFor();
  await expectUsable("read");
});

/** Record the next announcement and the controls that it covers. */
const WATCH = `globalThis.covered = new Promise((resolve) => {
  const region = document.getElementById("announcement");
  const check = () => {
    const { left, right, top, bottom } = region.getBoundingClientRect();
    const controls = [...document.querySelectorAll("a, button, input, label, select, summary, textarea")];
    resolve({
      text: region.textContent,
      controls: controls.filter((control) => {
        const box = control.getBoundingClientRect();
        return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      }).map(({ outerHTML }) => outerHTML.slice(0, 80)),
    });
  };
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(check));
  }).observe(region, { childList: true });
}), undefined`;

test.each([
  [360, 800],
  [360, 640],
  [768, 1024],
  [1440, 900],
])("at %i × %i pixels, an announcement covers no control", async (width, height) => {
  await page.setViewportSize({ width, height });
  await go("");
  await page.getByText(label("gradeVerdict", { grade: "A", description: label("grade.A") })).waitFor();
  await page.evaluate(WATCH);
  await page.getByRole("button", { name: label("download", { format: "PNG" }) }).click();
  expect(await page.evaluate("covered")).toEqual({ text: "PNG downloaded", controls: [] });
});

test.each([360, 640, 641, 700, 768, 1440])('at %i px, nothing moves when "Works offline" appears', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await settle();
  await page.evaluate("scrollTo(0, 0)");
  const top = () => page.evaluate(`document.querySelector("main").getBoundingClientRect().top`);
  const after = await top();
  const note = page.locator("#ready");
  const text = (await note.textContent()) ?? "";
  expect(await note.isVisible()).toBe(true);
  await note.evaluate((element) => element.replaceChildren());
  const before = await top();
  await note.evaluate((element, content) => element.append(content), text);
  expect(after).toBe(before);
});

test("the links and buttons in the header are on one line", async () => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await settle();
    const middles = (await page.evaluate(`
      [...document.querySelectorAll(".top :is(h1 a, nav a, #steps button, .ways button)")]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect())
        .map(({ top, bottom }) => (top + bottom) / 2)`)) as number[];
    expect(middles.length).toBeGreaterThan(3);
    expect(Math.max(...middles) - Math.min(...middles), `${width} px`).toBeLessThan(1);
  }
});

test("nothing overflows in the right-to-left layout", async () => {
  await page.evaluate("document.documentElement.dir = 'rtl'");
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settle();
    await expectNoOverflow(`${width} px from right to left`);
  }
  // In this layout, the QR code is on the left of the form.
  const [panel, form] = await Promise.all([
    page.locator(".panel").boundingBox(),
    page.getByRole("heading", { name: "Content" }).boundingBox(),
  ]);
  expect(panel?.x).toBeLessThan(form?.x ?? 0);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page, "rtl-360");
});

test("the print sheet and the scan grade show the same distance", async () => {
  await go("");
  const [, distance] =
    /about ([\d.]+ c?m) away when printed 3 cm/.exec(
      (await page.getByText(/^Readable from about/).textContent()) ?? "",
    ) ?? [];
  await openView(page, label("printSheet"));
  const status = page.locator("#view [role=status]");
  await page.getByLabel(label("printWidth")).fill("30");
  await status.getByText(`At 30 mm, phones can scan the codes from about ${distance} away`).waitFor();
  await go("#kind=url&.url=https://example.com&color=eeeeee");
  await openView(page, label("printSheet"));
  await page.getByText(label("gradeVerdict", { grade: "F", description: label("grade.F") })).waitFor();
  await status.getByText(/^12 codes on 1 page[^.]*$/).waitFor();
});

test("respects prefers-reduced-motion", async () => {
  await go("");
  const moving = () =>
    page.evaluate(`[...document.querySelectorAll("*")].filter((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return /[1-9]/.test(transitionDuration) || (animationName !== "none" && /[1-9]/.test(animationDuration));
    }).length`);
  await page.getByText(label("gradeVerdict", { grade: "A", description: label("grade.A") })).waitFor();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await moving()).toBe(0);
});

test("fits and is accessible: offline", async () => {
  await playground.goOffline();
  await page.reload();
  await page
    .getByText(label("gradeVerdict", { grade: "A", description: label("grade.A") }))
    .waitFor({ timeout: 30_000 });
  await expectUsable("offline");
  // The browser logs failed update checks.
  expect(logs.filter((line) => !line.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});
