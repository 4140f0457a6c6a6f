import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { launchChromium } from "./chromium.ts";
import { createSite, openPage, type Site } from "./sw-site.ts";

/** A browser and a site with the worker, for the tests of a file. */
export interface Stage {
  readonly browser: Browser;
  readonly site: Site;
}

/** The same for every test of a file. */
export function useStage(): Stage {
  let [browser, site]: [Browser?, Site?] = [];
  beforeAll(async () => {
    [browser, site] = [await launchChromium(), await createSite()];
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.leave();
  });
  return {
    get browser() {
      return there(browser);
    },
    get site() {
      return there(site);
    },
  };
}

/** A stage with a page that knows nothing of the worker yet, and with the browser's own tools. */
export interface FreshStage extends Stage {
  readonly page: Page;
  readonly tools: CDPSession;
  /** Ends every worker, as browsers do with those that rest. */
  stopWorkers(): Promise<void>;
}

/** Another site and another page for each test, which may do to them what it likes. */
export function useFreshStage(): FreshStage {
  let [browser, site, page, tools]: [Browser?, Site?, Page?, CDPSession?] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    site = await createSite();
    ({ page } = await openPage(there(browser), site));
    tools = await page.context().newCDPSession(page);
  });
  afterEach(async () => {
    await page?.context().close();
    await site?.leave();
  });
  return {
    get browser() {
      return there(browser);
    },
    get site() {
      return there(site);
    },
    get page() {
      return there(page);
    },
    get tools() {
      return there(tools);
    },
    async stopWorkers() {
      await there(tools).send("ServiceWorker.enable");
      await there(tools).send("ServiceWorker.stopAllWorkers");
    },
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the stage is set when a test runs, not before");
  return value;
}
