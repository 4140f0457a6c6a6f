import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { kinds } from "../../src/payload/payload.ts";
import { expectAccessible, goTo, openView, shots, usePlayground, waitUntilWhole } from "./playground-page.ts";

const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;

const playground = usePlayground();
let page: Page;
let said: string[];

beforeAll(async () => {
  if (shots) mkdirSync(shots, { recursive: true });
  ({ page, said } = await playground.open("", { serviceWorkers: "allow", bypassCSP: true }));
  await waitUntilWhole(page);
}, 120_000);

const go = (fragment: string) => goTo(page, playground.url + fragment);

/** No state of the page may be wider than a screen, or keep anybody out, in either theme. The widths are those of a phone,
 *  a tablet and a desk; all of them in both themes where there are pictures to be taken. */
async function expectSound(name: string): Promise<void> {
  const looks = [360, 768, 1440].flatMap((width) =>
    (["light", "dark"] as const).map((theme) => [width, theme] as const),
  );
  for (const [at, [width, colorScheme]] of looks.entries()) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 800 });
    await page.emulateMedia({ colorScheme });
    await settle();
    await expectNoOverflow(`${name} at ${width} px`);
    const isOutermost = at === 0 || at === looks.length - 1;
    if (shots || isOutermost) await expectAccessible(page, `${name}-${width}-${colorScheme}`);
  }
}

/** Resolves when the page has taken in its width and its theme, and no grade is on its way. */
async function settle(): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  await page.getByText("Checking…").waitFor({ state: "hidden" });
}

async function expectNoOverflow(what: string): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), what).toBeLessThanOrEqual(0);
}

test.each(kinds.map(({ name }) => name))("the empty form of %s", async (kind) => {
  // The event stands for all in every look: forms differ in what is asked, and not in how.
  if (kind === "event") {
    await go("#kind=event");
    await page.locator(".stale").waitFor();
    return expectSound("empty-event");
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.locator(`label:has(input[value=${kind}])`).click();
  await page.locator(`[id^=${kind}-]`).first().waitFor();
  await expectNoOverflow(kind);
  await expectAccessible(page, `empty-${kind}-360`, "[aria-labelledby=content-heading]");
});

test("the first page, and its grade", async () => {
  await go("");
  await page.getByText("Grade A: very good").click();
  await expectSound("first");
});

test("a form that is filled in, with everything open", async () => {
  await go(
    "#kind=vcard&.firstName=Ada&.lastName=Lovelace&.email=ada@engines.example&dotStyle=dots&color=4a0d3f&bg=fde8f1",
  );
  for (const more of ["More", "More options"]) await page.getByText(more, { exact: true }).click();
  await expectSound("contact");
});

test("a field that is wrong", async () => {
  await go("#kind=url&.url=no address");
  await page.getByRole("textbox", { name: "Address", exact: true }).focus();
  await page.getByText("Address must be a URL").waitFor();
  await expectSound("fault");
});

test("a code that no phone reads, and what to do", async () => {
  await go("#kind=url&.url=https://example.com&color=aab4ff&margin=0&size=64");
  await page.getByText("Grade F: unlikely to scan").waitFor();
  await expectSound("wrong");
});

test("a text that is too long for any code", async () => {
  await go("#kind=text");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("x".repeat(3000));
  await page.getByText("Problem:").waitFor();
  await page.locator(".caption").getByText("This code can't be made").waitFor();
  const field = page.getByRole("textbox", { name: "Text", exact: true });
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const message = page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`);
  expect(await message.textContent()).toMatch(/^Text is too long for “Error correction” M: it takes 3000 bytes/);
  await expectSound("too-long");
  await field.fill("x");
  expect(await field.getAttribute("aria-invalid")).toBeNull();
  expect(await message.textContent()).toBe("");
});

test("of several fields the longest is the one to shorten", async () => {
  await go(`#kind=vcard&.firstName=Ada&.note=${"ü".repeat(1500)}`);
  await page.locator(".caption").getByText("This code can't be made").waitFor();
  expect(await page.locator("[aria-labelledby=content-heading] [aria-invalid=true]").count()).toBe(1);
  expect(await page.locator("[id^=vcard-note]").first().getAttribute("aria-invalid")).toBe("true");
});

test("a logo, and what it covers", async () => {
  await go("#kind=url&.url=https://example.com/rooftop&color=0b3d2e&dotStyle=extra-rounded");
  await page.getByLabel("Choose a logo").setInputFiles(leaf);
  await page.getByLabel("Show what the logo covers").check();
  await page.locator(".cover").waitFor();
  await page.getByText(/^Grade [A-F]/).waitFor();
  await expectSound("logo");
});

test("a table with mistakes in it", async () => {
  await go("");
  await openView(page, "Bulk codes");
  await page.getByLabel("List or table").fill('data,name,margin\nfirst,one,4\n"second",two,99\n,three,');
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByText("1 created, 2 failed").waitFor();
  await expectSound("many");
});

test("a social card", async () => {
  await openView(page, "Social card");
  await page.getByAltText("Card preview").waitFor({ timeout: 30_000 });
  // It changes its colours when it can be used.
  await expect.poll(() => page.getByRole("button", { name: "Download card" }).isEnabled()).toBe(true);
  await expectSound("card");
});

test("a short link, and the links of this device", async () => {
  await openView(page, "Short link");
  await page.getByRole("button", { name: "Create short link" }).click();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  const name = page.locator("a.address").evaluate((element) => {
    const words = element.ownerDocument.createRange();
    words.selectNode(element.childNodes[element.childNodes.length - 2] as Node);
    return words.getClientRects().length;
  });
  expect(await name, "lines of the link's name").toBe(1);
  await expectSound("links");
});

test("a sheet", async () => {
  await openView(page, "Print sheet");
  await page.getByRole("button", { name: "Print", exact: true }).waitFor();
  await expectSound("sheet");
});

test("a code that was read, with a secret in it", async () => {
  await openView(page, "Read a code");
  const buffer = Buffer.from(toPng("WIFI:T:WPA;S:Guests;P:hunter2hunter2;;"));
  await page.getByLabel("Choose image").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Copy to form" }).waitFor();
  await expectSound("read");
});

/** Has the page note, when it says something, what of all that can be used lies under these words: they go after a while. */
const WATCH = `globalThis.covered = new Promise((resolve) => {
  const said = document.getElementById("announcement");
  const look = () => {
    const { left, right, top, bottom } = said.getBoundingClientRect();
    const controls = [...document.querySelectorAll("a, button, input, label, select, summary, textarea")];
    resolve({
      words: said.textContent,
      controls: controls.filter((control) => {
        const box = control.getBoundingClientRect();
        return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      }).map(({ outerHTML }) => outerHTML.slice(0, 80)),
    });
  };
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(look));
  }).observe(said, { childList: true });
}), undefined`;

test.each([
  [360, 800],
  [360, 640],
  [768, 1024],
  [1440, 900],
])("at %i × %i pixels what is said covers nothing that can be used", async (width, height) => {
  await page.setViewportSize({ width, height });
  await go("");
  await page.getByText("Grade A: very good").waitFor();
  await page.evaluate(WATCH);
  await page.getByRole("button", { name: "Download PNG" }).click();
  expect(await page.evaluate("covered")).toEqual({ words: "PNG downloaded", controls: [] });
});

test.each([360, 640, 641, 700, 768, 1440])("at %i px nothing moves when the page is whole", async (width) => {
  await page.setViewportSize({ width, height: 800 });
  const top = () => page.evaluate(`document.querySelector("main").getBoundingClientRect().top`);
  const whole = await top();
  const note = page.locator("#ready");
  const words = (await note.textContent()) ?? "";
  expect(await note.isVisible()).toBe(true);
  await note.evaluate((element) => element.replaceChildren());
  const before = await top();
  await note.evaluate((element, said) => element.append(said), words);
  expect(whole).toBe(before);
});

test("the words at the top stand on one line", async () => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await settle();
    const tops = (await page.evaluate(`[...document.querySelectorAll(".top nav a, #steps button")].map((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().top;
    })`)) as number[];
    expect(Math.max(...tops) - Math.min(...tops), `${width} px`).toBeLessThan(0.5);
  }
});

test("from right to left nothing is cut off either", async () => {
  await page.evaluate("document.documentElement.dir = 'rtl'");
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settle();
    await expectNoOverflow(`${width} px from right to left`);
  }
  // What stood at the one edge stands at the other, the code beside the forms too.
  const [panel, form] = await Promise.all([
    page.locator(".panel").boundingBox(),
    page.getByRole("heading", { name: "Content" }).boundingBox(),
  ]);
  expect(panel?.x).toBeLessThan(form?.x ?? 0);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page, "rtl-360");
});

test("who wants no motion sees none", async () => {
  await go("");
  const moving = () =>
    page.evaluate(`[...document.querySelectorAll("*")].filter((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return /[1-9]/.test(transitionDuration) || (animationName !== "none" && /[1-9]/.test(animationDuration));
    }).length`);
  await page.getByText("Grade A: very good").waitFor();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await moving()).toBe(0);
});

test("without a network", async () => {
  await playground.goOffline();
  await page.reload();
  await page.getByText("Grade A: very good").waitFor({ timeout: 30_000 });
  await expectSound("offline");
  // The browser says by itself that it found no newer version.
  expect(said.filter((line) => !line.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});
