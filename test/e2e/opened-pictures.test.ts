import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { createListener } from "../../src/runtime/node.ts";
import { colourAt } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { createTestApp, logo } from "../http/whole-app.ts";
import { use, useBrowser } from "./use.ts";

/** Browsers apply the policy of a response to an SVG that is a document of its own. */

const browser = useBrowser();
const server = use(
  async () => {
    const { app, ask } = createTestApp();
    const listening = createServer(createListener(app)).listen(0, "127.0.0.1");
    await once(listening, "listening");
    const logoData = Buffer.from(logo).toString("base64");
    const input = { data: "https://example.com/opened", logoData, logoMime: "image/png" };
    const { id } = await (await ask({ method: "post", path: "/api/i", input })).json();
    const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    return { url, svg: `${url}/i/${id}.svg?size=300&margin=0`, close: () => listening.close() };
  },
  ({ close }) => close(),
);

/** Ways to show an SVG as a document of its own. */
const ways: Readonly<Record<string, (page: Page, svg: string) => Promise<unknown>>> = {
  "at top level": (page, svg) => page.goto(svg),
  "in an iframe": (page, svg) => page.setContent(`<iframe src="${svg}"></iframe>`),
  "in an object": (page, svg) => page.setContent(`<object data="${svg}"></object>`),
  "in an embed": (page, svg) => page.setContent(`<embed src="${svg}">`),
};

test.each(Object.entries(ways))("an SVG shows its logo %s", async (_way, open) => {
  const page = await browser.newPage({ viewport: { width: 300, height: 300 } });
  await page.goto(`${server.url}/healthz`);
  await open(page, server.svg);
  const layout = "body, iframe, object, embed { margin: 0; border: 0; width: 300px; height: 300px; display: block }";
  if (page.url() !== server.svg) await page.addStyleTag({ content: layout });
  /** Whether the logo's colour is in the middle of the picture. */
  const isShown = async () => {
    const picture = readPng(await page.screenshot());
    const middle = Array.from({ length: 40 }, (_, i) => colourAt(picture, 130 + i, 150));
    return middle.includes("cc0000");
  };
  await expect.poll(isShown).toBe(true);
  await page.close();
});

test.each(["PUT", "PATCH"])("pages can read that %s is not allowed, and send headers of any name", async (method) => {
  const page = await browser.newPage();
  const headers = { "X-Requested-With": "a page", traceparent: "00-1-1-00", "Cache-Control": "no-cache" };
  const answered = await page.evaluate(
    async ({ url, init }) => {
      const answer = await fetch(url, init);
      return [answer.status, (await answer.json()).error];
    },
    { url: `${server.url}/api/qr?data=x`, init: { method, headers: { ...headers, Authorization: "Bearer x" } } },
  );
  expect(answered).toEqual([405, expect.stringContaining(`${method} is not allowed on /api/qr`)]);
  await page.close();
});
