import { formatNames } from "../../src/options/formats.ts";

/** A request whose response has the same status, headers and bytes on every runtime. */
export interface SampleRequest {
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
  /** Whether the response includes a scan report if a decoder is installed. */
  readonly proof?: true;
}

const json = (value: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: typeof value === "string" ? value : JSON.stringify(value),
});

const text = encodeURIComponent("Grüße, 世界 & 👩‍🚀?#");

/** The id of the link to `text`. It is the same on every device. */
const id = "sprZHUDeqC";

/** Requests that need only the core, so none has a logo, a card or a scan. The order matters, because later requests
 *  find links that earlier ones create. */
export const requests: readonly SampleRequest[] = [
  { name: "a PNG", path: "/api/qr?data=https%3A%2F%2Fexample.com" },
  {
    name: "a PNG in all its options",
    path: `/api/qr?data=${text}&size=731&color=1A2B3C&bg=ffeedd&ec=q&margin=0&mask=3`,
  },
  { name: "a PNG of round modules", path: "/api/qr?data=round&size=500&dotStyle=extra-rounded" },
  { name: "a large PNG", path: `/api/qr?data=${"x".repeat(2000)}&size=2048&ec=L` },
  { name: "an SVG", path: `/api/qr?data=${text}&format=svg&title=%3Cb%3E` },
  { name: "a matrix", path: "/api/qr?data=x&format=json&boost=true&eci=true" },
  ...formatNames.map((format) => ({
    name: `format ${format}`,
    path: `/api/qr?data=${text}&format=${format}&margin=2`,
  })),
  { name: "HEAD", path: "/api/qr?data=x", init: { method: "HEAD" } },
  { name: "a POST", path: "/api/qr", init: json({ data: "\u0000é", format: "svg", size: "64" }) },
  { name: "a long POST", path: "/api/qr", init: json({ data: "7".repeat(7089), ec: "L" }) },
  { name: "no data", path: "/api/qr" },
  { name: "a bad option", path: "/api/qr?data=x&size=1e3" },
  { name: "text that is too long", path: "/api/qr", init: json({ data: "x".repeat(3000) }) },
  { name: "broken JSON", path: "/api/qr", init: json("{") },
  { name: "a POST that is no JSON", path: "/api/qr", init: { method: "POST", body: "data=x" } },
  {
    name: "a batch",
    path: "/api/qr/batch",
    init: json({ options: { format: "svg" }, items: [{ data: "a" }, {}, { data: "b", format: "png" }, 5] }),
  },
  {
    name: "a batch of all formats",
    path: "/api/qr/batch",
    init: json({ items: formatNames.map((format) => ({ data: "all", format })) }),
  },
  { name: "a batch of fifty", path: "/api/qr/batch", init: json({ items: Array(50).fill({ data: "same" }) }) },
  { name: "a batch of fifty-one", path: "/api/qr/batch", init: json({ items: Array(51).fill({ data: "x" }) }) },
  { name: "a link, made", path: `/api/i?data=${text}` },
  { name: "the same link again", path: "/api/i", init: json({ data: decodeURIComponent(text) }) },
  { name: "the page of a link", path: `/i/${id}` },
  { name: "a picture of a link", path: `/i/${id}.png?size=99&color=003366` },
  { name: "a link deleted without a token", path: `/api/i/${id}`, init: { method: "DELETE" } },
  {
    name: "a link deleted with a wrong token",
    path: `/api/i/${id}`,
    init: { method: "DELETE", headers: { Authorization: "Bearer x" } },
  },
  { name: "a report of a good code", path: "/api/qr/validate?data=x", proof: true },
  {
    name: "a report of a bad one",
    path: "/api/qr/inspect",
    init: json({ data: "x", color: "cccccc", size: 1, nonsense: 1 }),
    proof: true,
  },
  { name: "a link without data", path: "/api/i" },
  { name: "a link to too much", path: "/api/i", init: json({ data: "x".repeat(3000) }) },
];
