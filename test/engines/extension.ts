import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "./engine.ts";

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/** The source of two modules that set `report`: one for the background, which is a service worker in Chromium, and one
 *  for a page. They import the built package from ./isoqr. */
export interface Programs {
  readonly background: string;
  readonly page: string;
}

/** Runs the programs in a Manifest V3 extension. Resolves to the report of each. `policy` is the
 *  Content-Security-Policy of the extension's pages, which defaults to the browser's policy. */
export async function runInExtension(
  engine: Engine,
  { background, page }: Programs,
  policy?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-extension-"));
  const { tell, received, close } = await listen(2);
  try {
    cpSync(built, join(folder, "isoqr"), { recursive: true });
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest(policy)));
    const openPage = '(globalThis.browser ?? chrome).windows.create({ url: "page.html" });';
    writeFileSync(join(folder, "background.js"), `${background}\n${tell("background")}\n${openPage}`);
    writeFileSync(join(folder, "page.js"), `${page}\n${tell("page")}`);
    writeFileSync(join(folder, "page.html"), '<!doctype html><script type="module" src="page.js"></script>');
    await engine.install?.(folder);
    return await received;
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
}

function manifest(policy?: string): object {
  return {
    manifest_version: 3,
    name: "isoqr",
    version: "1",
    // Each browser uses the key that it supports.
    background: { service_worker: "background.js", scripts: ["background.js"], type: "module" },
    host_permissions: ["http://127.0.0.1/*"],
    browser_specific_settings: { gecko: { id: "test@isoqr.test" } },
    ...(policy && { content_security_policy: { extension_pages: policy } }),
  };
}

/** Milliseconds within which the programs must send their messages. */
const PATIENCE = 30_000;

/** Starts a server for the messages of programs. `received` resolves to one message from each of `count` programs, or
 *  rejects if one is missing. */
async function listen(count: number) {
  const messages: Record<string, unknown> = {};
  let complete: (messages: Readonly<Record<string, unknown>>) => void;
  const received = new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`received only: ${JSON.stringify(messages)}`)), PATIENCE);
    complete = (all) => {
      clearTimeout(late);
      resolve(all);
    };
  });
  received.catch(() => {});
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end();
    messages[(request.url ?? "").slice(1)] = JSON.parse(Buffer.concat(chunks).toString());
    if (Object.keys(messages).length === count) complete(messages);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Returns the line of code with which a program sends its report. */
    tell: (name: string) =>
      `fetch("http://127.0.0.1:${port}/${name}", { method: "POST", body: JSON.stringify(report) }).catch(console.error);`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
