import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openSite } from "../../src/adapters/site-files.ts";
import { createApp } from "../../src/http/app.ts";
import { errorPage as arabic } from "../../src/languages/ar.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { usePlayground } from "./playground-page.ts";
import { folder } from "./playground-site.ts";
import { use, useBrowser } from "./use.ts";

/** Resolves to the paths of the kept files, relative to the folder of the guide. */
async function keptFiles(page: Page): Promise<string[]> {
  const urls = (await page.evaluate(
    "caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('guide ')).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).then((all) => all.flat())",
  )) as string[];
  return urls.filter((url) => !url.includes("?")).map((url) => url.replace(/^.*\/guide\//, "guide/"));
}

/** Resolves to the number of pictures that have not been loaded, after scrolling to each of them. */
async function missingPictures(page: Page): Promise<number> {
  for (const picture of await page.locator("main img").all()) await picture.scrollIntoViewIfNeeded();
  const missing =
    "[...document.querySelectorAll('main img')].filter(({ complete, naturalWidth }) => !complete || !naturalWidth).length";
  await expect.poll(() => page.evaluate(missing)).toBe(0);
  return page.locator("main img").count();
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

describe("on a static site below a path", () => {
  const playground = usePlayground();

  test("a new release replaces kept pages and removes those that are gone", async () => {
    const context = await playground.browser.newContext();
    const page = await context.newPage();
    for (const name of ["cli", "mcp"]) {
      await page.goto(`${playground.url}guide/${name}.html`);
      await expect.poll(() => keptFiles(page), { timeout: 60_000 }).toContain(`guide/${name}.html`);
    }
    const worker = readFileSync(`${folder}/playground-worker.js`, "utf8");
    const build = /`playground-`.*?`([0-9a-f]{8})`/.exec(worker)?.[1] ?? "";
    expect(build).not.toBe("");
    playground.files.set("playground-worker.js", worker.replaceAll(build, "00000000"));
    playground.files.set("guide/cli.html", "<!doctype html><title>New</title><h1>New release</h1>");
    playground.files.set("guide/mcp.html", undefined);
    const isWaiting = "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)";
    await page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
    await expect.poll(() => page.evaluate(isWaiting), { timeout: 60_000 }).toBe(true);
    const kept = `caches.match("${playground.url}guide/cli.html").then((one) => one.text())`;
    // The new version takes over when no page of the site is open, which can take longer than opening the next page.
    const reopen = async () => {
      await page.goto("about:blank");
      await page.goto(`${playground.url}guide/start.html`);
      return page.evaluate(kept);
    };
    await expect.poll(reopen, { timeout: 30_000, interval: 1000 }).toContain("New release");
    await expect.poll(() => keptFiles(page)).not.toContain("guide/mcp.html");
    playground.files.clear();
    await context.close();
  });

  test("unknown pages lead back to the site, at any depth, in the language of the visitor", async () => {
    const context = await playground.browser.newContext({ serviceWorkers: "block", locale: "ar-EG" });
    const page = await context.newPage();
    for (const path of ["nothing", "a/b/c/nothing", "guide/nothing.html"]) {
      const answer = await page.goto(playground.url + path);
      expect(answer?.status()).toBe(404);
      const link = page.getByRole("link", { name: arabic.playground });
      await expect.poll(() => link.evaluate((element) => (element as HTMLAnchorElement).href)).toBe(playground.url);
      expect(await page.getByRole("heading").textContent()).toBe(arabic.notFound);
      expect(await page.evaluate("[document.title, document.dir, document.documentElement.lang]")).toEqual([
        ...[arabic.notFound, "rtl", "ar"],
      ]);
    }
    await page.getByRole("link", { name: arabic.guide }).click();
    await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
    await context.close();
  });

  test("a page that was opened without the playground works offline with its styles and pictures", async () => {
    const context = await playground.browser.newContext({ viewport: { width: 390, height: 844 }, locale: "ar-EG" });
    const page = await context.newPage();
    await page.goto(`${playground.url}guide/options.html`);
    await expect.poll(() => keptFiles(page), { timeout: 60_000 }).toContain("guide/options.html");
    await page.goto(`${playground.url}guide/start.html`);
    await expect.poll(() => keptFiles(page), { timeout: 30_000 }).toContain("guide/start.html");
    const pictures = readFileSync(`${folder}/guide/options.html`, "utf8").match(/pictures\/[\w.-]+/g) ?? [];
    const files = new Set(pictures.map((path) => `guide/${path}`));
    await expect.poll(() => keptFiles(page)).toEqual(expect.arrayContaining([...files]));
    await playground.goOffline();
    await page.goto(`${playground.url}guide/options.html#styles`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Options");
    expect(await page.evaluate("getComputedStyle(document.querySelector('.scroll')).overflowX")).toBe("auto");
    expect(await missingPictures(page)).toBe(files.size);

    const unknown = await page.goto(`${playground.url}guide/social-cards.html`);
    expect(unknown?.status()).toBe(503);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(arabic.offline);
    expect([unknown?.headers()["content-language"], await page.evaluate("document.dir")]).toEqual(["ar", "rtl"]);
    await page.getByRole("link", { name: arabic.playground }).click();
    await page.locator("footer").waitFor();
    const lost = await page.goto(`${playground.url}no/such/page`);
    expect([lost?.status(), lost?.headers()["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
    await page.getByRole("link", { name: arabic.guide }).click();
    await page.getByRole("heading", { name: arabic.offline }).waitFor();
    await context.close();
  });
});

describe("on a server", () => {
  const browser = useBrowser();
  const site = use(
    async () => {
      const readSite = openSite(new URL(`file://${folder}/`));
      const listen = getRequestListener(createApp(createService({ links: createMemoryLinks() }), { readSite }));
      const server = createServer((request, response) => void listen(request, response));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
    },
    ({ server }) => close(server),
  );

  test("guide pages and the reference work offline after a visit, with the worker of the playground", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.url}guide/library.html`);
    await expect.poll(() => keptFiles(page), { timeout: 60_000 }).toContain("guide/library.html");
    await page.goto(`${site.url}docs`);
    await expect.poll(() => keptFiles(page)).toContain(`${site.url}docs/reference.js`);
    // The playground registers the same URL. Another one would be another worker, which it would offer as an update.
    const script = "navigator.serviceWorker.getRegistration().then(({ active }) => active.scriptURL)";
    const server = encodeURIComponent(site.url.replace(/\/$/, ""));
    expect(await page.evaluate(script)).toBe(`${site.url}playground-worker.js?server=${server}`);
    await page.goto(`${site.url}guide/cli?from=a#errors`);
    expect(page.url()).toBe(`${site.url}guide/cli.html?from=a#errors`);
    close(site.server);
    for (const path of ["guide/library", "guide/library/"]) {
      await page.goto(`${site.url}${path}?from=a#errors`);
      expect(page.url()).toBe(`${site.url}guide/library.html?from=a#errors`);
    }
    expect((await page.goto(`${site.url}guide/mcp`))?.status()).toBe(503);
    await page.goto(`${site.url}guide/library.html`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Library");
    await page.goto(`${site.url}docs`);
    const operation = page.locator("section", { has: page.locator("#getQr") });
    await operation.getByRole("button", { name: "Send request" }).click();
    await operation.getByRole("img").waitFor();
    const lost = await page.goto(`${site.url}nothing`);
    expect(lost?.status()).toBe(503);
    await context.close();
  });
});
