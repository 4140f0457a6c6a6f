import { expect, test } from "vitest";
import { sharedChromium } from "../engines/chromium.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();

test("all files of a worker share one browser", async () => {
  expect(await sharedChromium()).toBe(await sharedChromium());
  const page = await browser.newPage();
  expect(await page.evaluate("1 + 1")).toBe(2);
});

test("after a browser crash, the remaining tests of the file fail and the next file gets a new browser", async () => {
  const [crashed] = browser.contexts();
  const session = await (await sharedChromium()).newBrowserCDPSession();
  const gone = new Promise((resolve) => crashed?.browser()?.once("disconnected", resolve));
  await session.send("Browser.crash").catch(() => undefined);
  await gone;
  await expect(browser.newContext()).rejects.toThrow();
  const next = await sharedChromium();
  expect(next.isConnected()).toBe(true);
  await (await next.newPage()).context().close();
});
