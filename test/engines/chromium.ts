import { launchChromium } from "../e2e/chromium.ts";
import { type Engine, outcomeOf, settled } from "./engine.ts";

export async function startChromium(): Promise<Engine> {
  const browser = await launchChromium();
  return {
    name: `Chromium ${browser.version()}`,
    async open(url) {
      const page = await browser.newPage();
      await page.goto(url);
      return {
        run: async (script) => outcomeOf(await page.evaluate(settled(script))),
        screenshot: () => page.screenshot(),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}
