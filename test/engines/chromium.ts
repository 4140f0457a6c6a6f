import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "playwright";
import { type Engine, outcomeOf, plainLook, settled } from "./engine.ts";

/** The path of Chromium: CHROMIUM_PATH, or the system's Chromium if tests run in all browsers. If undefined, tests use
 *  the Chromium from npm, which is the same on every machine and starts twice as fast. */
const wanted = [process.env.CHROMIUM_PATH, process.env.BROWSERS === "all" ? "/usr/bin/chromium" : undefined];
export const chromiumPath = wanted.find((path) => path && existsSync(path));

/** Starts a Chromium with `more` flags in addition to those for all tests. The Chromium from npm does not support
 *  extensions. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  return chromium.launch(await optionsOf(more));
}

/** Starts a Chromium that keeps its storage in `folder`, so that the storage survives a restart. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, await optionsOf([]));
}

async function optionsOf(more: readonly string[]): Promise<LaunchOptions> {
  const args = [...flags, ...more];
  if (chromiumPath) return { executablePath: chromiumPath, args, ignoreDefaultArgs: ["--disable-extensions"] };
  const { default: packed } = await import("@sparticuz/chromium");
  return { executablePath: await packed.executablePath(), args };
}

/** The flags for all tests. The sandbox needs privileges that build machines rarely grant, and their /dev/shm is
 *  small. */
const flags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--hide-scrollbars",
  "--enable-unsafe-extension-debugging",
];

let shared: Promise<Browser> | undefined;

/** Resolves to the Chromium that all tests in this process share. Starts a new one if it has crashed. */
export async function sharedChromium(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (!running?.isConnected()) shared = launchChromium();
  return shared as Promise<Browser>;
}

/** Closes the shared Chromium if there is one. Vitest workers need not call this, because the browser closes when they
 *  exit. */
export async function closeSharedChromium(): Promise<void> {
  const running = shared;
  shared = undefined;
  await (await running?.catch(() => undefined))?.close();
}

export async function startChromium({ scheme, scale } = plainLook): Promise<Engine> {
  const browser = await sharedChromium();
  // All pages share one context and therefore their storage, as in the other browsers.
  const context = await browser.newContext({ colorScheme: scheme, deviceScaleFactor: scale });
  let hasExtension = false;
  return {
    // The Chromium from npm is a headless shell, which differs from users' browsers.
    name: `Chromium ${chromiumPath ? "" : "(of npm) "}${browser.version()}`,
    async open(url) {
      const page = await context.newPage();
      await page.goto(url);
      return {
        run: async (script) => outcomeOf(await page.evaluate(settled(script))),
        screenshot: () => page.screenshot(),
        close: () => page.close(),
      };
    },
    // This command requires a control pipe and a flag that allows it.
    async install(folder) {
      hasExtension = true;
      const session = await browser.newBrowserCDPSession();
      await session.send("Extensions.loadUnpacked", { path: folder });
    },
    close: () => (hasExtension ? closeSharedChromium() : context.close()),
  };
}
