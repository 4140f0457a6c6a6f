import { serveHeavyWork } from "../src/work/heavy-pool.ts";
import { createPartsWork, missingFile, unreachableFile } from "./parts/part.ts";

/** The program of worker.js, a thread of a page for heavy jobs. Its requests pass through the service worker. */
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
    const answer = await fetch(new URL(`packages/${path}`, host.location.href)).catch((error: unknown) => {
      throw unreachableFile(error, `packages/${path}`);
    });
    if (!answer.ok) throw missingFile(path);
    return new Uint8Array(await answer.arrayBuffer());
  },
});

// A job whose library has lost a promise would wait until its time is up. Ends the thread instead, as Node does.
host.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  throw event.reason;
});

serveHeavyWork(work, host);
