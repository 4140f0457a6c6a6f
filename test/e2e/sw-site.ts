import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright";

const built = fileURLToPath(new URL("../../build/sw", import.meta.url));

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", html: "text/html", wasm: "application/wasm" };

/** Handles a request, or returns undefined to serve a file. */
export type Route = (request: IncomingMessage, response: ServerResponse) => true | undefined;

/** A site with the built worker in its root folder, on a static file server that can be stopped and restarted. */
export interface Site {
  readonly url: string;
  /** The paths that were requested, oldest first. */
  readonly requested: string[];
  /** Contents that replace files, by path. */
  readonly files: Map<string, string | Buffer>;
  /** Called first for each request. If it returns undefined, the server responds with a file. */
  route: Route;
  /** Stops the server. Connections are refused after that. */
  leave(): Promise<void>;
  /** Restarts the server on the same port. */
  comeBack(): Promise<void>;
}

export async function createSite(): Promise<Site> {
  let server: Server | undefined;
  let port = 0;
  const site = {
    requested: [] as string[],
    files: new Map<string, string | Buffer>([["/", "<!doctype html><title>a site</title><p>A site"]]),
    route: (() => undefined) as Route,
    get url() {
      return `http://localhost:${port}`;
    },
    async leave() {
      const closing = server;
      server = undefined;
      closing?.closeAllConnections();
      await new Promise((resolve) => (closing ? closing.close(resolve) : resolve(undefined)));
    },
    async comeBack() {
      if (server) return;
      server = createServer((request, response) => {
        site.requested.push(request.url ?? "");
        if (site.route(request, response)) return;
        const path = (request.url ?? "/").replace(/[?#].*$/, "");
        const file = site.files.get(path) ?? fileAt(path);
        const type = TYPES[/\.(\w+)$/.exec(path)?.[1] ?? "html"] ?? "application/octet-stream";
        if (file === undefined) response.writeHead(404, { "Content-Type": "text/html" }).end("<p>Nothing here");
        else response.writeHead(200, { "Content-Type": type }).end(file);
      });
      await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
      port = (server.address() as AddressInfo).port;
    },
  };
  await site.comeBack();
  return site;
}

function fileAt(path: string): Buffer | undefined {
  const file = `${built}${path}`;
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
}

/** Replaces the part `name` with `text`, and updates its digest in the worker. */
export function replacePart(site: Site, name: string, text: string): void {
  const path = `/isoqr-${build}/${name}`;
  const worker = String(site.files.get("/sw.js") ?? builtWorker);
  const was = digestOf(site.files.get(path) ?? fileAt(path) ?? "");
  if (!worker.includes(was)) throw new Error(`the worker has no digest for ${name}`);
  site.files.set(path, text);
  site.files.set("/sw.js", worker.replace(was, digestOf(text)));
}

function digestOf(file: string | Buffer): string {
  return createHash("sha256").update(file).digest("hex");
}

/** Opens a page of the site in a new browser context. */
export async function openPage(browser: Browser, site: Site): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  return { context, page };
}

/** Registers the worker on the page and waits for offlineReady. The page's global `qr` is then the service. */
export async function registerOn(page: Page, options: object = {}): Promise<void> {
  await page.evaluate(`(async () => {
    const { register } = await import("/register.js");
    globalThis.qr = await register(${JSON.stringify(options)});
    await qr.offlineReady;
  })()`);
}

/** A response, as the page received it. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in base64. */
  readonly body: string;
}

/** Sends a request from the page, and resolves to the response. */
export function askFrom(page: Page, path: string, init: object = {}): Promise<PageResponse> {
  return page.evaluate(
    async ([path, init]) => {
      const answer = await fetch(path as string, init as RequestInit);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: btoa(text) };
    },
    [path, init],
  );
}

/** Resolves to the URLs of all stored files of all versions. */
export function keptFiles(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const urls = (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => url);
    // Leaves out the record of required parts.
    return urls.filter((url) => !url.startsWith("https://isoqr.invalid/"));
  });
}

/** Returns the JSON of a response. */
export function jsonOf({ body }: PageResponse) {
  return JSON.parse(Buffer.from(body, "base64").toString());
}

/** Returns the init of a request with a JSON body. */
export function posting(value: unknown) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

/** The script of the built worker. `build` is the name of its build. */
export const builtWorker = readFileSync(`${built}/sw.js`, "utf8");
export const build = /\d+\.\d+\.\d+-[0-9a-f]{8}/.exec(builtWorker)?.[0] ?? "";
