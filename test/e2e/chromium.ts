import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The Chromium that is installed here: the one that CHROMIUM_PATH names, or the system's. */
export const chromiumPath = [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((path) => path && existsSync(path));

/** A Chromium: the installed one, or else the one inside the npm package, which has no extensions. `more` are flags beside
 *  those that every test wants. */
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
