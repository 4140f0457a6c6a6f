import type { Target } from "./target.ts";

/** The targets by name. They are loaded on demand, because they import decoders and servers. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  options: async () => (await import("./targets/options.ts")).options,
  text: async () => (await import("./targets/text.ts")).text,
  logos: async () => (await import("./targets/logos.ts")).logos,
  json: async () => (await import("./targets/json.ts")).json,
  http: async () => (await import("./targets/http.ts")).http,
  mcp: async () => (await import("./targets/mcp.ts")).mcp,
  csv: async () => (await import("./targets/csv.ts")).csv,
  decode: async () => (await import("./targets/decode.ts")).decode,
  costs: async () => (await import("./targets/costs.ts")).costs,
};
