import { serveHeavyWork } from "../src/work/heavy-pool.ts";
import { missingFile, unreachableFile } from "./parts/part.ts";
import { createPartsWork } from "./threads.ts";

/** The entry of worker.js, a thread in which a page runs heavy jobs. Its requests pass through the service worker. */
const host = self as unknown as Parameters<typeof serveHeavyWork>[1] & {
  readonly location: { readonly href: string };
  importScripts(url: string): void;
  addEventListener(name: "unhandledrejection", listener: (event: PromiseRejectionEvent) => void): void;
  readonly [global: string]: unknown;
};

const work = createPartsWork({
  async run(script, global) {
    try {
      host.importScripts(script);
    } catch (error) {
      throw unreachableFile(error, script);
    }
    return host[global];
  },
  async read(path) {
    const response = await fetch(new URL(`packages/${path}`, host.location.href)).catch((error: unknown) => {
      throw unreachableFile(error, `packages/${path}`);
    });
    if (!response.ok) throw missingFile(path);
    return new Uint8Array(await response.arrayBuffer());
  },
});

// An unhandled rejection in a library could leave a job waiting until its time limit. As in Node, it ends the thread instead.
host.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  throw event.reason;
});

serveHeavyWork(work, host);
