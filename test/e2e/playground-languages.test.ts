import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { label } from "../labels.ts";
import { openView, shots, usePlayground } from "./playground-page.ts";

const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;

const playground = usePlayground();
/** Its browser has a default font size of twice the usual one, which also doubles the widths in media queries. */
const enlarged = usePlayground("--blink-settings=defaultFontSize=32");

test.each([320, 768, 1440])("fits into %i px from right to left", async (width) => {
  const { page } = await playground.open("", { viewport: { width, height: 900 } });
  await page.locator("footer").waitFor();
  await page.evaluate("document.documentElement.dir = 'rtl'");
  await openView(page, label("readCode"));
  const [form, code] = await Promise.all(
    [".content", ".stage"].map((part) =>
      page.locator(part).evaluate((element) => element.getBoundingClientRect().left),
    ),
  );
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  // On wide screens, the code is at the end of the line.
  expect(Math.sign((form ?? 0) - (code ?? 0))).toBe(width < 900 ? 0 : 1);
  if (shots) mkdirSync(shots, { recursive: true });
  if (shots) await page.screenshot({ path: `${shots}/rtl-${width}.png`, fullPage: true });
  await page.context().close();
});

test.each([
  ["en", 1024, "Tools"],
  ["de", 1024, "Werkzeuge"],
  ["es", 1024, "Herramientas"],
  ["pt", 1024, "Ferramentas"],
  ["pt", 1280, "Ferramentas"],
])("the header fits into one row: %s, %i px", async (locale, width, heading) => {
  const { page } = await playground.open("", { locale, heading, viewport: { width, height: 700 } });
  await page.locator("footer").waitFor();
  expect((await page.locator(".top").boundingBox())?.height).toBeLessThan(80);
  await page.context().close();
});

test("shows errors and issues in the language of the browser", async () => {
  const { page } = await playground.open("#kind=text&.text=a&size=9&bg=777777", {
    locale: "de-DE",
    heading: "Werkzeuge",
  });
  const visible = await page.locator("main").innerText();
  expect(visible).toMatch(/Größe \(px\).*\b32 bis 2048\b/);
  expect(visible).not.toMatch(/ must |required|recommended/);
  await page.context().close();
});

test.each([
  ["de", "Werkzeuge"],
  ["fr", "Outils"],
])(
  "fits into 320 px with text of twice the size, with a grade and any tool: %s",
  async (locale, heading) => {
    const { page } = await enlarged.open("", {
      locale,
      heading,
      serviceWorkers: "allow",
      viewport: { width: 320, height: 640 },
    });
    await page.locator(".grade[data-grade=A]").waitFor({ timeout: 60_000 });
    await page.locator("#ready:not(:empty)").waitFor({ timeout: 60_000 });
    await page.evaluate(`for (const details of document.querySelectorAll("main details")) details.open = true`);
    const wide = () =>
      page.evaluate(`[...document.querySelectorAll("main *, footer *")]
      .filter((element) => element.checkVisibility() && !element.closest("svg, .presets, .styles, .brands, .scroll, .leaf"))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100))`);
    expect(await wide()).toEqual([]);
    const panel = await page.locator(".panel").boundingBox();
    const code = await page.locator(".easel").boundingBox();
    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0));
    for (const tool of await page.locator(".ways button").all()) {
      await tool.click();
      await page.locator("#view > *").waitFor();
      expect(await wide(), await tool.innerText()).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    }
    await page.context().close();
  },
  120_000,
);

test.each(["en", "de", "es", "fr", "pt", "ja", "zh-CN", "ar"])(
  "the header is one row from 768 px: %s",
  async (locale) => {
    const context = await playground.browser.newContext({ locale, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(playground.url);
    await page.locator("footer").waitFor();
    for (let width = 768; width <= 1300; width += 38) {
      await page.setViewportSize({ width, height: 800 });
      const { height, cut, outside } = (await page.evaluate(`(() => {
      const top = document.querySelector(".top");
      const shown = [...top.querySelectorAll("a, button")].filter((element) => element.checkVisibility());
      const isOutside = ({ left, right }) => left < 0 || right > innerWidth;
      return {
        height: top.getBoundingClientRect().height,
        cut: shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((element) => element.innerText),
        outside: shown.filter((element) => isOutside(element.getBoundingClientRect())).map((element) => element.innerText),
      };
    })()`)) as { height: number; cut: string[]; outside: string[] };
      expect(height, `${width} px`).toBeLessThan(80);
      expect([cut, outside], `${width} px`).toEqual([[], []]);
    }
    await context.close();
  },
);

test("keeps the language, and stores no secret, if the page cannot be loaded again", async () => {
  const { page } = await playground.open("#kind=wifi&.ssid=Gast");
  await page.getByLabel(label("wifi.password"), { exact: true }).fill("Hunter2Hunter2");
  await page.context().setOffline(true);
  await page.locator(".languages summary").click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByText(label("languageNotLoaded")).waitFor();
  expect(await page.getByLabel(label("wifi.password"), { exact: true }).inputValue()).toBe("Hunter2Hunter2");
  expect(await page.evaluate("[sessionStorage.length, localStorage.getItem('isoqr-language')]")).toEqual([0, null]);
  await page.context().close();
});

test("changes the language only when one is chosen, and keeps secrets, files and the focus", async () => {
  const { page, logs } = await playground.open("#kind=wifi&.ssid=Gast");
  await page.getByLabel(label("wifi.password"), { exact: true }).fill("Hunter2Hunter2");
  await page.getByLabel(label("option.logoData")).setInputFiles(leaf);
  await page.locator(".paper image").waitFor();
  await page.locator(".languages summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  await page.getByRole("button", { name: "Deutsch" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Werkzeuge", exact: true }).waitFor({ state: "attached" });
  expect(await page.getByLabel("Passwort", { exact: true }).inputValue()).toBe("Hunter2Hunter2");
  await page.locator(".paper image").waitFor();
  await page.locator("footer").waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Sprache: Deutsch");
  expect(await page.evaluate("[sessionStorage.length, location.href.includes('Hunter2')]")).toEqual([0, false]);
  // Another reload starts with what the URL contains.
  await page.reload();
  await page.locator("footer").waitFor();
  expect(await page.getByLabel("Passwort", { exact: true }).inputValue()).toBe("");
  expect(logs).toEqual([]);
  await page.context().close();
});

test("shows values of codes in the language, and translates the texts of the page itself", async () => {
  const { page } = await playground.open("", { locale: "de-DE", heading: "Werkzeuge" });
  await page.locator(".ways button").nth(2).click();
  await page.locator(".bulk textarea").fill("SSID;Passwort;Sicherheit\nGäste;kaffee-kuchen;WPA2");
  const preview = page.locator(".bulk-preview .result bdi");
  await expect.poll(() => preview.allInnerTexts()).toEqual(["Gäste · WPA2 oder WPA3 · (vertraulich)"]);
  await page.locator(".ways button").nth(5).click();
  const buffer = Buffer.from(toPng("WIFI:T:WPA;S:Gäste;P:kaffee-kuchen;H:true;;"));
  const file = { name: "a.png", mimeType: "image/png", buffer };
  // Until the tool's script is loaded, the previous tool, which also has a file input, stays open.
  await page.getByRole("button", { name: "Kamera verwenden" }).waitFor();
  await page.locator(".tool input[type=file]").first().setInputFiles(file);
  const found = page.locator("article.outcome dd");
  await expect.poll(async () => (await found.allInnerTexts()).join()).toMatch(/WPA2 oder WPA3.*Ja/s);
  expect(await page.locator("nav[data-text]").getAttribute("aria-label")).toBe("Dokumentation");
  expect(await page.locator("meta[name=description]").getAttribute("content")).toMatch(/^QR-Code erstellen /);
  await page.context().close();
}, 60_000);
