import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { expect } from "vitest";
import { askFrom, build, jsonOf, posting, type Route, registerOn, type Site } from "./sw-site.ts";

const root = fileURLToPath(new URL("../../build/sw", import.meta.url));
const parts = `${root}/isoqr-${build}`;

/** A later build of the worker, as a site deploys it. */
export interface Release {
  readonly name: string;
  readonly worker: string;
  /** The deployed files by path. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Returns whether a release changes the file at `path`. Releases change the scripts of parts, and the WebAssembly that
 *  all heavy parts share, but no fonts. */
const isChanged = (path: string) => !path.includes("/") || path.includes("resvg");

/** Creates a release called `name`. The files of its parts differ from those of the build, but behave the same. */
export function releaseOf(name: string): Release {
  const files = new Map<string, Buffer>();
  let worker = readFileSync(`${root}/sw.js`, "utf8").replaceAll(build, name);
  for (const path of readdirSync(parts, { recursive: true, encoding: "utf8" })) {
    if (!statSync(`${parts}/${path}`).isFile()) continue;
    const was = readFileSync(`${parts}/${path}`);
    const is = isChanged(path) ? changed(path, was, name) : was;
    files.set(`/isoqr-${name}/${path}`, is);
    worker = worker.replaceAll(digestOf(was), digestOf(is));
  }
  files.set("/register.js", Buffer.from(readFileSync(`${root}/register.js`, "utf8").replaceAll(build, name)));
  return { name, worker, files };
}

/** Returns `was` with different bytes but the same behaviour. Returns files other than scripts and WebAssembly
 *  unchanged. */
function changed(path: string, was: Buffer, name: string): Buffer {
  if (path.endsWith(".js")) return Buffer.concat([was, Buffer.from(`\n/* ${name} */`)]);
  // Append an empty custom section. See WebAssembly Core 2.0, 5.5.3.
  if (path.endsWith(".wasm")) return Buffer.concat([was, Buffer.of(0, 2, 1, 97)]);
  return was;
}

function digestOf(file: Buffer): string {
  return createHash("sha256").update(file).digest("hex");
}

/** Deploys the release to the site, or only its scripts if `parts` is false. */
export function deploy({ files }: Site, release: Release, { parts = true } = {}): void {
  files.set("/sw.js", release.worker);
  for (const [path, file] of release.files) if (parts || !path.startsWith("/isoqr-")) files.set(path, file);
}

/** Makes the browser check for an update, and waits for the installation. Resolves to whether a version is waiting. */
export function update(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    const { installing } = registration;
    while (installing?.state === "installing") {
      await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
    }
    return registration.waiting !== null;
  });
}

const logoData = readFileSync(new URL("../logo/lossy.webp", import.meta.url)).toString("base64");

export const everything = { offline: ["logo", "scan", "card"] };

/** Registers the worker with all parts and creates a link. Resolves to its id. */
export async function settle(page: Page): Promise<string> {
  await registerOn(page, everything);
  return makeLink(page);
}

/** Registers the worker, and waits until it controls the page. The worker's parts need not be available. */
export function registerAlone(page: Page): Promise<void> {
  return page.evaluate('import("/register.js").then(({ register }) => register()).then(({ ready }) => ready)');
}

/** Closes the connection of every request for a part. */
export const withoutParts: Route = ({ url = "" }, response) => {
  if (!url.startsWith("/isoqr-")) return undefined;
  response.destroy();
  return true;
};

/** Delays the response for `path`. `requested` resolves once the path is requested, and `release` sends the
 *  response. */
export function delay(site: Site, path: string): { readonly requested: Promise<void>; release(): void } {
  let release = () => {};
  const requested = new Promise<void>((resolve) => {
    site.route = ({ url }, response) => {
      if (url !== path) return undefined;
      release = () => response.writeHead(200, { "Content-Type": "text/javascript" }).end(site.files.get(path));
      resolve();
      return true;
    };
  });
  return { requested, release: () => release() };
}

/** Counts "update" events in the page's global `updates`. */
export function countUpdates(page: Page): Promise<void> {
  return page.evaluate('globalThis.updates = 0; qr.addEventListener("update", () => updates++); undefined');
}

/** Resolves to the name of the build that controls the page. */
export const version = (page: Page) => page.evaluate("qr.version()");

export const apply = (page: Page) => page.evaluate("qr.applyUpdate()");

/** Creates the link that `expectServed` opens. */
export async function makeLink(page: Page): Promise<string> {
  return jsonOf(await askFrom(page, "/api/i?data=promised")).id;
}

/** Expects responses with a QR code, a logo, a scan and a card, and the page of the link `id` in a new tab. */
export async function expectServed(page: Page, id: string): Promise<void> {
  const code = await askFrom(page, "/api/qr?data=x");
  const logo = await askFrom(page, "/api/qr", posting({ data: "x", logoData }));
  const card = await askFrom(page, "/api/og?data=x&title=Card");
  expect([code, logo, card].map(({ status, headers }) => [status, headers["content-type"]])).toEqual(
    Array(3).fill([200, "image/png"]),
  );
  expect(jsonOf(await askFrom(page, "/api/qr/validate?data=x")).scan).toMatchObject({ passed: true });
  const tab = await page.context().newPage();
  const answer = await tab.goto(new URL(`/i/${id}`, page.url()).href);
  expect([answer?.status(), await tab.textContent("main")]).toEqual([200, expect.stringContaining("promised")]);
  await tab.close();
}

/** Resolves to the names of the builds whose files are on the device. */
export function keptBuilds(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("isoqr "));
    return names.map((name) => name.split(" ")[2] ?? "").filter((name) => /^\d/.test(name));
  });
}
