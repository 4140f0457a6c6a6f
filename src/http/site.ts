import { memoize } from "../async/once.ts";
import { GUIDE_POLICY, NO_GUIDE, PAGE, PAGE_POLICY, PLAIN_POLICY, PLAYGROUND_POLICY } from "./page.ts";
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
  webp: "image/webp",
  woff2: "font/woff2",
};

const FILES: Readonly<Record<string, RegExp>> = {
  "/:name":
    /^\/(?:icon\.svg|icon-\d+\.png|manifest\.webmanifest|(?:isoqr|isoqr-images|isoqr-strict|playground-worker|register|sw)\.js)$/,
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
      ? pageResponse(markedOnce(page), `${PLAYGROUND_POLICY}; frame-ancestors 'none'`, known)
      : pageResponse(PAGE, `${PAGE_POLICY}; frame-ancestors 'none'`, known);
  });
  routes.get("/guide", () => movedResponse("guide/"));
  for (const [route, pattern] of Object.entries(FILES)) routes.get(route, file, pattern);

  async function file({ request, path, search }: Context): Promise<Reply> {
    const name = path.slice(1).replace(/\/$/, "/index.html");
    const bytes = await readSite(name);
    if (!bytes && name === "guide/index.html") {
      return pageResponse(NO_GUIDE, `${PLAIN_POLICY}; frame-ancestors 'none'`, request.headers.get("If-None-Match"));
    }
    if (!bytes) {
      const moved = guidePageAt(path);
      if (moved && (await readSite(moved.file))) return movedResponse(moved.location + search);
      throw notFound(path);
    }
    const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream";
    const isPage = name.endsWith(".html");
    const more: Record<string, string> = {};
    if (isPage) more["Content-Security-Policy"] = `${GUIDE_POLICY}; frame-ancestors 'none'`;
    // Allows the worker to control the whole site, even if a proxy serves the site below a path.
    if (name === "sw.js") more["Service-Worker-Allowed"] = "/";
    // The paths of these files contain a digest of the file or of the build.
    const forever = /^(?:assets|isoqr-[^/]*)\//.test(name);
    return fileResponse(request, isPage ? markedOnce(bytes) : bytes, type, { forever, more });
  }
}

/** Returns the file of a guide page whose path lacks ".html" or ends in a slash, and its URL relative to that path. */
function guidePageAt(path: string): { readonly file: string; readonly location: string } | undefined {
  const [, name, slash] = /^\/guide\/([\w-]+)(\/?)$/.exec(path) ?? [];
  return name ? { file: `guide/${name}.html`, location: `${slash && "../"}${name}.html` } : undefined;
}

/** Responds with a file of a site, compressed if the client accepts gzip, or with 304 if the client already has it. Pass
 *  the same `bytes` object for each request for a file, so that it is compressed and hashed only once. `forever` is for
 *  files whose names change with their content; browsers revalidate all others. */
export async function fileResponse(
  { headers }: Pick<Request, "headers">,
  bytes: Uint8Array,
  type: string,
  { forever = false, more = {} }: { readonly forever?: boolean; readonly more?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  const packed = wantsPacked(type, bytes, headers.get("Accept-Encoding"));
  const reply = siteResponse(packed ? await packOnce(bytes) : bytes, type, forever, headers.get("If-None-Match"));
  const encoding = packed && reply.status === 200 ? { "Content-Encoding": "gzip" } : undefined;
  return { ...reply, headers: { ...reply.headers, Vary: "Accept-Encoding", ...more, ...encoding } };
}

/** Marks the HTML of `page` as delivered by a server, because the URLs that such a page shows also work on other
 *  devices. */
const markedOnce = /* @__PURE__ */ memoize(
  (page: Uint8Array): Uint8Array =>
    new TextEncoder().encode(new TextDecoder().decode(page).replace("<html", "<html data-server")),
  /* @__PURE__ */ new WeakMap(),
);

const packOnce = /* @__PURE__ */ memoize(pack, /* @__PURE__ */ new WeakMap());

/** Minimum size in bytes of a compressed file. Compressing smaller files would save too little. */
const MIN_BYTES = 1024;

/** Returns whether to compress a file of this type and length for this client. RFC 9110, 12.5.3: a quality of 0 rejects
 *  gzip. */
function wantsPacked(type: string, { length }: Uint8Array, acceptEncoding: string | null): boolean {
  if (length < MIN_BYTES || !/^text\/|javascript|json|svg|wasm/.test(type)) return false;
  return (acceptEncoding ?? "").split(",").some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}

async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
