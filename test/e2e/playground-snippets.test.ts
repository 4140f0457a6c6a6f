import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite } from "../../src/adapters/site-files.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { useBrowser } from "./use.ts";

const TEXT = "https://example.com/menu?table=4&course='soup'";
const leaf = readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url));

const readSite = openSite(new URL(`../../${process.env.PLAYGROUND ?? "build/demo"}/`, import.meta.url));
const server = createServer(getRequestListener(createApp(createService(), { readSite })));
const browser = useBrowser();
/** The folder is inside the repository, so that `isoqr` resolves to this package. */
const build = fileURLToPath(new URL("../../build/", import.meta.url));
mkdirSync(build, { recursive: true });
const folder = mkdtempSync(join(build, "snippets-"));
let page: Page;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  page = await browser.newPage({ serviceWorkers: "block" });
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/#kind=url&.url=${encodeURIComponent(TEXT)}&color=0b3d2e&margin=4`);
  await page.getByRole("tab", { name: "curl" }).waitFor();
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Resolves to the code of the snippet called `name` on the page. */
async function snippet(name: string): Promise<string> {
  await page.getByRole("tab", { name, exact: true }).click();
  return page.locator(".snippet code").innerText();
}

async function expectText(png: Uint8Array): Promise<void> {
  const pixels = readPng(png);
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(TEXT);
}

/** Opens a page on disk that contains only `markup`, and expects the code in it. */
async function expectInEmptyPage(markup: string, isDrawn: string): Promise<void> {
  const file = join(folder, "empty.html");
  writeFileSync(file, markup);
  const empty = await browser.newPage();
  await empty.goto(pathToFileURL(file).href);
  await expect.poll(() => empty.evaluate(isDrawn)).toBe(true);
  await expectText(await empty.locator("img, qr-code").screenshot());
  await empty.close();
}

const run = promisify(execFile);

test("the URL responds with the code", async () => {
  const answer = await fetch(await snippet("URL"));
  await expectText(new Uint8Array(await answer.arrayBuffer()));
});

test("the HTML shows the code in an empty page", async () => {
  await expectInEmptyPage(await snippet("HTML"), "document.images[0].naturalWidth > 0");
});

test("the element shows the code in an empty page", async () => {
  await expectInEmptyPage(
    await snippet("Element"),
    "document.querySelector('qr-code').shadowRoot?.querySelector('svg path') instanceof SVGElement",
  );
});

test("the JavaScript runs in Node.js", async () => {
  const write = 'import { writeFileSync } from "node:fs";\nwriteFileSync("library.png", code);';
  writeFileSync(join(folder, "program.mjs"), `${await snippet("JavaScript")}\n${write}`);
  await run(process.execPath, ["program.mjs"], { cwd: folder });
  await expectText(readFileSync(join(folder, "library.png")));
});

test("the curl command runs in a shell, and writes the code to a file", async () => {
  await run("sh", ["-c", await snippet("curl")], { cwd: folder });
  await expectText(readFileSync(join(folder, "qr.png")));
});

test("the element shows an uploaded logo in an empty page", async () => {
  await page
    .getByLabel(label("option.logoData"))
    .setInputFiles({ name: "leaf.svg", mimeType: "image/svg+xml", buffer: leaf });
  await page.locator(".paper image").waitFor();
  expect(await snippet("HTML")).toBe(label("needUrlLogo"));
  await expectInEmptyPage(
    await snippet("Element"),
    "document.querySelector('qr-code').shadowRoot?.querySelector('image') instanceof SVGElement",
  );
});
