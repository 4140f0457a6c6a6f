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

/** What the service is given by a worker of an edge platform; `Env` are the worker's bindings. */
export interface EdgeSettings<Env> {
  /** The import of `isoqr/core.wasm`: such platforms compile WebAssembly when a worker is deployed, and never from bytes. */
  readonly core: WebAssembly.Module;
  /** The D1 database that keeps links; without one, links answer 501. */
  readonly links?: (env: Env) => D1Binding | undefined;
  /** Bytes that all links together may take; by default 4 GiB. */
  readonly linksMaxBytes?: number;
  /** Days without a read after which a link expires; by default links are kept forever. */
  readonly linksExpire?: number;
  /** Where callers reach the worker, such as "https://qr.example.com"; each request's own origin when left out. */
  readonly baseUrl?: string;
  /** Hears of every unexpected error, whose details no caller is told; default console.error. */
  readonly report?: (error: unknown) => void;
}

/** What a module of a worker exports by default. */
export interface EdgeWorker<Env> {
  fetch(request: Request, env: Env): Promise<Response>;
  /** Removes expired links, on a cron trigger. */
  scheduled(event: unknown, env: Env): Promise<void>;
}

/** The whole service without what takes more than the core: logos and social images answer 501, and reports leave out the
 *  proof of scanning.
 *  @throws {QrError} INVALID_OPTION for settings that are none, or without the core. */
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
    // Here no request may wait for a promise of another, whose caller may go away, and the promise with him.
    const links = database && cacheLinks(openStore(database));
    const service = createService({ schedule: runApart, ...(links && { links }) });
    // Loaded when the first agent comes, for it is larger than all else.
    const mcp = async (request: Request) => {
      const { createMcp } = await import("../http/mcp.ts");
      return createMcp(service, report)(request);
    };
    return createApp(service, { ...(baseUrl && { baseUrl }), report, mcp });
  }

  let answer: ReturnType<typeof open> | undefined;
  return {
    fetch(request, env) {
      // The bindings come with requests, and are the same for all of them.
      answer ??= open(links?.(env));
      return answer(request);
    },
    async scheduled(_event, env) {
      const database = links?.(env);
      if (database && linksExpire > 0) await purgeUnread(openStore(database), linksExpire);
    },
  };
}
