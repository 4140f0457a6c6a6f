import { readFileSync } from "node:fs";
import { toPng } from "../../src/index.ts";
import { requests, type SampleRequest } from "../runtime/requests.ts";

const json = (value: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});

const logo = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const png = logo(toPng("a logo", { size: 64, margin: 0 }));
const webp = logo(readFileSync(new URL("../logo/lossy.webp", import.meta.url)));

/** All requests in requests.ts, and requests that need threads and additional packages. */
export const allRequests: readonly SampleRequest[] = [
  ...requests,
  { name: "a report with a scan", path: "/api/qr/validate?data=x&format=svg&size=400" },
  { name: "a report of a pale code", path: "/api/qr/validate?data=x&color=c0c0c0&margin=1" },
  { name: "a report of a light code", path: "/api/qr/validate?data=x&color=ffffff&bg=102030&size=150" },
  { name: "a report of a transparent code", path: "/api/qr/validate?data=x&color=757575&bg=transparent" },
  { name: "a report of a code with a logo", path: "/api/qr/validate", init: json({ data: "logo", logoData: png }) },
  { name: "a logo on a PNG", path: "/api/qr", init: json({ data: "logo", size: 400, logoData: png }) },
  { name: "a logo on an SVG", path: "/api/qr", init: json({ data: "logo", format: "svg", logoData: png }) },
  { name: "a WebP logo", path: "/api/qr", init: json({ data: "logo", logoData: webp, logoMime: "image/webp" }) },
  { name: "a damaged logo", path: "/api/qr", init: json({ data: "logo", logoData: png.slice(0, 80) }) },
  { name: "a logo on a private address", path: "/api/qr?data=x&logo=http%3A%2F%2F127.0.0.1%3A9%2F" },
  { name: "a card", path: `/api/og?data=x&title=${encodeURIComponent("Grüße, 世界, سلام, नमस्ते 👩‍🚀")}` },
  { name: "HEAD of a card", path: "/api/og?data=x", init: { method: "HEAD" } },
  { name: "the OpenAPI document", path: "/openapi.json" },
  { name: "an MCP request", path: "/mcp", init: json({ jsonrpc: "2.0", id: 1, method: "ping" }) },
  { name: "an unknown path", path: "/unknown%2F..%2F" },
  { name: "an unsupported method", path: "/api/qr", init: { method: "PUT", body: "x" } },
  { name: "a preflight", path: "/api/qr", init: { method: "OPTIONS", headers: { Origin: "https://a.example" } } },
];
