import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { serveFiles } from "./playground-site.ts";
import { use, useBrowser } from "./use.ts";

const guide = readFileSync(new URL("../../docs/static-hosting.md", import.meta.url), "utf8");
const policy = /^default-src .*$/m.exec(guide)?.[0] ?? "";

/** Returns the headers that docs/static-hosting.md recommends for the file `name`. */
function headersOf(name: string): Readonly<Record<string, string>> {
  const hashed = /^(?:assets|isoqr-[^/]+)\//.test(name);
  const caching = { "Cache-Control": hashed ? "public, max-age=31536000, immutable" : "no-cache" };
  if (/^(?:playground-worker\.js|sw\.js|isoqr-.*)$/.test(name)) return caching;
  return { ...caching, "Content-Security-Policy": `${policy}; frame-ancestors 'none'` };
}

const browser = useBrowser();
const site = use(
  () => serveFiles(headersOf),
  ({ close }) => close(),
);

test("the site works below a path of a static file server with the documented headers, even offline", async () => {
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  const context = await browser.newContext();
  const page = await context.newPage();
  const messages: string[] = [];
  page.on("console", (message) => /error|warning/.test(message.type()) && messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await page.goto(site.url);
  await page.locator(".paper svg").waitFor();
  // The text appears once every part of the service is on the device.
  await page.locator("#ready:not(:empty)").waitFor({ timeout: 90_000 });
  const scope = await page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)");
  expect(scope).toBe(site.url);
  await page.goto(`${site.url}guide/`);
  await page.getByRole("heading", { level: 1, name: label("guide") }).waitFor();
  expect(messages).toEqual([]);

  await site.close();
  await page.goto(site.url);
  await page.locator(".paper svg").waitFor();
  await page.goto(`${site.url}guide/`);
  await page.goto(site.url);
  const fetched = (await page.evaluate(
    `fetch("api/qr?data=static").then(async (answer) => [answer.status, [...new Uint8Array(await answer.arrayBuffer())]])`,
  )) as [number, number[]];
  expect(fetched[0]).toBe(200);
  const pixels = readPng(Uint8Array.from(fetched[1]));
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe("static");
  await context.close();
});

test("responds with 404 for missing files, and sends every file with the documented type", async () => {
  const own = await serveFiles(headersOf);
  for (const [path, type] of [
    ["", "text/html"],
    ["playground-worker.js", "text/javascript"],
    ["manifest.webmanifest", "application/manifest+json"],
    ["icon.svg", "image/svg+xml"],
  ]) {
    const answer = await fetch(own.url + path);
    expect([path, answer.status, answer.headers.get("Content-Type")?.replace(/;.*/, "")]).toEqual([path, 200, type]);
    expect(guide).toContain(type === "text/html" ? "index.html" : `\`${type}\``);
  }
  expect((await fetch(`${own.url}missing.js`)).status).toBe(404);
  await own.close();
});
