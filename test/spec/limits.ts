import { expect } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { oneOf } from "../../src/messages/option-rules.ts";
import { unexpectedError } from "../../src/messages/page-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { formatNames } from "../../src/options/formats.ts";
import { createService } from "../../src/service/service.ts";
import { readPng } from "../decoders/png-reader.ts";
import { logo } from "../http/whole-app.ts";
import { ruleText } from "../rule-text.ts";
import { app, batch, bytesOf, data, get, logoData, logoUrl, post, type Row, refused, report, taken } from "./asking.ts";

/** Sends HEAD, GET or another method without a body to `path`. */
const bare = (method: string, path: string) => app(new Request(`http://isoqr.test${path}`, { method }));

/** Expects GET /api/qr to return `format` with the content type `type` and the headers of pictures. */
async function answersAs(format: string, type: string): Promise<void> {
  const answers = [await get("/api/qr", { data, format }), await post("/api/qr", { data, format })];
  for (const { status, headers } of answers) {
    expect([status, headers.get("Content-Type")]).toEqual([200, type]);
    expect(headers.get("Cache-Control")).toBe("public, max-age=86400");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("ETag")).toMatch(/^"/);
  }
}

export const answers: readonly Row[] = [
  ["png is image/png, cached for a day", () => answersAs("png", "image/png")],
  ["svg is image/svg+xml, cached for a day", () => answersAs("svg", "image/svg+xml")],
  ["json is application/json, cached for a day", () => answersAs("json", "application/json")],
  [
    "a matching If-None-Match returns 304",
    async () => {
      const headers = { "If-None-Match": (await get("/api/qr", { data })).headers.get("ETag") ?? "" };
      const address = `http://isoqr.test/api/qr?data=${encodeURIComponent(data)}`;
      expect((await app(new Request(address, { headers }))).status).toBe(304);
    },
  ],
  [
    "HEAD is supported",
    async () => {
      const answer = await bare("HEAD", "/api/qr?data=x");
      expect([answer.status, await answer.text()]).toEqual([200, ""]);
    },
  ],
  [
    "SVG and pages have a strict policy",
    async () => {
      for (const path of ["/api/qr?data=x&format=svg", "/", "/docs"]) {
        expect((await bare("GET", path)).headers.get("Content-Security-Policy"), path).toContain("default-src 'none'");
      }
    },
  ],
  [
    "batches, reports and links are not cached",
    async () => {
      const made = [
        await post("/api/qr/batch", { items: [{ data }] }),
        await get("/api/qr/validate", { data }),
        await get("/api/i", { data }),
      ];
      expect(made.map(({ headers }) => headers.get("Cache-Control"))).toEqual(Array(3).fill("no-store"));
    },
  ],
];

export const cards: readonly Row[] = [
  [
    "GET /api/og returns a PNG of 1200 x 630 pixels, cached for a day",
    async () => {
      const answer = await get("/api/og", { title: "Open day", data, color: "0a6847" });
      expect(answer.headers.get("Content-Type")).toBe("image/png");
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
      expect(readPng(await bytesOf(answer))).toMatchObject({ width: 1200, height: 630 });
    },
  ],
  [ruleText(fieldRequired, "data"), async () => expect((await get("/api/og", { title: "x" })).status).toBe(400)],
  ["title and color are optional", async () => expect((await get("/api/og", { data })).status).toBe(200)],
  [
    "color is 000000 by default",
    async () => {
      const black = await bytesOf(await get("/api/og", { data, color: "000000" }));
      expect(await bytesOf(await get("/api/og", { data }))).toEqual(black);
    },
  ],
];

export const errors: readonly Row[] = [
  [
    "returns 400 with a message that names data if data is missing",
    () => refused(400, ruleText(fieldRequired, "data"), { data: undefined }),
  ],
  [
    "returns 400 for an invalid format",
    () => refused(400, ruleText(oneOf, "format", { text: formatNames.join(", ") }), { format: "gif" }),
  ],
  [
    "returns 400 for a size out of range",
    () => refused(400, "size must be", { size: 31 }, { size: 2049 }, { size: "1e3" }),
  ],
  [
    "returns 400 for a color that is not hexadecimal",
    () => refused(400, "color must be", { color: "#000000" }, { color: "red" }),
  ],
  ["returns 400 for a bg that is not hexadecimal", () => refused(400, "bg must be", { bg: "fff" }, { bg: "gggggg" })],
  ["returns 400 for a margin out of range", () => refused(400, "margin must be", { margin: -1 }, { margin: 11 })],
  ["returns 400 for an unknown ec", () => refused(400, ruleText(oneOf, "ec", { text: "L, M, Q, H" }), { ec: "X" })],
  ["returns 400 for a logo that is not an image", () => refused(400, "logo", { logoData: "aGVsbG8=" })],
  ["returns 400 for a logo URL that is not http", () => refused(400, "logo", { logo: "ftp://logo.example/a.png" })],
  ["returns 502 if the logo's server fails", () => refused(502, "logo", { logo: "https://logo.example/missing.png" })],
  [
    "returns 413 for a logo over 2 MB",
    () => refused(413, "logo", { logoData: Buffer.concat([logo, Buffer.alloc(2_100_000)]).toString("base64") }),
  ],
  [
    "returns 413 for data that is too long for the level",
    async () => {
      const holds = { L: 2953, M: 2331, Q: 1663, H: 1273 };
      for (const [ec, bytes] of Object.entries(holds)) {
        await taken({ data: "x".repeat(bytes), ec });
        await refused(413, "data is too long", { data: "x".repeat(bytes + 1), ec });
      }
    },
  ],
  ["returns 404 for an unknown path", async () => expect((await get("/api/nothing")).status).toBe(404)],
  ["returns 404 for an unknown link", async () => expect((await get("/i/0000000000.png")).status).toBe(404)],
  [
    "returns 405 with the allowed methods",
    async () => {
      const answer = await bare("PUT", "/api/qr");
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    },
  ],
  [
    "returns 415 for a POST that is not JSON",
    async () =>
      expect((await app(new Request("http://isoqr.test/api/qr", { method: "POST", body: "x" }))).status).toBe(415),
  ],
  [
    "returns 500 without details for an unexpected error",
    async () => {
      const failing = { ...createService(), generate: () => Promise.reject(new Error("secret")) };
      const answer = await createApp(failing, { report: () => undefined })(
        new Request("http://isoqr.test/api/qr?data=x"),
      );
      expect([answer.status, await answer.json()]).toEqual([500, { error: ruleText(unexpectedError) }]);
    },
  ],
  [
    "a batch reports an item's error in its entry",
    async () =>
      expect((await batch({ items: [{}] })).results[0]).toEqual({ index: 0, status: 400, error: expect.any(String) }),
  ],
  [
    "returns a report instead of an error for invalid options",
    async () => expect((await report({ data: "", ec: "X" })).valid).toBe(false),
  ],
];

export const limits: readonly Row[] = [
  ["size accepts 32 to 2048", () => taken({ size: 32 }, { size: 2048 })],
  ["margin accepts 0 to 10", () => taken({ margin: 0 }, { margin: 10 })],
  [
    "logoSize accepts 0.1 to 0.4",
    async () => {
      await taken({ logoData, logoSize: 0.1 }, { logoData, logoSize: 0.4 });
      await refused(400, "logoSize must be", { logoData, logoSize: 0.09 }, { logoData, logoSize: 0.41 });
    },
  ],
  [
    "logoMargin accepts 0 to 20",
    async () => {
      await taken({ logo: logoUrl, logoMargin: 0 }, { logo: logoUrl, logoMargin: 20 });
      await refused(400, "logoMargin must be", { logoData, logoMargin: -1 }, { logoData, logoMargin: 21 });
    },
  ],
  [
    "a logo of 2 MB is accepted",
    () => taken({ logoData: Buffer.concat([logo, Buffer.alloc(2 * 1024 * 1024 - logo.length)]).toString("base64") }),
  ],
  [
    "responses have no quota headers",
    async () => {
      const names = [...(await get("/api/qr", { data })).headers.keys()];
      expect(names.filter((name) => /rate|limit|quota/.test(name))).toEqual([]);
    },
  ],
];
