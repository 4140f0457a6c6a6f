import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { PNG } from "pngjs";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { QrApi } from "../../src/api.ts";
import { createApp } from "../../src/http/app.ts";
import { TOO_DEEP } from "../../src/http/json-bounds.ts";
import { createMcp, NOT_JSON_RPC } from "../../src/http/mcp/routes.ts";
import { anyString } from "../../src/messages/developer-rules.ts";
import { integerRange, oneOf, trueOrFalse } from "../../src/messages/option-rules.ts";
import { unexpectedError } from "../../src/messages/page-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { textOptionNames } from "../../src/options/schema.ts";
import { searchTable } from "../../src/options/search-table.ts";
import { OPTIONS_OBJECT } from "../../src/options/unknown-names.ts";
import { startServer } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { zxing } from "../decoders/decoders.ts";
import { ruleText } from "../rule-text.ts";

const reports: unknown[] = [];

function appOf(api: QrApi) {
  const report = (error: unknown) => void reports.push(error);
  return createApp(api, { report, mcp: createMcp(api, report) });
}

const app = appOf(createService());
const server = startServer({ port: 0, host: "127.0.0.1" });
afterAll(async () => (await server).close());

/** Resolves to an SDK client that stays connected to `url` until the test ends. */
async function connect(url: URL, fetch?: typeof globalThis.fetch): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url, fetch && { fetch }));
  onTestFinished(() => client.close());
  return client;
}

const inProcess = (handler = app) =>
  connect(new URL("http://isoqr.test/mcp"), (input, init) => handler(new Request(input, init)));
const overSocket = async () => connect(new URL(`${(await server).url}/mcp`));

const call = async (client: Client, name: string, input: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: input })) as CallToolResult;

describe.each([
  ["in process", () => inProcess()],
  ["over a socket", overSocket],
])("an agent %s", (_, connected) => {
  test("the server lists three tools with the options of the table", async () => {
    const { tools } = await (await connected()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["generate_qr", "validate_qr", "optimize_qr"]);
    for (const { name, description, inputSchema } of tools) {
      expect(description).toMatch(/QR code/);
      expect(inputSchema.type).toBe("object");
      expect(inputSchema.required).toEqual(["data"]);
      expect(Object.keys(inputSchema.properties ?? {})).toEqual([
        ...textOptionNames,
        ...(name === "optimize_qr" ? Object.keys(searchTable) : []),
      ]);
      const ajv = new Ajv2020({ allErrors: true });
      addFormats.default(ajv);
      const fits = ajv.compile(inputSchema);
      expect(fits({ data: "x", size: 300, format: "svg", color: "1a2b3c", boost: true })).toBe(true);
      expect(fits({ data: "x", size: 30 })).toBe(false);
      expect(fits({ size: 300 })).toBe(false);
    }
  });

  test("generate_qr returns a PNG as an image that decodes to the text", async () => {
    const { content, isError } = await call(await connected(), "generate_qr", {
      data: "https://example.com",
      size: 300,
    });
    expect(isError).toBeFalsy();
    expect(content).toEqual([{ type: "image", mimeType: "image/png", data: expect.any(String) }]);
    const [image] = content;
    const png = PNG.sync.read(Buffer.from(image?.type === "image" ? image.data : "", "base64"));
    expect([png.width, png.height]).toEqual([300, 300]);
    const pixels = { width: png.width, height: png.height, data: new Uint8ClampedArray(png.data) };
    expect(await zxing.read(pixels)).toBe("https://example.com");
  });

  test("generate_qr returns an SVG and a matrix as text", async () => {
    const client = await connected();
    const svg = await call(client, "generate_qr", { data: "x", format: "svg" });
    expect(svg.content).toEqual([{ type: "text", text: expect.stringMatching(/^<svg /) }]);
    const { content } = await call(client, "generate_qr", { data: "x", format: "json" });
    expect(JSON.parse(content[0]?.type === "text" ? content[0].text : "")).toMatchObject({ size: 21 });
  });

  test("a client gets errors as results, and can correct its call", async () => {
    const client = await connected();
    expect(await call(client, "generate_qr", { data: "x", size: 5 })).toEqual({
      content: [{ type: "text", text: ruleText(integerRange, "size", { min: 32, max: 2048 }) }],
      isError: true,
    });
    expect((await call(client, "generate_qr", {})).content).toEqual([
      { type: "text", text: expect.stringContaining(ruleText(fieldRequired, "data")) },
    ]);
  });

  test.each(["no_such_tool", "toString", "__proto__"])("rejects a call to the unknown tool %s", async (name) => {
    // The SDK's client adds the error code in front of the message.
    const message = /^MCP error -32602: name must be generate_qr or validate_qr or optimize_qr$/;
    await expect(call(await connected(), name, {})).rejects.toThrow(message);
  });
});

test("an agent gets a report with suggested changes", async () => {
  const { content, isError } = await call(await inProcess(), "validate_qr", { data: "x", color: "cccccc" });
  expect(isError).toBeFalsy();
  const report = JSON.parse(content[0]?.type === "text" ? content[0].text : "");
  expect(report.valid).toBe(false);
  expect(report.issues.map(({ code }: { code: string }) => code)).toContain("low_contrast");
});

test("reports an unexpected error without sending it", async () => {
  const secret = new TypeError("secret at /home/secret.ts");
  const failing = { ...createService(), generate: () => Promise.reject(secret) };
  const result = await call(await inProcess(appOf(failing)), "generate_qr", { data: "x" });
  expect(result).toEqual({ content: [{ type: "text", text: ruleText(unexpectedError) }], isError: true });
  expect(reports).toEqual([secret]);
});

describe("a raw request", () => {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const send = (body: unknown, more: Record<string, string> = {}) =>
    app(
      new Request("http://isoqr.test/mcp", {
        method: "POST",
        headers: { ...headers, ...more },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("returns JSON that is not cached and that all origins can read", async () => {
    const answer = await send(ping);
    expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Mcp-Session-Id")).toBeNull();
  });

  test("a message without an id gets 202 and no body", async () => {
    const answer = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
  });

  test("rejects several messages in a request", async () => {
    const answer = await send([ping, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }]);
    expect(answer.status).toBe(400);
    const error = { code: -32600, message: "the body must be a JSON object: send one JSON-RPC message" };
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: null, error });
  });

  test.each([
    ["no JSON", "{", {}, 400],
    ["no message", {}, {}, 400],
    ["another type", "x", { "Content-Type": "text/plain" }, 415],
    ["an Accept header without JSON", ping, { Accept: "text/html" }, 406],
    ["a protocol from the future", ping, { "Mcp-Protocol-Version": "2999-01-01" }, 400],
    ["more than 4 MiB", " ".repeat(5 * 1024 * 1024), {}, 413],
  ])("rejects a request with %s", async (_, body, more, status) => {
    const answer = await send(body, more);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await answer.json()).toHaveProperty("error");
  });

  test.each([
    [{ id: 1, method: "ping" }, 400, -32600, 'must have "jsonrpc"'],
    ...[null, 1.5, {}].map(
      (id) => [{ ...ping, id }, 400, -32600, "must be a string or an integer"] as [object, number, number, string],
    ),
    [{ jsonrpc: "2.0", id: 1 }, 400, -32600, "the method of a message must be a string"],
    [{ ...ping, method: 5 }, 400, -32600, "the method of a message must be a string"],
    [{ ...ping, params: 5 }, 200, -32602, ruleText(OPTIONS_OBJECT, "params")],
    [{ ...ping, extra: 5 }, 400, -32600, "extra is not allowed in a message"],
    [{ jsonrpc: "2.0", id: 1, result: 5 }, 400, -32600, "a response must have an id"],
    [{ ...ping, method: "tools/call" }, 200, -32602, "name must be generate_qr or validate_qr or optimize_qr"],
    [
      { ...ping, method: "tools/call", params: { name: 5 } },
      200,
      -32602,
      "name must be generate_qr or validate_qr or optimize_qr",
    ],
    ...[[1], null, "x"].map(
      (words) =>
        [
          { ...ping, method: "tools/call", params: { name: "generate_qr", arguments: words } },
          ...[200, -32602, "arguments must be an object, such as"],
        ] as [object, number, number, string],
    ),
  ])("rejects %j with a message", async (message, status, code, expected) => {
    const answer = await send(message);
    expect(answer.status).toBe(status);
    const error = { code, message: expect.stringContaining(expected) };
    expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", error });
  });

  const initialize = { ...ping, method: "initialize" };
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  test.each([
    [initialize, ruleText(OPTIONS_OBJECT, "params")],
    [{ ...initialize, params: null }, ruleText(OPTIONS_OBJECT, "params")],
    [{ ...initialize, params: {} }, ruleText(anyString, "protocolVersion")],
    [{ ...initialize, params: { ...hello, protocolVersion: 5 } }, ruleText(anyString, "protocolVersion")],
    [{ ...initialize, params: { ...hello, capabilities: [] } }, ruleText(OPTIONS_OBJECT, "capabilities")],
    [{ ...initialize, params: { ...hello, clientInfo: { name: "a" } } }, ruleText(anyString, "clientInfo.version")],
    [
      { ...initialize, params: { ...hello, clientInfo: { ...hello.clientInfo, icons: [{ src: 1 }] } } },
      ruleText(anyString, "clientInfo.icons[0].src"),
    ],
    [
      { ...initialize, params: { ...hello, clientInfo: { ...hello.clientInfo, icons: [{ src: "a", theme: "x" }] } } },
      ruleText(oneOf, "clientInfo.icons[0].theme", { text: "light, dark" }),
    ],
    [
      { ...initialize, params: { ...hello, capabilities: { roots: { listChanged: 1 } } } },
      ruleText(trueOrFalse, "capabilities.roots.listChanged"),
    ],
    [
      { ...initialize, params: { ...hello, capabilities: { experimental: { ["x".repeat(9_999)]: 1 } } } },
      ruleText(OPTIONS_OBJECT, `capabilities.experimental.${"x".repeat(74)}...`),
    ],
    [{ ...ping, params: { _meta: 5 } }, ruleText(OPTIONS_OBJECT, "_meta")],
    [{ ...ping, params: { _meta: { progressToken: {} } } }, "_meta.progressToken must be a string or a number"],
    [{ ...ping, method: "tools/list", params: { cursor: 5 } }, ruleText(anyString, "cursor")],
    ...[{ ttl: 60_000 }, {}, { ttl: "x" }, 5].map(
      (task) =>
        [
          { ...ping, method: "tools/call", params: { name: "generate_qr", arguments: { data: "x" }, task } },
          "task is not supported: remove it",
        ] as [object, string],
    ),
    [{ ...ping, method: "unknown", params: { _meta: 5 } }, ruleText(OPTIONS_OBJECT, "_meta")],
  ])("returns -32602 with the parameter and its rule for invalid parameters: %#", async (message, expected) => {
    const answer = await send(message);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: expected } });
  });

  test("returns -32601 with the supported methods for an unsupported one", async () => {
    const answer = await send({ ...ping, method: "resources/list" });
    const message = ruleText(oneOf, "method", { text: "initialize, ping, tools/list, tools/call" });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { jsonrpc: "2.0", id: 1, error: { code: -32601, message } },
    ]);
  });

  test.each(["{", "", '"x', "nul", "[1"])("returns -32700 for %j, which is not JSON", async (body) => {
    const answer = await send(body);
    const error = { code: -32700, message: ruleText(NOT_JSON_RPC) };
    expect([answer.status, await answer.json()]).toEqual([400, { jsonrpc: "2.0", id: null, error }]);
  });

  test("returns -32700 for JSON that is nested too deeply", async () => {
    const answer = await send("[".repeat(33));
    const message = ruleText(TOO_DEEP, { max: 32 });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { jsonrpc: "2.0", id: null, error: { code: -32700, message } },
    ]);
  });

  test.each([
    ["initialized", undefined, 202],
    ["initialized", 5, 400],
    ["cancelled", { _meta: 5 }, 400],
    ["cancelled", { requestId: [] }, 202],
    ["unknown", {}, 202],
  ])("a notification %s with the parameters %j gets the status %i", async (name, params, status) => {
    const answer = await send({ jsonrpc: "2.0", method: `notifications/${name}`, params });
    expect(answer.status).toBe(status);
    const body = await answer.text();
    if (status === 202) expect(body).toBe("");
    else expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32602 } });
  });

  test("answers an unknown protocol version with a supported one", async () => {
    const answer = await send({ ...initialize, params: { ...hello, protocolVersion: "1999-01-01" } });
    expect([answer.status, (await answer.json()).result.serverInfo.name]).toEqual([200, "isoqr"]);
  });

  test.each(["GET", "DELETE"])("returns 405 for %s, because streams and sessions are not supported", async (method) => {
    const answer = await app(new Request("http://isoqr.test/mcp", { method, headers }));
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test("allows any header in preflights from pages, such as the protocol's", async () => {
    const preflight = { Origin: "https://page.example", "Access-Control-Request-Method": "POST" };
    const answer = await app(new Request("http://isoqr.test/mcp", { method: "OPTIONS", headers: preflight }));
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Headers")).toBe("*, Authorization");
  });

  test("returns 404 if the app has no tools", async () => {
    const plain = createApp(createService());
    expect((await plain(new Request("http://isoqr.test/mcp", { method: "POST", headers }))).status).toBe(404);
  });
});
