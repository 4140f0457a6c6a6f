import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { drawErrorPage } from "../../src/http/page.ts";
import { sharePage } from "../../src/http/share/page.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { textOf } from "../../src/svg.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { shareLabel } from "../labels.ts";
import { isFull, sample } from "../sweep.ts";
import { violationsOf } from "./axe.ts";
import { useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;

const texts = {
  url: "https://bank.example@cafe.example/menu/summer?table=12&lang=en",
  wifi: "WIFI:T:WPA;S:Café Vogelsang;P:one tall latte;;",
  contact:
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nORG:Analytical Engines\r\nTITLE:Programmer\r\n" +
    "TEL;TYPE=CELL:+44 20 7946 0958\r\nEMAIL:ada@engines.example\r\nURL:https://engines.example\r\nEND:VCARD\r\n",
  text: "Meet me at the old lighthouse, an hour before sunset.\nBring the blue notebook, and tell no one.",
  arabic: "مرحبا بالعالم: اقرأ هذا النص من اليمين إلى اليسار",
  transfer: "BCD\n002\n1\nSCT\n\nBergwacht e. V.\nDE89370400440532013000\nEUR25\n\n\nMembership 2027",
  event:
    "BEGIN:VEVENT\nSUMMARY:Rooftop concert\nDTSTART:20270618T193000\nDTEND:20270618T230000\n" +
    "LOCATION:Harbour Street 4\\, fifth floor\nDESCRIPTION:Bring a blanket.\\nNo glass\\, please.\nEND:VEVENT",
  account: "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example",
  japanese:
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:山田;花子;;;\r\nFN:山田 花子\r\nORG:株式会社例\r\nTEL:+81 3 1234 5678\r\nEND:VCARD\r\n",
  place: "geo:0,0?q=48.8584,2.2945(Caf%C3%A9 Eiffel)",
  long: "Every word of a long letter. ".repeat(60),
  hostile: "abc\u202egnp.exe <img src=x onerror=alert(1)>",
};
type Name = keyof typeof texts;

const address = "https://isoqr.test";
const browser = useBrowser();

beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
}, 60_000);

/** Opens the page for the text `name` in a new browser context, whose requests reach only the routes of this test. */
async function open(name: Name, settings: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ colorScheme: "light", ...settings });
  const page = await context.newPage();
  await show(page, name, settings.locale);
  return page;
}

/** Opens the page for the text `name` in place of the one that `page` shows. */
async function show(page: Page, name: Name, locale = "en"): Promise<void> {
  const data = texts[name];
  const options = checkOptions({ data, format: "svg", size: 512 });
  const svg = textOf(drawSvgDesign(options));
  const id = `${name}0000000000`.slice(0, 10);
  const { html, policy } = sharePage({ id, data, base: address, svg, accepted: locale });
  const context = page.context();
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  await context.unrouteAll();
  await context.route("**/*", (route) => route.fulfill({ body: html, headers }));
  await context.route("**/*.svg", (route) => route.fulfill({ body: svg, contentType: "image/svg+xml" }));
  await page.goto(`${address}/i/x`);
}

const sizes = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
const views = sizes.flatMap(([width, height]) =>
  (["light", "dark"] as const).map((scheme) => ({ width, height, scheme })),
);

/** Returns the names of the examples to check in a view. The narrowest light view checks all examples, as do all views in
 *  `npm run test:full` and if screenshots are taken. The widest dark view checks every second one, and the others only one. */
function textsFor({ width, scheme }: (typeof views)[number]): readonly Name[] {
  const names = Object.keys(texts) as Name[];
  if (folder || isFull || (width === 360 && scheme === "light")) return names;
  return width === 1440 && scheme === "dark" ? sample(names, 2) : ["contact"];
}

test.each(["en", "de", "fr"])(
  "fits into 320 px with letters of twice the size: %s",
  async (locale) => {
    const page = await open("url", { locale, viewport: { width: 320, height: 640 } });
    for (const name of Object.keys(texts) as Name[]) {
      await show(page, name, locale);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBe(320);
      const button = page.locator(".main");
      if ((await button.count()) > 0)
        expect(await button.evaluate((link) => getComputedStyle(link).textAlign)).toBe("center");
      const linesOf = (host: Element) => host.getClientRects().length;
      if (name === "url") expect(await button.locator("bdi").evaluate(linesOf)).toBe(1);
    }
    await page.context().close();
  },
  90_000,
);

describe.each(views)("$width px, $scheme", (view) => {
  const { width, height, scheme } = view;
  test.each(textsFor(view))("fits, is accessible, and shows a readable code: %s", async (name) => {
    const page = await open(name, {
      viewport: { width, height },
      colorScheme: scheme,
      bypassCSP: true,
      deviceScaleFactor: width < 500 ? 2 : 1,
    });
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    const drawn = readPng(await page.locator(".code").screenshot());
    for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe(texts[name]);
    await page.context().close();
  });
});

describe("under its own policy", () => {
  /** Returns a list that collects the page's console messages and errors. */
  function collectMessages(page: Page): string[] {
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(error.message));
    return messages;
  }

  test("the page is styled and runs only its script", async () => {
    const page = await open("hostile");
    const messages = collectMessages(page);
    await page.reload();
    expect(await page.evaluate("getComputedStyle(document.querySelector('main')).display")).toBe("grid");
    expect(await page.getByRole("button", { name: shareLabel("copyText") }).isVisible()).toBe(true);
    // Light codes are dark up to the edge of their frame, and beyond its round corners.
    const backgroundOf = (looks: string) =>
      page.evaluate(
        `document.querySelector("figure").className = "${looks}", getComputedStyle(document.querySelector("figure")).backgroundColor`,
      );
    expect(await backgroundOf("code framed")).toBe("rgb(255, 255, 255)");
    expect(await backgroundOf("code framed dark")).toBe("rgb(0, 0, 0)");
    expect(messages).toEqual([]);
    await page.context().close();
  });

  test.each(Object.keys(texts) as Name[])("copies the exact text of %s", async (name) => {
    const page = await open(name, { permissions: ["clipboard-read", "clipboard-write"] });
    const closed = page.getByText(shareLabel("showEncodedText"));
    if ((await closed.count()) > 0) await closed.click();
    await page
      .getByRole("button", { name: /^Copy (?:link|text|encoded text)$/ })
      .last()
      .click();
    await page.getByText(/^(?:Link|Text|Encoded text) copied$/).waitFor();
    // Some clipboards convert line breaks.
    const lines = (text: string) => text.replaceAll("\r\n", "\n");
    expect(lines((await page.evaluate("navigator.clipboard.readText()")) as string)).toBe(lines(texts[name]));
    await page.context().close();
  });

  test("the password of a network has its own copy button, and the confirmation is not printed", async () => {
    const page = await open("wifi", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: shareLabel("copyPassword") }).click();
    const confirmation = page.getByText(shareLabel("passwordCopied"));
    await confirmation.waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("one tall latte");
    await page.emulateMedia({ media: "print" });
    expect(await confirmation.isVisible()).toBe(false);
    await page.context().close();
  });

  test("shows no copy buttons without JavaScript, and secrets can be revealed", async () => {
    const page = await open("account", { javaScriptEnabled: false });
    expect(await page.getByRole("button", { name: /Copy/ }).count()).toBe(0);
    expect(await page.getByText("JBSWY3DPEHPK3PXP", { exact: true }).isVisible()).toBe(false);
    await page.getByText(shareLabel("showSecret")).click();
    expect(await page.getByText("JBSWY3DPEHPK3PXP", { exact: true }).isVisible()).toBe(true);
    await page.context().close();
  });

  test("has a heading and a sensible tab order", async () => {
    const page = await open("url");
    const reached: string[] = [];
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("Tab");
      reached.push((await page.evaluate("document.activeElement.textContent")) as string);
    }
    expect(reached).toEqual([
      shareLabel("openHost", { host: "cafe.example" }),
      texts.url,
      shareLabel("copyLink"),
      "↓ PNG",
      "↓ SVG",
    ]);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("cafe.example");
    await page.context().close();
  });

  test("shows a page for a link that does not exist, which leads to the start page", async () => {
    const { html, policy } = drawErrorPage("noLink", "../", "");
    const context = await browser.newContext({ viewport: { width: 700, height: 500 } });
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    await context.route("**/*", (route) => route.fulfill({ status: 404, body: html, headers }));
    const page = await context.newPage();
    const messages = collectMessages(page);
    await page.goto(`${address}/i/x`);
    if (folder) await page.screenshot({ path: `${folder}/missing.png` });
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Link not found");
    const way = page.getByRole("link", { name: shareLabel("footer") });
    expect(await way.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${address}/`);
    expect(messages.filter((line) => !/status of 404/.test(line))).toEqual([]);
    await context.close();
  });

  test("prints the code and the password of a network", async () => {
    const page = await open("wifi", { viewport: { width: 794, height: 1123 } });
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    if (folder) await page.screenshot({ path: `${folder}/wifi-print.png` });
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    expect(await page.getByText("one tall latte").first().isVisible()).toBe(true);
    const drawn = readPng(await page.locator(".code").screenshot());
    for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe(texts.wifi);
    await page.context().close();
  });

  test("prints as a poster on one page of any size", async () => {
    const page = await open("wifi");
    expect(await page.getByRole("button", { name: shareLabel("print") }).isVisible()).toBe(true);
    for (const [format, landscape] of [
      ["A4", false],
      ["A4", true],
      ["A6", false],
      ["Letter", false],
    ] as const) {
      const pages = (await page.pdf({ format, landscape })).toString("latin1").match(/\/Type\s*\/Page\b/g);
      expect(pages, format).toHaveLength(1);
    }
    await page.context().close();
  });
});
