import type { Browser, CDPSession, Page } from "playwright";
import { afterEach, beforeEach } from "vitest";
import { createSite, openPage, type Site } from "./sw-site.ts";
import { use, useBrowser } from "./use.ts";

/** A browser, and a site that serves the worker. */
export interface Stage {
  readonly browser: Browser;
  readonly site: Site;
}

/** Returns the stage that all tests of a file share. */
export function useStage(): Stage {
  const browser = useBrowser();
  return { browser, site: use(createSite, (site) => site.leave()) };
}

/** A stage with a page on which no worker is registered yet, and with access to the DevTools protocol. */
export interface FreshStage extends Stage {
  readonly page: Page;
  readonly tools: CDPSession;
  /** Stops all workers, as browsers do with idle workers. */
  stopWorkers(): Promise<void>;
}

/** Returns a new site and a new page for each test. */
export function useFreshStage(): FreshStage {
  const browser = useBrowser();
  let fresh: Pick<FreshStage, "site" | "page" | "tools"> | undefined;
  beforeEach(async () => {
    const site = await createSite();
    const { page } = await openPage(browser, site);
    fresh = { site, page, tools: await page.context().newCDPSession(page) };
  });
  afterEach(async () => {
    await fresh?.page.context().close();
    await fresh?.site.leave();
  });
  const current = () => {
    if (!fresh) throw new Error("the stage is only available while a test runs");
    return fresh;
  };
  return {
    browser,
    get site() {
      return current().site;
    },
    get page() {
      return current().page;
    },
    get tools() {
      return current().tools;
    },
    async stopWorkers() {
      await current().tools.send("ServiceWorker.enable");
      await current().tools.send("ServiceWorker.stopAllWorkers");
    },
  };
}
