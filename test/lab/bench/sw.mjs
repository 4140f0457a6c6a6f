import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import Database from "libsql";
import { chromium } from "playwright";
import { startServer } from "../../../dist/node.js";

// `npm run bench:sw`: compares the size of the service worker and its performance in Chromium with the limits.

const built = fileURLToPath(new URL("../../../build/sw", import.meta.url));
const types = { js: "text/javascript", wasm: "application/wasm" };

const site = createServer((request, response) => {
  const path = request.url.replace(/\?.*/, "");
  const file = built + path;
  if (path === "/") response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>site</title>");
  else if (existsSync(file) && statSync(file).isFile()) {
    response.writeHead(200, { "Content-Type": types[/\w+$/.exec(path)[0]] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  } else response.writeHead(404).end();
});
await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
const url = `http://localhost:${site.address().port}`;

const installed = [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((path) => path && existsSync(path));
const executablePath = installed ?? (await (await import("@sparticuz/chromium")).default.executablePath());
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});

const p50 = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
async function open(options = "{}") {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate('import("/register.js").then((module) => { globalThis.register = module.register; })');
  const start = `(async () => {
    const began = performance.now();
    globalThis.qr = await register(${options});
    await qr.ready;
    await (await fetch("/api/qr?data=first")).blob();
    return performance.now() - began;
  })()`;
  return { context, page, first: await page.evaluate(start) };
}

async function firsts() {
  const times = [];
  for (let round = 0; round < 15; round++) {
    const { context, first } = await open();
    times.push(first);
    await context.close();
  }
  return p50(times);
}

const one = (name) => `(async () => {
  const began = performance.now();
  await (await fetch("/api/qr?data=${name}" + Math.random())).arrayBuffer();
  return performance.now() - began;
})()`;

async function answers() {
  const { context, page } = await open();
  const tools = await context.newCDPSession(page);
  await tools.send("ServiceWorker.enable");
  const [warm, cold] = [[], []];
  for (let round = 0; round < 300; round++) warm.push(await page.evaluate(one("warm")));
  for (let round = 0; round < 15; round++) {
    await tools.send("ServiceWorker.stopAllWorkers");
    cold.push(await page.evaluate(one("cold")));
  }
  await context.close();
  return [p50(warm.slice(50)), p50(cold)];
}

async function pictures() {
  const { context, page } = await open();
  const time = await page.evaluate(`(async () => {
    const began = performance.now();
    await Promise.all(Array.from({ length: 1000 }, (_, at) => {
      const image = new Image();
      image.src = "/api/qr?data=https%3A%2F%2Fexample.com%2F" + at;
      document.body.append(image);
      return image.decode();
    }));
    return performance.now() - began;
  })()`);
  await context.close();
  return time;
}

const file = "build/measure/sw-links.db";
async function links(count) {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  let server = await startServer({ port: 0, host: "127.0.0.1", links: `sqlite:${file}` });
  const { url: address } = server;
  await server.close();
  const { context, page } = await open(JSON.stringify({ server: address }));
  const made = await page.evaluate(`(async () => {
    const ids = [];
    for (let from = 0; from < ${count}; from += 50) {
      ids.push(...await Promise.all(Array.from({ length: 50 }, async (_, at) =>
        (await (await fetch("/api/i?data=link" + (from + at) + "-" + ${Date.now()})).json()).id)));
    }
    return ids;
  })()`);
  const port = Number(new URL(address).port);
  server = await startServer({ port, host: "127.0.0.1", links: `sqlite:${file}` });
  const began = performance.now();
  while ((await page.evaluate("qr.outbox.flush()")) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const time = performance.now() - began;
  let known = 0;
  for (const id of new Set(made)) known += (await fetch(`${address}/i/${id}.svg`, { method: "HEAD" })).status === 200;
  await server.close();
  await context.close();
  const database = new Database(file);
  const { kept } = database.prepare("SELECT count(*) AS kept FROM links").get();
  database.close();
  return { known, kept, time };
}

const weight = brotliCompressSync(readFileSync(`${built}/sw.js`)).length / 1000;
const first = await firsts();
const [warm, cold] = await answers();
const shown = await pictures();
const count = Number(process.argv[2] ?? 10_000);
const { known, kept, time } = await links(count);
await browser.close();
site.close();

const rows = [
  ["sw.js without service.js and parts, brotli, KB", weight, 32.8, 24.6],
  ["from registration to the first code, p50, ms", first, 250, 120],
  ["PNG 256, worker running, p50, ms", warm, 5, 2],
  ["PNG 256, worker stopped, p50, ms", cold, 80, 40],
  ["1,000 different images on one page, until all are shown, ms", shown, 3000, 1200],
];
const verdict = (value, least, aim) => (value <= aim ? "yes, and the aim" : value <= least ? "yes" : "NO");
console.log("| measurement | limit | aim | result | met |\n|---|---:|---:|---:|---|");
for (const [name, value, least, aim] of rows) {
  console.log(`| ${name} | ${least} | ${aim} | ${value.toPrecision(3)} | ${verdict(value, least, aim)} |`);
}
console.log(
  `| ${count} links created offline, then posted: found on the server | ${count} | | ${known} | ${known === count ? "yes" : "NO"} |`,
);
console.log(`| stored on the server, without duplicates | ${count} | | ${kept} | ${kept === count ? "yes" : "NO"} |`);
console.log(`\nPosting took ${(time / 1000).toFixed(1)} s.`);
