import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** A Chromium: the one that CHROMIUM_PATH names, the system's, or else the one inside the npm package. */
export async function launchChromium(): Promise<Browser> {
  const installed = [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((path) => path && existsSync(path));
  if (installed) return chromium.launch({ executablePath: installed, args: flags });
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packed.executablePath(), args: flags });
}

/** The sandbox wants rights that build machines rarely give, and their /dev/shm is small. */
const flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"];
