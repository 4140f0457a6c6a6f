import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "./engine.ts";

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/** What `program`, a module that sets `said`, has said in the background page of an extension (Manifest V3) with the built
 *  package in its folder isoqr; `policy` is that of its pages, the browser's own when left out. */
export async function runInExtension(engine: Engine, program: string, policy?: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-extension-"));
  const { address, heard, close } = await listen();
  try {
    cpSync(built, join(folder, "isoqr"), { recursive: true });
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest(policy)));
    const tell = `fetch("${address}", { method: "POST", body: JSON.stringify(said) });`;
    writeFileSync(join(folder, "background.js"), `${program}\n${tell}`);
    await engine.install?.(folder);
    return JSON.parse(await heard);
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
    background: { scripts: ["background.js"], type: "module" },
    host_permissions: ["http://127.0.0.1/*"],
    browser_specific_settings: { gecko: { id: "test@isoqr.test" } },
    ...(policy && { content_security_policy: { extension_pages: policy } }),
  };
}

/** Hears one message. */
async function listen() {
  let tell: (message: string) => void;
  const heard = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end();
    tell(Buffer.concat(chunks).toString());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}/`, heard, close };
}
