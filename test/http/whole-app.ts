import { createMemoryLinks } from "../../src/adapters/memory-links.ts";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import type { Words } from "../../src/http/reference/operation.ts";
import { type AppSettings, createHandler } from "../../src/runtime/app.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  /** In the query of a GET or DELETE, in the JSON body of a POST. */
  readonly words: Words;
}

/** An app with everything that a server has, in this process, and a way to ask it. */
export function createTestApp(settings: AppSettings = { readPackageFile }) {
  const app = createHandler(settings, { links: createMemoryLinks(), heavy: createHeavyWork() });

  function ask({ method, path, words }: Asked): Promise<Response> {
    const address = `http://isoqr.test${path}`;
    if (method === "post") {
      const headers = { "Content-Type": "application/json" };
      return app(new Request(address, { method: "POST", headers, body: JSON.stringify(words) }));
    }
    const given = Object.entries(words).filter(([, word]) => word !== undefined);
    const query = new URLSearchParams(given.map(([name, word]) => [name, String(word)]));
    return app(new Request(`${address}?${query}`, { method: method.toUpperCase() }));
  }

  return { app, ask };
}
