import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { serveFiles } from "./playground-site.ts";
import { use, useBrowser } from "./use.ts";

/** Where pictures of the page are put for people to look at; none are taken without it. */
export const shots = process.env.SHOTS;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Playground {
  readonly url: string;
  readonly browser: Browser;
  /** Texts in place of files of the playground, as serveFiles has them. */
  readonly files: Map<string, string | undefined>;
  /** Opens the page in a context of its own. `said` collects the messages in its console, except hints. The service worker is
   *  blocked unless `settings` allow it, because the page opens faster without it. */
  open(fragment?: string, settings?: BrowserContextOptions): Promise<{ page: Page; said: string[] }>;
  /** Ends the server; the browser keeps running. */
  goOffline(): Promise<void>;
}

/** The built playground on a plain file server, below a path, for the tests of a file. With `flags` in a browser of its own. */
export function usePlayground(...flags: readonly string[]): Playground {
  const browser = useBrowser(...flags);
  const site = use(serveFiles, ({ close }) => close());
  return {
    get url() {
      return site.url;
    },
    get files() {
      return site.files;
    },
    browser,
    async open(fragment = "", settings = {}) {
      const context = await browser.newContext({
        colorScheme: "light",
        serviceWorkers: "block",
        viewport: { width: 1440, height: 900 },
        ...settings,
      });
      const page = await context.newPage();
      const said: string[] = [];
      page.on("console", (message) => {
        // Some browsers give hints on how to do better, which are not complaints.
        const isHint = /^(?:debug|verbose)$/.test(message.type());
        if (!isHint && !/Service Worker registration blocked by/.test(message.text())) said.push(message.text());
      });
      page.on("pageerror", (error) => said.push(error.message));
      await page.goto(site.url + fragment);
      await page.getByRole("heading", { name: "More tools" }).waitFor({ state: "attached" });
      return { page, said };
    },
    goOffline: () => site.close(),
  };
}

/** Opens a part of the page by its button. */
export async function openView(page: Page, name: string): Promise<void> {
  await page.locator(".ways").getByText(name, { exact: true }).click();
}

/** Resolves when all parts of the service are on the device. */
export async function waitUntilWhole(page: Page): Promise<void> {
  await page.getByText("Works offline").waitFor({ timeout: 90_000 });
}

/** Resolves when the page has said these words during `action`: they go after a while. */
export async function hears(page: Page, words: string, action: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.locator("#announcement").filter({ hasText: words }).waitFor(), action()]);
}

/** Resolves when other people's decoders read `text` in the code on the page. */
export async function expectCode(page: Page, text: string): Promise<void> {
  await expect.poll(() => readCode(page)).toBe(text);
}

/** What other people's decoders read in the code on the page, which has to be the same. */
async function readCode(page: Page): Promise<string | undefined> {
  const pixels = readPng(await page.locator(".paper").screenshot({ animations: "disabled" }));
  const [first, ...others] = await Promise.all(decoders.map((decoder) => decoder.read(pixels)));
  for (const other of others) expect(other).toBe(first);
  return first;
}

/** Takes a picture for people, and fails with what axe finds in `part` of the page. The context has to be one with
 *  `bypassCSP`. */
export async function expectAccessible(page: Page, name: string, part = "html"): Promise<void> {
  // Colours on their way from one theme to the other are those of neither.
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  await page.evaluate(axe);
  const found = (await page.evaluate(`axe.run("${part}")`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  expect(
    found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
    name,
  ).toEqual([]);
}

/** Opens the page at `url` with this state anew, as a link to it would. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(url);
  await page.getByRole("heading", { name: "More tools" }).waitFor({ state: "attached" });
}
