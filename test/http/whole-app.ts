import { type AppSettings, createApp } from "../../src/http/app.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import type { Input } from "../../src/http/reference/operation.ts";
import { toPng } from "../../src/index.ts";
import type { LogoFetcher } from "../../src/ports.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { testError } from "../test-error.ts";

interface TestRequest {
  readonly method: string;
  readonly path: string;
  /** The parameters. They are sent in the query of GET and DELETE requests, and in the JSON body of POST requests. */
  readonly input: Input;
}

/** The image at https://logo.example/logo.png, the only logo that can be fetched. */
export const logo = toPng("a logo", { size: 64, color: "cc0000", margin: 0 });

const logos: LogoFetcher = {
  async fetch(url) {
    if (url === "https://logo.example/logo.png") return logo;
    throw testError("LOGO_UNREACHABLE", "could not be fetched: its server cannot be reached", "logo");
  },
};

/** Creates the complete app in this process. Also returns a function that sends requests to the app. */
export function createTestApp(settings: AppSettings = {}) {
  const service = createService({ links: createMemoryLinks(), heavy: createHeavyWork(), logos });
  const app = createApp(service, { ...settings, mcp: createMcp(service, console.error) });

  function ask({ method, path, input }: TestRequest): Promise<Response> {
    const address = `http://isoqr.test${path}`;
    if (method === "post") {
      const headers = { "Content-Type": "application/json" };
      return app(new Request(address, { method: "POST", headers, body: JSON.stringify(input) }));
    }
    const given = Object.entries(input).filter(([, word]) => word !== undefined);
    const query = new URLSearchParams(given.map(([name, word]) => [name, String(word)]));
    return app(new Request(`${address}?${query}`, { method: method.toUpperCase() }));
  }

  return { app, ask };
}
