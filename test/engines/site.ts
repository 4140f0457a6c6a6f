import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { heavy } from "../logo/logos.ts";

/** Content-Security-Policies by the first path segment. Each applies to everything below that segment, including worker
 *  scripts. */
const policies = {
  open: "",
  isolated: "",
  wasm: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src blob: data:",
  strict: "default-src 'none'; script-src 'self'; connect-src 'self'; img-src blob: data:",
  images: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'",
  trusted:
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; trusted-types isoqr; require-trusted-types-for 'script'",
};
export type Policy = keyof typeof policies;

/** Isolate pages, because browsers give cross-origin isolated pages a more precise clock. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".html": "text/html" };
const folders: Readonly<Record<string, URL>> = {
  lib: new URL("../../dist/", import.meta.url),
  pages: new URL("./pages/", import.meta.url),
  logos: new URL("../logo/", import.meta.url),
};

const page =
  '<!doctype html><html lang="en"><title>isoqr</title><link rel="icon" href="data:,"><script src="pages/watch.js"></script><h1>isoqr</h1>';

/** Starts a server on a free port of 127.0.0.1. It serves the built package and logos under every policy, the service,
 *  and the app in the folder `app`. */
export async function startSite(app?: string) {
  const api = getRequestListener(createApp(createService({ heavy })));
  const server = createServer(async (request, response) => {
    const { policy = "", folder, file } = partsOf(request);
    if (policy === "api") return void api(request, response);
    const root = folder === "app" && app !== undefined ? pathToFileURL(`${app}/`) : folders[folder ?? ""];
    const body = root ? await readFile(new URL(file, root)).catch(() => undefined) : page;
    const header = Object.hasOwn(policies, policy) ? policies[policy as Policy] : "";
    response.writeHead(body === undefined ? 404 : 200, {
      "Content-Type": root ? (types[extname(file)] ?? "application/octet-stream") : "text/html",
      ...(header && { "Content-Security-Policy": header }),
      ...(policy === "isolated" && isolation),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Returns the URL of the empty page under `policy`. */
    page: (policy: Policy) => `http://127.0.0.1:${port}/${policy}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function partsOf({ url = "/" }: IncomingMessage) {
  const [, policy, folder, ...file] = normalize(new URL(url, "http://127.0.0.1").pathname).split("/");
  return { policy, folder, file: file.join("/") };
}
