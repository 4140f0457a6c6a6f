import { chromiumPath, launchChromium } from "../e2e/chromium.ts";
import { type Engine, outcomeOf, plainLook, settled } from "./engine.ts";

export async function startChromium({ scheme, scale } = plainLook): Promise<Engine> {
  const browser = await launchChromium();
  // As in the other browsers, all pages see the same storage.
  const context = await browser.newContext({ colorScheme: scheme, deviceScaleFactor: scale });
  return {
    // The one inside the npm package is a headless shell, which is made in another way than those that people have.
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
    // Over the pipe by which the browser is driven, and where it was told that this is meant.
    async install(folder) {
      const session = await browser.newBrowserCDPSession();
      await session.send("Extensions.loadUnpacked", { path: folder });
    },
    close: () => browser.close(),
  };
}
