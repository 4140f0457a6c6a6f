import type { Browser, BrowserContextOptions, Page } from "playwright";
import { expect } from "vitest";
import { mainGroups, otherGroups, variantLabels } from "../../demo/content/kind-groups.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { violationsOf } from "./axe.ts";
import { serveFiles } from "./playground-site.ts";
import { use, useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
export const shots = process.env.SHOTS;

export interface Playground {
  readonly url: string;
  readonly browser: Browser;
  /** Replacements for files of the playground. See `serveFiles`. */
  readonly files: Map<string, string | undefined>;
  /** Opens the page in a new context. In another language than English, `heading` is the heading of the tools. `logs` collects all console messages except hints. Service workers are blocked
   *  unless `settings` allows them, because pages open faster without one. */
  open(
    fragment?: string,
    settings?: BrowserContextOptions & { readonly heading?: string },
  ): Promise<{ page: Page; logs: string[] }>;
  /** Stops the server; the browser keeps running. */
  goOffline(): Promise<void>;
}

/** Serves the built playground below a path of a static file server. With `flags`, its pages open in a separate browser
 *  that has these flags. */
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
    async open(fragment = "", { heading = "Tools", ...settings } = {}) {
      const context = await browser.newContext({
        colorScheme: "light",
        serviceWorkers: "block",
        viewport: { width: 1440, height: 900 },
        ...settings,
      });
      const page = await context.newPage();
      const logs: string[] = [];
      page.on("console", (message) => {
        // Browser hints are not errors.
        const isHint = /^(?:debug|verbose)$/.test(message.type());
        if (!isHint && !/Service Worker registration blocked by/.test(message.text())) logs.push(message.text());
      });
      page.on("pageerror", (error) => logs.push(error.message));
      await page.goto(site.url + fragment);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor({ state: "attached" });
      return { page, logs };
    },
    goOffline: () => site.close(),
  };
}

/** Selects the kind called `name` in the form. */
export async function chooseKind(page: Page, name: string): Promise<void> {
  const group = [...mainGroups, ...otherGroups].find(({ kinds }) => kinds.includes(name));
  if (!group) throw new Error(`the form has no ${name}`);
  const more = page.locator(".more-kinds[aria-expanded=false]");
  if (otherGroups.includes(group) && (await more.count()) > 0) await more.click();
  await page.locator(".tiles label").getByText(label(group.label), { exact: true }).click();
  if (group.choice)
    await page
      .locator(".variants label")
      .getByText(label(variantLabels[name] ?? "kind.text"))
      .click();
}

/** The name of the button that creates the codes of a list. It counts them, once the list has been read. */
export const CREATE = /^Create [\d,]+ codes?$/;

/** The start of the name of the button that saves the codes of a list. Their size follows. */
export const DOWNLOAD_ZIP = label("downloadZip", { size: "" }).replace(/\W*$/, "");

/** Opens the tool with this name. */
export async function openView(page: Page, name: string): Promise<void> {
  await page.locator(".ways").getByText(name, { exact: true }).click();
}

/** Resolves once the page can work offline. */
export async function waitUntilOfflineReady(page: Page): Promise<void> {
  await page.getByText(label("worksOffline")).waitFor({ timeout: 90_000 });
}

/** Runs `action`, and resolves once the page has announced `text`. Announcements disappear after some time. */
export async function expectAnnouncement(page: Page, text: string, action: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.locator("#announcement").filter({ hasText: text }).waitFor(), action()]);
}

/** Chooses the format of downloads. */
export async function chooseFormat(page: Page, format: string): Promise<void> {
  const radio = page.getByRole("radio", { name: format });
  if (!(await radio.isVisible())) await page.getByRole("button", { name: label("downloadSettings") }).click();
  await radio.check();
}

/** Resolves once independent decoders read `text` in the QR code on the page. */
export async function expectCode(page: Page, text: string): Promise<void> {
  await expect.poll(() => readCode(page)).toBe(text);
}

/** Resolves to the text that independent decoders read in the QR code on the page. Fails if their results differ. */
async function readCode(page: Page): Promise<string | undefined> {
  const pixels = readPng(await page.locator(".paper").screenshot({ animations: "disabled" }));
  const [first, ...others] = await Promise.all(decoders.map((decoder) => decoder.read(pixels)));
  for (const other of others) expect(other).toBe(first);
  return first;
}

/** Takes a screenshot if `shots` is set, and fails if axe finds violations in `part` of the page. Requires a context
 *  with `bypassCSP`. */
export async function expectAccessible(page: Page, name: string, part = "html"): Promise<void> {
  // Wait until colour transitions have ended.
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  expect(await violationsOf(page, part), name).toEqual([]);
}

/** Loads the page at `url` again, even if only the fragment differs from the current URL. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(url);
  await page.getByRole("heading", { name: label("tools"), exact: true }).waitFor({ state: "attached" });
}
