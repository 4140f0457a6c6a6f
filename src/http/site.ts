import type { Hono } from "hono";
import { QrError } from "../errors.ts";
import { PAGE, PAGE_POLICY, PLAYGROUND_POLICY } from "./page.ts";
import { pageResponse, siteResponse } from "./respond.ts";

/** Resolves to the bytes of a file of the playground by its path, such as "assets/main.js"; to undefined where there is
 *  none. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array | undefined>;

/** What the files of a site are, by the ends of their names. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/** Where files of the playground may be. */
const PATHS = ["/icon.svg", "/assets/:name"];

/** Adds the playground to `app`, at / and below; where it has not been built, a page that says what is served. What is
 *  not a file of it is not found, as everywhere. */
export function addSiteRoutes(app: Hono, readSite: ReadSiteFile = async () => undefined): void {
  app.get("/", async () => {
    const page = await readSite("index.html");
    return page ? pageResponse(page, PLAYGROUND_POLICY) : pageResponse(PAGE, PAGE_POLICY);
  });
  for (const path of PATHS) {
    app.get(path, async (c) => {
      const name = c.req.path.slice(1);
      const bytes = await readSite(name);
      if (!bytes) throw new QrError("NOT_FOUND", 404, `there is nothing at ${c.req.path}`);
      const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream";
      // The names of assets have a digest of what is in them.
      return siteResponse(bytes, type, name.startsWith("assets/"), c.req.header("If-None-Match"));
    });
  }
}
