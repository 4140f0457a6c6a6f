import type { Target } from "./target.ts";

/** The targets by name; each is loaded when it is needed, as it brings decoders and servers along. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  options: async () => (await import("./targets/options.ts")).options,
  text: async () => (await import("./targets/text.ts")).text,
  logos: async () => (await import("./targets/logos.ts")).logos,
  json: async () => (await import("./targets/json.ts")).json,
  http: async () => (await import("./targets/http.ts")).http,
  mcp: async () => (await import("./targets/mcp.ts")).mcp,
  csv: async () => (await import("./targets/csv.ts")).csv,
  decode: async () => (await import("./targets/decode.ts")).decode,
};
