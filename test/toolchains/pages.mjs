import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import packed from "@sparticuz/chromium";
import { chromium } from "playwright";
import { checkCode } from "./codes.mjs";

const types = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };

/** Serves `folder`, and a page with main.js if it has no index.html. */
async function serve(folder) {
  const server = createServer(({ url }, response) => {
    const path = new URL(url, "http://page").pathname;
    const file = [path, `${path}.html`, `${path}/index.html`].map((name) => join(folder, name)).find(isFile);
    if (file) {
      response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
      response.end(readFileSync(file));
    } else if (path === "/") {
      response.setHeader("Content-Type", "text/html");
      response.end('<!doctype html><div id="app"></div><script type="module" src="main.js"></script>');
    } else response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const isFile = (path) => existsSync(path) && extname(path) !== "";

const compressedSize = async (response) => brotliCompressSync(await response.body()).length;

let browser;

/** Opens the page at `path` of the site in `folder`, and checks its codes: those in `globalThis.codes`, or those that all
 *  elements show. Returns the size of the scripts that the page has loaded by then, compressed with Brotli, and its events. */
export async function checkPage(folder, path = "/") {
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
  browser ??= await chromium.launch({ executablePath: await packed.executablePath(), args });
  const site = await serve(folder);
  const page = await browser.newPage();
  const faults = [];
  const sizes = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"])) return;
    const size = compressedSize(response);
    // Closing the page after a fault rejects those that are pending.
    size.catch(() => undefined);
    sizes.push(size);
  });
  try {
    await page.goto(site.url + path);
    const ready = "globalThis.codes ?? document.querySelector('qr-code')?.complete";
    await page.waitForFunction(ready, undefined, { timeout: 30_000 }).catch(({ message }) => faults.push(message));
    if (faults.length > 0) throw new Error(faults.join("\n"));
    await page.waitForLoadState("networkidle");
    const codes = await page.evaluate(async () => {
      const drawn = [...document.querySelectorAll("qr-code")].map(async (code) => (await code.toBlob("svg")).text());
      return globalThis.codes ?? Promise.all(drawn);
    });
    if (codes.length === 0) throw new Error("the page shows no code");
    for (const code of codes) checkCode(code);
    const { events, names } = await page.evaluate(() => ({
      events: globalThis.events ?? [],
      names: [...document.querySelectorAll("qr-code")].map(({ className }) => className),
    }));
    const size = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
    return { size, events, names };
  } finally {
    await page.close();
    site.close();
  }
}

export async function closeBrowser() {
  await browser?.close();
}
