import type { QrApi } from "../api.ts";
import type { Limits } from "../http/limits.ts";
import { once } from "../once.ts";

type Handler = (request: Request) => Promise<Response>;

/** Answers MCP messages for `api`. The SDK is loaded at the first message, since it takes longer to load than the whole
 *  service. Tool calls count as heavy work for `limits`. */
export function loadMcp(api: QrApi, report: (error: unknown) => void, limits?: Limits): Handler {
  const load = once(async () => (await import("../http/mcp.ts")).createMcp(api, report, limits));
  return async (request) => (await load())(request);
}
