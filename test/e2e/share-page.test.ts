import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeSvg } from "../../src/core/core.ts";
import { sharePage } from "../../src/http/share-page.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { launchChromium } from "./chromium.ts";

/** Where pictures of the pages are put for people to look at; none are taken without it. */
const folder = process.env.SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const texts = {
  url: "https://bank.example@cafe.example/menu/summer?table=12&lang=en",
  wifi: "WIFI:T:WPA;S:Café Vogelsang;P:one tall latte;;",
  contact:
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nORG:Analytical Engines\r\nTITLE:Programmer\r\n" +
    "TEL;TYPE=CELL:+44 20 7946 0958\r\nEMAIL:ada@engines.example\r\nURL:https://engines.example\r\nEND:VCARD\r\n",
  text: "Meet me at the old lighthouse, an hour before sunset.\nBring the blue notebook, and tell no one.",
  arabic: "مرحبا بالعالم: اقرأ هذا النص من اليمين إلى اليسار",
  long: "Every word of a long letter. ".repeat(60),
  hostile: "abc\u202egnp.exe <img src=x onerror=alert(1)>",
};
type Name = keyof typeof texts;

const address = "https://isoqr.test";
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  if (folder) mkdirSync(folder, { recursive: true });
}, 60_000);
afterAll(() => browser?.close());

/** The page of `name` in a browser of its own, which is answered by this file alone. */
async function open(name: Name, settings: BrowserContextOptions = {}): Promise<Page> {
  const data = texts[name];
  const options = checkOptions({ data, format: "svg", size: 512 });
  const svg = encodeSvg(data, options, options, options.title);
  const { html, policy } = sharePage({ id: `${name}0000000000`.slice(0, 10), data, base: address, svg });
  const context = await browser.newContext({ colorScheme: "light", ...settings });
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  await context.route("**/*", (route) => route.fulfill({ body: html, headers }));
  const page = await context.newPage();
  await page.goto(`${address}/i/x`);
  return page;
}

const sizes = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
const views = sizes.flatMap(([width, height]) =>
  (["light", "dark"] as const).map((scheme) => ({ width, height, scheme })),
);

describe.each(views)("$width px, $scheme", ({ width, height, scheme }) => {
  test.each(Object.keys(texts) as Name[])("%s", async (name) => {
    const page = await open(name, {
      viewport: { width, height },
      colorScheme: scheme,
      bypassCSP: true,
      deviceScaleFactor: width < 500 ? 2 : 1,
    });
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.evaluate(axe);
    const found = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    const drawn = readPng(await page.locator(".code").screenshot());
    for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe(texts[name]);
    await page.context().close();
  });
});
