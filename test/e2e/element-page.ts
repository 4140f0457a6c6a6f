import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { use } from "./use.ts";

/** The published files for the script tag. */
export interface ScriptTag {
  readonly code: string;
  /** The file with the code that draws logos and PNGs. */
  readonly images: string;
  /** The file for pages that forbid WebAssembly. */
  readonly strict: string;
  /** The HTML of the script tag, as the build prints it. */
  readonly html: string;
  readonly folder: string;
}

/** Builds the file for the script tag before the tests, and removes it after them. */
export function useScriptTag(): ScriptTag {
  return use(
    async () => buildScriptTag(),
    ({ folder }) => rmSync(folder, { recursive: true }),
  );
}

function buildScriptTag(): ScriptTag {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-tag-"));
  const html = execFileSync(process.execPath, ["scripts/build-script-tag.mjs", folder], { encoding: "utf8" });
  const [code = "", images = "", strict = ""] = ["isoqr.js", "isoqr-images.js", "isoqr-strict.js"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  return { code, images, strict, html: html.split("\n")[0] ?? "", folder };
}

interface PageParts {
  readonly body: string;
  readonly head?: string;
  /** The page's Content-Security-Policy. */
  readonly policy?: string;
  /** Other files on the page's server by path. */
  readonly files?: Readonly<Record<string, { readonly contentType: string; readonly body: string | Buffer }>>;
  readonly context?: BrowserContextOptions;
}

/** Opens a page with the script tag before `body`, on an in-process server, and collects the page's warnings and
 *  errors. */
export async function openPage(
  browser: Browser,
  tag: ScriptTag,
  { body, head = "", policy, files = {}, context = {} }: PageParts,
): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, ...context });
  const faults: string[] = [];
  page.on("console", (message) => /error|warning/.test(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  const html = `<!doctype html><meta charset="utf-8"><title>page</title>${head}${tag.html}${body}`;
  const known: PageParts["files"] = {
    "/": { contentType: "text/html", body: html },
    "/isoqr.js": { contentType: "text/javascript", body: tag.code },
    "/isoqr-images.js": { contentType: "text/javascript", body: tag.images },
    "/isoqr-strict.js": { contentType: "text/javascript", body: tag.strict },
    "/favicon.ico": { contentType: "image/png", body: "" },
    ...files,
  };
  await page.route("**/*", (route) => {
    const file = known[new URL(route.request().url()).pathname];
    const headers = policy ? { "Content-Security-Policy": policy } : {};
    return route.fulfill(file ? { ...file, headers } : { status: 404 });
  });
  await page.goto("https://page.test/");
  return { page, faults };
}

/** Waits until `count` elements of the page have a picture. */
export async function waitForCodes(page: Page, count = 1): Promise<void> {
  await page.waitForFunction((wanted) => {
    const codes = [...document.querySelectorAll("qr-code")];
    return codes.filter((code) => code.shadowRoot?.querySelector("svg")).length === wanted;
  }, count);
}

/** Resolves to the pictures of the page's elements as files of `type`. */
export async function blobsOf(page: Page, type: "png" | "svg"): Promise<Buffer[]> {
  const all = await page.evaluate(
    (wanted) =>
      Promise.all(
        [...document.querySelectorAll("qr-code")].map(async (code) => {
          const blob = await code.toBlob(wanted);
          return [...new Uint8Array(await blob.arrayBuffer())];
        }),
      ),
    type,
  );
  return all.map((bytes) => Buffer.from(bytes));
}
