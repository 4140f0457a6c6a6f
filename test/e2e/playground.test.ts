import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { launchChromium } from "./chromium.ts";
import { serveFiles } from "./playground-site.ts";

/** Where pictures of the page are put for people to look at; none are taken without it. */
const folder = process.env.SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFiles>>;

beforeAll(async () => {
  site = await serveFiles();
  browser = await launchChromium();
  if (folder) mkdirSync(folder, { recursive: true });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** The playground in a browser of its own, and everything that browser complains of. */
async function open(fragment = "", settings: BrowserContextOptions = {}): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({
    colorScheme: "light",
    serviceWorkers: "block",
    viewport: { width: 1440, height: 900 },
    ...settings,
  });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => {
    if (!/Service Worker registration blocked by/.test(message.text())) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(site.url + fragment);
  await page.getByRole("heading", { name: "More to do" }).waitFor({ state: "attached" });
  return { page, said };
}

/** What other people's decoders read in the code on the page. */
async function readCode(page: Page): Promise<string | undefined> {
  const pixels = readPng(await page.locator(".paper").screenshot());
  const [first, ...others] = await Promise.all(decoders.map((decoder) => decoder.read(pixels)));
  for (const other of others) expect(other).toBe(first);
  return first;
}

const states = {
  first: "",
  wifi: "#kind=wifi&.ssid=Guests&color=0b3d2e&bg=eaf6dd&dotStyle=extra-rounded",
  contact: "#kind=vcard&.firstName=Ada&.lastName=Lovelace&.email=ada@engines.example&dotStyle=dots",
  wrong: "#kind=url&.url=https://example.com&color=aab4ff&margin=0&size=64",
  empty: "#kind=event",
};
const sizes = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
const views = sizes.flatMap(([width, height]) =>
  (["light", "dark"] as const).map((scheme) => ({ width, height, scheme })),
);

describe.each(views)("$width px, $scheme", ({ width, height, scheme }) => {
  const outermost = (width === 360 && scheme === "light") || (width === 1440 && scheme === "dark");
  const names = folder || outermost ? (Object.keys(states) as (keyof typeof states)[]) : (["wrong"] as const);
  test.each(names)("%s", async (name) => {
    const { page } = await open(states[name], { viewport: { width, height }, colorScheme: scheme, bypassCSP: true });
    await page.locator(".facts:not(:empty)").or(page.locator(".stale")).first().waitFor();
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.evaluate(axe);
    const found = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    await page.context().close();
  });
});

describe("from a plain file server, below a path, under its own policy", () => {
  test("the code follows what is typed", async () => {
    const { page, said } = await open();
    expect(await readCode(page)).toBe("https://example.com");
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("https://example.org/a?b=ü");
    expect(await readCode(page)).toBe("https://example.org/a?b=ü");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await readCode(page)).toBe("https://example.com");
    await page.getByRole("button", { name: "Redo" }).click();
    expect(await readCode(page)).toBe("https://example.org/a?b=ü");
    expect(said).toEqual([]);
    await page.context().close();
  });

  test("a form makes what phones understand, and its secret stays out of the address", async () => {
    const { page, said } = await open();
    await page.getByText("WiFi network", { exact: true }).click();
    await page.getByLabel("Network", { exact: true }).fill("Guests");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByText("must be 8 to 63 ASCII characters").waitFor();
    await page.getByLabel("Password", { exact: true }).fill("coffee+tea;cake");
    await page.getByText("must be 8 to 63 ASCII characters").waitFor({ state: "detached" });
    expect(await readCode(page)).toBe("WIFI:T:WPA;S:Guests;P:coffee+tea\\;cake;;");
    await expect.poll(() => page.url()).toContain(".ssid=Guests");
    expect(decodeURIComponent(page.url())).not.toContain("coffee");
    expect(said).toEqual([]);
    await page.context().close();
  });

  test("every issue is mended by one click", async () => {
    const { page, said } = await open(states.wrong);
    await page.locator(".issues button").first().waitFor();
    // A wider quiet zone makes modules smaller, so that one step may lead to another.
    for (let clicks = 0; clicks < 5 && (await page.locator(".issues li").count()) > 0; clicks++) {
      const first = await page.locator(".issues li").first().textContent();
      await page.locator(".issues button").first().click();
      await expect.poll(() => page.locator(".issues").textContent()).not.toContain(first);
    }
    expect(await page.locator(".issues li").count()).toBe(0);
    expect(await readCode(page)).toBe("https://example.com");
    expect(said).toEqual([]);
    await page.context().close();
  });

  test("the files that are saved hold the text", async () => {
    const { page } = await open(states.contact);
    for (const format of ["PNG", "SVG"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Download ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`qr-vcard.${format.toLowerCase()}`);
      const bytes = readFileSync(await download.path());
      const pixels = format === "PNG" ? readPng(bytes) : await rasterize(bytes.toString(), 4);
      for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toContain("FN:Ada Lovelace");
    }
    await page.context().close();
  });

  test("the picture is copied as a PNG", async () => {
    const { page } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Copy picture" }).click();
    await page.getByText("The picture is in the clipboard").waitFor();
    const types = await page.evaluate("navigator.clipboard.read().then(([item]) => item.types)");
    expect(types).toEqual(["image/png"]);
    await page.context().close();
  });
});
