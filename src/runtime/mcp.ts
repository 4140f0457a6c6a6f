import type { QrApi } from "../api.ts";

type Handler = (request: Request) => Promise<Response>;

/** What answers agents for `api`, loaded when the first of them comes: it takes longer to load than all of the service. */
export function loadMcp(api: QrApi, report: (error: unknown) => void): Handler {
  let loading: Promise<Handler> | undefined;
  return async (request) => {
    loading ??= import("../http/mcp.ts").then(({ createMcp }) => createMcp(api, report));
    return (await loading)(request);
  };
}
