import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The Chromium that CHROMIUM_PATH names or, where tests run in all browsers, the system's. Else it is the one inside the npm
 *  package, the same on every machine, which starts in half the time. */
const wanted = [process.env.CHROMIUM_PATH, process.env.BROWSERS === "all" ? "/usr/bin/chromium" : undefined];
export const chromiumPath = wanted.find((path) => path && existsSync(path));

/** A Chromium: the installed one that is wanted, or else the one inside the npm package, which has no extensions. `more` are
 *  flags beside those that every test wants. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  const args = [...flags, ...more];
  if (chromiumPath) {
    return chromium.launch({ executablePath: chromiumPath, args, ignoreDefaultArgs: ["--disable-extensions"] });
  }
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packed.executablePath(), args });
}

/** The sandbox wants rights that build machines rarely give, and their /dev/shm is small. */
const flags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--hide-scrollbars",
  "--enable-unsafe-extension-debugging",
];
