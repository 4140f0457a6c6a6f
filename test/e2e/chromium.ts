import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "playwright-core";

/** The Chromium that CHROMIUM_PATH names or, where tests run in all browsers, the system's. Else it is the one inside the npm
 *  package, the same on every machine, which starts in half the time. */
const wanted = [process.env.CHROMIUM_PATH, process.env.BROWSERS === "all" ? "/usr/bin/chromium" : undefined];
export const chromiumPath = wanted.find((path) => path && existsSync(path));

/** A Chromium: the installed one that is wanted, or else the one inside the npm package, which has no extensions. `more` are
 *  flags beside those that every test wants. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  return chromium.launch(await optionsOf(more));
}

/** A Chromium that keeps what it stores in `folder`, across launches. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, await optionsOf([]));
}

async function optionsOf(more: readonly string[]): Promise<LaunchOptions> {
  const args = [...flags, ...more];
  if (chromiumPath) return { executablePath: chromiumPath, args, ignoreDefaultArgs: ["--disable-extensions"] };
  const { default: packed } = await import("@sparticuz/chromium");
  return { executablePath: await packed.executablePath(), args };
}

/** The sandbox wants rights that build machines rarely give, and their /dev/shm is small. */
const flags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--hide-scrollbars",
  "--enable-unsafe-extension-debugging",
];
