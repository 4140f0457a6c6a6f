import type { QrApi } from "../api.ts";
import type { Limits } from "../http/limits.ts";

type Handler = (request: Request) => Promise<Response>;

/** Answers MCP messages for `api`. The SDK is loaded at the first message, since it takes longer to load than the whole
 *  service. Tool calls count as heavy work for `limits`. */
export function loadMcp(api: QrApi, report: (error: unknown) => void, limits?: Limits): Handler {
  let loading: Promise<Handler> | undefined;
  return async (request) => {
    loading ??= import("../http/mcp.ts").then(({ createMcp }) => createMcp(api, report, limits));
    return (await loading)(request);
  };
}
