import { memoize } from "../once.ts";
import { GUIDE_POLICY, NO_GUIDE, PAGE, PAGE_POLICY, PLAYGROUND_POLICY } from "./page.ts";
import { movedResponse, pageResponse, type Reply, siteResponse } from "./respond.ts";
import { type Context, notFound, type Routes } from "./router.ts";

/** Resolves to the bytes of a file of the playground or the service worker, such as "assets/main.js", or to undefined
 *  if it does not exist. Calls with the same path must resolve to the same array, so that each file is compressed and
 *  hashed only once. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array | undefined>;

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

const FILES: Readonly<Record<string, RegExp>> = {
  "/:name": /^\/(?:icon\.svg|icon-\d+\.png|manifest\.webmanifest|(?:playground-worker|register|sw)\.js)$/,
  "/assets/:name": /^\/assets\/[^/]+$/,
  "/:build/*": /^\/isoqr-[\w.-]+(?:\/|$)/,
  "/guide/*": /^\/guide\//,
};

/** Adds the playground, its guide and the service worker to `routes`, or plain pages if they have not been built. */
export function addSiteRoutes(routes: Routes, readSite: ReadSiteFile = async () => undefined): void {
  routes.get("/", async ({ request }) => {
    const page = await readSite("index.html");
    const known = request.headers.get("If-None-Match");
    return page
      ? pageResponse(marked(page), `${PLAYGROUND_POLICY}; frame-ancestors 'none'`, known)
      : pageResponse(PAGE, PAGE_POLICY, known);
  });
  routes.get("/guide", () => movedResponse("guide/"));
  const packOnce = memoize(pack, new WeakMap());
  for (const [route, pattern] of Object.entries(FILES)) routes.get(route, file, pattern);

  async function file({ request, path }: Context): Promise<Reply> {
    const name = path.slice(1).replace(/\/$/, "/index.html");
    const bytes = await readSite(name);
    const known = request.headers.get("If-None-Match");
    if (!bytes && name === "guide/index.html") return pageResponse(NO_GUIDE, PAGE_POLICY, known);
    if (!bytes) throw notFound(path);
    const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream";
    // The paths of these files contain a digest of the file or of the build.
    const forever = /^(?:assets|isoqr-[^/]*)\//.test(name);
    const packed = wantsPacked(type, bytes, request.headers.get("Accept-Encoding"));
    const sent = packed ? await packOnce(bytes) : bytes;
    const { status, headers, body } = siteResponse(sent, type, forever, known);
    const more: Record<string, string> = { Vary: "Accept-Encoding" };
    if (packed && status === 200) more["Content-Encoding"] = "gzip";
    if (name.endsWith(".html")) more["Content-Security-Policy"] = `${GUIDE_POLICY}; frame-ancestors 'none'`;
    // Lets the worker control the whole site, even if a proxy serves the site below a path.
    if (name === "sw.js") more["Service-Worker-Allowed"] = "/";
    return { status, headers: { ...headers, ...more }, body };
  }
}

/** Marks the HTML of `page` as delivered by a server. The page then knows that its URLs also work on other devices. */
function marked(page: Uint8Array): string {
  return new TextDecoder().decode(page).replace("<html", "<html data-server");
}

/** Minimum size in bytes of a compressed file. Compressing smaller files would save too little. */
const LEAST_BYTES = 1024;

/** Returns whether to compress a file of this type and length for this client. RFC 9110, 12.5.3: a quality of 0 rejects
 *  gzip. */
function wantsPacked(type: string, { length }: Uint8Array, acceptEncoding: string | null): boolean {
  if (length < LEAST_BYTES || !/^text\/|javascript|json|svg|wasm/.test(type)) return false;
  return (acceptEncoding ?? "").split(",").some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}

async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
