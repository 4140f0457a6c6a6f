import type { SampleRequest } from "../../runtime/requests.ts";

const json = (value: unknown, headers?: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(value),
});

const agent = (method: string, params: unknown) =>
  json({ jsonrpc: "2.0", id: 1, method, params }, { Accept: "application/json, text/event-stream" });

const preflight = { "Access-Control-Request-Method": "POST", Origin: "https://example.com" };
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Requests that every app without threads answers identically, in addition to those for all runtimes. */
export const moreRequests: readonly SampleRequest[] = [
  { name: "the page at /", path: "/" },
  { name: "the OpenAPI document", path: "/openapi.json" },
  { name: "the reference page", path: "/docs" },
  { name: "the script of that page", path: "/docs/start.js" },
  { name: "liveness probe", path: "/healthz" },
  { name: "readiness probe", path: "/readyz" },
  { name: "an unknown path", path: "/nothing" },
  { name: "an unsupported method", path: "/api/qr", init: { method: "PUT", body: "x" } },
  { name: "HEAD of a link creation", path: "/api/i?data=x", init: { method: "HEAD" } },
  { name: "a preflight", path: "/api/qr", init: { method: "OPTIONS", headers: preflight } },
  { name: "a preflight of an unknown path", path: "/nothing", init: { method: "OPTIONS", headers: preflight } },
  { name: "a compressed body", path: "/api/qr", init: json({ data: "x" }, { "Content-Encoding": "gzip" }) },
  { name: "a large body", path: "/api/qr", init: json({ data: "x", more: "y".repeat(4 * 1024 * 1024 - 100) }) },
  { name: "a large batch", path: "/api/qr/batch", init: json({ items: [{ data: "x".repeat(15 * 1024 * 1024) }] }) },
  { name: "a URL of another service", path: "/v1/create-qr-code/?data=x&size=200x200" },
  { name: "a URL of a second service", path: "/chart?cht=qr&chs=150x150&chl=x" },
  { name: "an unknown link in a browser", path: "/i/AAAAAAAAAA", init: { headers: { Accept: "text/html" } } },
  { name: "the MCP tools", path: "/mcp", init: agent("tools/list", {}) },
  {
    name: "an MCP tool call",
    path: "/mcp",
    init: agent("tools/call", { name: "generate_qr", arguments: { data: "x" } }),
  },
  { name: "an invalid MCP message", path: "/mcp", init: json({}) },
  { name: "a report on a logo", path: "/api/qr/validate?data=x&logo=https://example.com/a.png" },
  { name: "a matrix, which ignores the logo", path: "/api/qr?data=x&format=json&logo=https://example.com/a.png" },
];

/** Requests for features that need more than the core. */
export const refusedRequests: readonly SampleRequest[] = [
  { name: "a logo by its address", path: "/api/qr?data=x&logo=https://example.com/a.png" },
  { name: "a logo in the body", path: "/api/qr", init: json({ data: "x", format: "svg", logoData: dot }) },
  { name: "a social card", path: "/api/og?data=x&title=y" },
  { name: "a social card without data", path: "/api/og" },
];
