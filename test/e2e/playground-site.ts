import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/** The folder of the build. PLAYGROUND overrides it. */
export const folder = fileURLToPath(new URL(`../../${process.env.PLAYGROUND ?? "build/demo"}`, import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
};

/** Serves the built playground below a path of a static file server, which returns 404.html for missing files. `files`
 *  replaces files, by path in the folder. The value undefined removes a file. `headersOf` returns additional headers for
 *  a file. `close` stops the server. */
export async function serveFiles(headersOf?: (name: string) => Readonly<Record<string, string>>): Promise<{
  url: string;
  files: Map<string, string | undefined>;
  close(): Promise<void>;
}> {
  const files = new Map<string, string | undefined>();
  const server = createServer(({ url = "" }, response) => {
    const path = url.replace(/[?#].*$/, "").replace(/^\/some\/where/, "");
    const file = `${folder}${path.endsWith("/") ? `${path}index.html` : path}`;
    if (!url.startsWith("/some/where/") || path.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
      const page = url.startsWith("/some/where/") ? readFileSync(`${folder}/404.html`) : undefined;
      return void response.writeHead(404, page && { "Content-Type": TYPES.html }).end(page);
    }
    const name = path.slice(1);
    if (files.has(name) && files.get(name) === undefined) return void response.writeHead(404).end();
    const type = TYPES[/\w+$/.exec(file)?.[0] ?? ""] ?? "application/octet-stream";
    // As on most hosts, browsers keep the files whose names contain a digest. Pages then load in two thirds of the time.
    const isKept = name.startsWith("assets/") && !files.has(name);
    const caching = isKept ? { "Cache-Control": "public, max-age=31536000, immutable" } : {};
    response.writeHead(200, { "Content-Type": type, ...caching, ...headersOf?.(name) });
    response.end(files.get(name) ?? readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
