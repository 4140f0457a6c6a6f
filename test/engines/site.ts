import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, normalize } from "node:path";
import { json } from "node:stream/consumers";
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

/** The service's picture in base64, or its error message. */
type Picture = { readonly body: string } | { readonly error: string };

/** Starts a server on a free port of 127.0.0.1. It serves the built package and logos under every policy, the service,
 *  and the app in the folder `app`. POST /pictures returns the pictures for a list of option sets. */
export async function startSite(app?: string) {
  const service = createApp(createService({ heavy }));
  const api = getRequestListener(service);
  /** The pictures by request body. Every browser asks for the same ones. */
  const pictures = new Map<string, Promise<Picture>>();
  const draw = async (body: string): Promise<Picture> => {
    const headers = { "Content-Type": "application/json" };
    const answer = await service(new Request("http://127.0.0.1/api/qr", { method: "POST", headers, body }));
    if (!answer.ok) return { error: (await answer.json()).error };
    return { body: Buffer.from(await answer.arrayBuffer()).toString("base64") };
  };
  const pictureOf = (body: string) => {
    const known = pictures.get(body) ?? draw(body);
    pictures.set(body, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const { policy = "", folder, file } = partsOf(request);
    if (policy === "api") return void api(request, response);
    if (policy === "pictures") {
      const drawn: Picture[] = [];
      for (const set of (await json(request)) as unknown[]) drawn.push(await pictureOf(JSON.stringify(set)));
      return void response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(drawn));
    }
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
