import { mkdirSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { staticErrorPage } from "../../src/http/page.ts";
import { createTestApp } from "../http/whole-app.ts";
import { violationsOf } from "./axe.ts";
import { useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;
const { app } = createTestApp();
const address = "https://isoqr.test";
const browser = useBrowser();

const texts = [
  "https://example.com/a/very/long/address/that/does/not/fit/on/one/line?with=parameters&and=more",
  "WIFI:T:WPA;S:Guests of the café;P:a long password with spaces;;",
  "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada\r\nTEL:+4930123456\r\nEMAIL:ada.lovelace@mathematics.example.com\r\nEND:VCARD",
];
/** The paths of the pages that are neither the playground, the guide nor the reference. */
const paths = ["/", "/guide/", "/404.html", `/${"nothing-here".repeat(12)}`, "/i/0000000000"];

beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
  for (const data of texts) {
    const answer = await app(new Request(`${address}/api/i?data=${encodeURIComponent(data)}`));
    paths.push(new URL((await answer.json()).url).pathname);
  }
}, 60_000);

/** Text spacing that readers may choose. WCAG 2.2, 1.4.12. */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** An expression that returns the texts that their elements cut off. */
const CLIPPED = `[...document.querySelectorAll("body :not(input)")].filter((element) => {
  const { overflowX, overflowY } = getComputedStyle(element);
  const isCut = (way, inner, outer) => /hidden|clip/.test(way) && inner > outer + 1;
  return isCut(overflowX, element.scrollWidth, element.clientWidth) || isCut(overflowY, element.scrollHeight, element.clientHeight);
}).map(({ textContent }) => textContent)`;

async function faultsOf(page: Page): Promise<unknown[]> {
  const found: unknown[] = [...(await violationsOf(page))];
  for (const css of ["", SPACING, "html { font-size: 200% }"]) {
    await page.evaluate(`(() => {
      const style = new CSSStyleSheet();
      style.replaceSync(${JSON.stringify(css)});
      document.adoptedStyleSheets = [style];
    })()`);
    if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) found.push(["is too wide", css]);
    const clipped = (await page.evaluate(CLIPPED)) as string[];
    if (clipped.length > 0) found.push(["is clipped", css, clipped]);
  }
  return found;
}

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  test.each([320, 1440])(
    "pages pass axe, lead back, and fit into %i px with large and spaced text",
    async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme, bypassCSP: true });
      await context.route("**/*", async (route) => {
        const path = new URL(route.request().url()).pathname;
        if (path === "/404.html")
          return route.fulfill({ status: 404, contentType: "text/html", body: staticErrorPage() });
        const answer = await app(new Request(route.request().url(), { headers: route.request().headers() }));
        const headers = Object.fromEntries(answer.headers);
        return route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
      });
      const page = await context.newPage();
      const found: unknown[] = [];
      for (const [i, path] of paths.entries()) {
        await page.goto(address + path);
        const back = await page
          .locator("a")
          .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
        if (path !== "/" && !back.includes(`${address}/`)) found.push([path, "has no way back", back]);
        for (const summary of await page.locator("summary").all()) await summary.click();
        if (folder) await page.screenshot({ path: `${folder}/plain-${i}-${width}-${colorScheme}.png`, fullPage: true });
        for (const fault of await faultsOf(page)) found.push([path, fault]);
        if (folder)
          await page.screenshot({ path: `${folder}/plain-${i}-${width}-${colorScheme}-large.png`, fullPage: true });
      }
      expect(found).toEqual([]);
      await context.close();
    },
    60_000,
  );
});
