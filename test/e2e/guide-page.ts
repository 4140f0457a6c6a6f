import type { BrowserContextOptions, Page } from "playwright";
import { buildGuide } from "../../scripts/guide/build.ts";
import { once } from "../../src/async/once.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { use, useBrowser } from "./use.ts";

/** The URL of the guide. */
export const address = "https://isoqr.test/guide/";

/** A module in place of register.js, because these tests need no service worker. */
const NO_WORKER = "export const register = () => Promise.reject();";

/** Builds the guide, once for all files of a worker. */
const build = once(() => buildGuide(new URL("../../", import.meta.url)));

export interface GuideSite {
  /** The names of all pages in order. */
  readonly names: readonly string[];
  /** Opens a page in a new context that serves the guide, and collects its console messages and errors. */
  open(settings?: BrowserContextOptions): Promise<{ page: Page; messages: string[] }>;
}

/** Serves the guide during the tests of a file or group. With `flags`, its pages open in a separate browser that has these
 *  flags. */
export function useGuide(...flags: readonly string[]): GuideSite {
  const browser = useBrowser(...flags);
  return use(
    async () => {
      const guide = await build();
      const bytes = (path: string) => {
        const content = path === "register.js" ? NO_WORKER : guide.files.get(path.replace(/^guide\//, ""));
        return typeof content === "string" ? new TextEncoder().encode(content) : content;
      };
      const app = createApp(createService(), { readSite: async (path) => bytes(path) });
      return {
        names: guide.groups.flatMap((group) => group.pages.map(({ name }) => name)),
        async open(settings = {}) {
          const context = await browser.newContext(settings);
          await context.route("**/*", async (route) => {
            const answer = await app(new Request(route.request().url()));
            const headers = Object.fromEntries(answer.headers);
            await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
          });
          const page = await context.newPage();
          const messages: string[] = [];
          page.on("console", (message) => messages.push(message.text()));
          page.on("pageerror", (error) => messages.push(error.message));
          return { page, messages };
        },
      };
    },
    () => undefined,
  );
}
