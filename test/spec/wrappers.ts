import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readPng } from "../decoders/png-reader.ts";
import { app, data, type Row } from "./asking.ts";

/** Creates a client of the app, and the list of its requests. */
function recorded() {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: "http://isoqr.test",
    fetch: (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return app(request);
    },
  });
  return { client, sent };
}

const tool = async (method: string, params: object = {}) => {
  const message = { jsonrpc: "2.0", id: 1, method, params };
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const request = new Request("http://isoqr.test/mcp", { method: "POST", headers, body: JSON.stringify(message) });
  return (await (await app(request)).json()).result;
};

export const wrappers: readonly Row[] = [
  [
    "the client has a method for each endpoint",
    async () => {
      const methods = ["generateUrl", "generate", "generateJson", "generateBatch", "validate", "inspect"];
      const names = Object.keys(createClient({ baseUrl: "" }));
      const others = ["optimize", "createLink", "ogImageUrl", "generateOgImage", "drawPictureCode"];
      const printed = ["drawSheet", "inspectSheet", "drawPoster"];
      expect(names).toEqual([...methods, ...others, ...printed]);
    },
  ],
  [
    "generateUrl builds the URL of an image, GET /api/qr",
    async () => {
      const url = new URL(recorded().client.generateUrl({ data, size: 64 }));
      const answer = await app(new Request(url));
      expect([url.pathname, answer.headers.get("Content-Type")]).toEqual(["/api/qr", "image/png"]);
    },
  ],
  [
    "generate returns PNG, SVG or JSON from POST /api/qr",
    async () => {
      const { client, sent } = recorded();
      const types = { png: "image/png", svg: "image/svg+xml", json: "application/json" } as const;
      for (const format of ["png", "svg", "json"] as const)
        expect((await client.generate({ data, format })).contentType).toBe(types[format]);
      expect(sent).toEqual(Array(3).fill("POST /api/qr"));
    },
  ],
  [
    "generateJson returns the matrix from POST /api/qr",
    async () => {
      const { client, sent } = recorded();
      const { modules, size } = await client.generateJson({ data });
      expect([modules.length, sent]).toEqual([size, ["POST /api/qr"]]);
    },
  ],
  [
    "generateBatch returns up to 50 codes from POST /api/qr/batch",
    async () => {
      const { client, sent } = recorded();
      const { count, results } = await client.generateBatch({ items: Array(50).fill({ data }) });
      expect([count, results.length, sent]).toEqual([50, 50, ["POST /api/qr/batch"]]);
    },
  ],
  [
    "validate returns valid and issues from POST /api/qr/validate",
    async () => {
      const { client, sent } = recorded();
      const { valid, issues } = await client.validate({ data, color: "dddddd" });
      expect([valid, issues[0]?.code, sent]).toEqual([false, "low_contrast", ["POST /api/qr/validate"]]);
    },
  ],
  [
    "inspect returns density, version, contrast and options from POST /api/qr/inspect",
    async () => {
      const { client, sent } = recorded();
      const { qr, contrast, options } = await client.inspect({ data });
      expect([qr?.version, contrast?.ratio, options?.size, sent]).toEqual([3, 21, 256, ["POST /api/qr/inspect"]]);
      expect(qr?.density).toBeGreaterThan(0);
    },
  ],
  [
    "createLink creates a link with POST /api/i",
    async () => {
      const { client, sent } = recorded();
      const { id, url } = await client.createLink({ data });
      expect([url, sent]).toEqual([`http://isoqr.test/i/${id}`, ["POST /api/i"]]);
    },
  ],
  [
    "ogImageUrl builds the URL of a card, GET /api/og",
    async () => {
      const url = new URL(recorded().client.ogImageUrl({ data, title: "Menu", color: "0a6847" }));
      const answer = await app(new Request(url));
      expect([url.pathname, answer.headers.get("Content-Type")]).toEqual(["/api/og", "image/png"]);
    },
  ],
  [
    "generateOgImage returns the card from GET /api/og",
    async () => {
      const { client, sent } = recorded();
      const { body } = await client.generateOgImage({ data, title: "Menu" });
      expect(readPng(body)).toMatchObject({ width: 1200, height: 630 });
      expect(sent).toEqual(["GET /api/og"]);
    },
  ],
  [
    "agents have a tool named generate_qr, which returns an image",
    async () => {
      const { tools } = await tool("tools/list");
      expect(tools.map(({ name }: { name: string }) => name)).toContain("generate_qr");
      const { content } = await tool("tools/call", { name: "generate_qr", arguments: { data } });
      expect(content[0]).toMatchObject({ type: "image", mimeType: "image/png" });
    },
  ],
  [
    "npm, JSR and the API description have one version, which the change log begins with: 0.1.0",
    async () => {
      const { version } = JSON.parse(readFileSync("package.json", "utf8"));
      expect(version).toBe("0.1.0");
      expect(JSON.parse(readFileSync("jsr.json", "utf8")).version).toBe(version);
      expect((await (await app(new Request("http://isoqr.test/openapi.json"))).json()).info.version).toBe(version);
      const [, latest] = /^## (\d\S+)/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
      expect(latest).toBe(version);
    },
  ],
  [
    "paths have no version segment",
    async () => {
      const { paths } = await (await app(new Request("http://isoqr.test/openapi.json"))).json();
      const own = Object.keys(paths).filter((path) => path.startsWith("/api/") || path.startsWith("/i/"));
      expect(own.length).toBeGreaterThan(6);
      expect(own.filter((path) => /\/v\d/.test(path))).toEqual([]);
    },
  ],
];
