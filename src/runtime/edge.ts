import { objectOf } from "../client/arguments.ts";
import { useCompiledCore } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { createApp } from "../http/app.ts";
import { runApart } from "../service/batch.ts";
import { createService } from "../service/service.ts";
import { cacheLinks } from "../stores/cache.ts";
import { createD1Links, type D1Binding } from "../stores/d1.ts";
import { purgeUnread } from "../stores/expiry.ts";

export type { D1Binding } from "../stores/d1.ts";

/** Settings of a worker on an edge platform; `Env` are its bindings. */
export interface EdgeSettings<Env> {
  /** The import of `isoqr/core.wasm`: such platforms compile WebAssembly when a worker is deployed, and never from bytes. */
  readonly core: WebAssembly.Module;
  /** The D1 database that keeps links; without one, links answer 501. */
  readonly links?: (env: Env) => D1Binding | undefined;
  /** Bytes that all links together may take; by default 4 GiB. */
  readonly linksMaxBytes?: number;
  /** Days without a read after which a link expires; by default links are kept forever. */
  readonly linksExpire?: number;
  /** The public address, such as "https://qr.example.com"; the origin of each request if left out. */
  readonly baseUrl?: string;
  /** Called with unexpected errors, whose details are not sent to clients; default console.error. */
  readonly report?: (error: unknown) => void;
}

/** The default export of a worker's module. */
export interface EdgeWorker<Env> {
  fetch(request: Request, env: Env): Promise<Response>;
  /** Removes expired links, on a cron trigger. */
  scheduled(event: unknown, env: Env): Promise<void>;
}

/** Creates a worker with the whole service, except what needs more than the core: logos and social images answer 501, and
 *  reports have no scan.
 *  @throws {QrError} INVALID_OPTION if the settings are not an object, or without the core. */
export function createEdge<Env>(settings: EdgeSettings<Env>): EdgeWorker<Env> {
  const { core, links, linksMaxBytes, linksExpire = 0, baseUrl, report = console.error } = objectOf(settings, "core");
  if (!core) {
    throw new QrError("INVALID_OPTION", 400, "must be the import of isoqr/core.wasm, a WebAssembly.Module", "core");
  }
  useCompiledCore(core);

  const openStore = (database: D1Binding) =>
    createD1Links(database, {
      expireDays: linksExpire,
      ...(linksMaxBytes !== undefined && { maxBytes: linksMaxBytes }),
    });

  function open(database: D1Binding | undefined): (request: Request) => Promise<Response> {
    // A request must not wait for a promise of another, which ends with its client.
    const links = database && cacheLinks(openStore(database));
    const service = createService({ schedule: runApart, ...(links && { links }) });
    // Loaded for the first MCP message, because it is larger than everything else.
    const mcp = async (request: Request) => {
      const { createMcp } = await import("../http/mcp.ts");
      return createMcp(service, report)(request);
    };
    return createApp(service, { ...(baseUrl && { baseUrl }), report, mcp });
  }

  let answer: ReturnType<typeof open> | undefined;
  return {
    fetch(request, env) {
      // Bindings come with requests, and are the same for all.
      answer ??= open(links?.(env));
      return answer(request);
    },
    async scheduled(_event, env) {
      const database = links?.(env);
      if (database && linksExpire > 0) await purgeUnread(openStore(database), linksExpire);
    },
  };
}
