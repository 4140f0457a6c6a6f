import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integerRange } from "../../src/messages/option-rules.ts";
import { formatNames } from "../../src/options/formats.ts";
import { settleAddress } from "../../src/runtime/listen.ts";
import { type RunningServer, type ServerSettings, startServer } from "../../src/runtime/node.ts";
import { hasIPv6 } from "../loopback.ts";
import { ruleText } from "../rule-text.ts";

let server: RunningServer;
const loopback = { port: 0, host: "127.0.0.1" };

beforeAll(async () => {
  // Threads run the built script.
  server = await startServer(loopback, {}, new URL("../../build/worker/heavy-worker.js", import.meta.url));
});
afterAll(() => server.close());

const open = ({ url }: RunningServer) => connect(Number(new URL(url).port), "127.0.0.1").setEncoding("latin1");

/** Resolves to everything that arrives on `socket` before it is closed. */
function received(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    socket.on("data", (text) => {
      answer += text;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => (answer ? resolve(answer) : reject(error)));
  });
}

/** Resolves to everything that the server sends in response to `pieces` before it closes the connection. */
function sendRaw(to: RunningServer, ...pieces: string[]): Promise<string> {
  const socket = open(to);
  for (const piece of pieces) socket.write(piece);
  return received(socket);
}

/** As `sendRaw`, but the server reads the pieces one by one. */
async function sendSlowly(to: RunningServer, ...pieces: string[]): Promise<string> {
  const socket = open(to);
  const answer = received(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(2);
  }
  return answer;
}

describe("over a socket", () => {
  test("sends Content-Length with pictures, even for HEAD", async () => {
    for (const format of formatNames) {
      const url = `${server.url}/api/qr?data=https://example.com&format=${format}&title=%C3%A9`;
      const get = await fetch(url);
      const length = (await get.arrayBuffer()).byteLength;
      const head = await fetch(url, { method: "HEAD" });
      expect([get.status, head.status]).toEqual([200, 200]);
      expect(get.headers.get("Content-Length")).toBe(String(length));
      expect(head.headers.get("Content-Length")).toBe(String(length));
      expect(head.headers.get("ETag")).toBe(get.headers.get("ETag"));
    }
  });

  test("sends 304 without a body", async () => {
    const url = `${server.url}/api/qr?data=x`;
    const tag = (await fetch(url)).headers.get("ETag") ?? "";
    const again = await fetch(url, { headers: { "If-None-Match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("reads a chunked body", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.enqueue(new TextEncoder().encode('"x"}'));
        controller.close();
      },
    });
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" };
    expect((await fetch(`${server.url}/api/qr`, init)).status).toBe(200);
  });

  test("rejects a body over the limit with 413, with or without Content-Length", async () => {
    const head = "POST /api/qr HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n";
    const pad = " ".repeat(5 * 1024 * 1024);
    const announced = await sendRaw(server, `${head}Content-Length: ${pad.length}\r\n\r\n`, pad);
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
    const chunked = await sendRaw(
      server,
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      `${pad.length.toString(16)}\r\n${pad}\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    expect(chunked).toContain("4 MiB");
  });

  test("accepts the longest text, percent-encoded, in a URL", async () => {
    const text = "€".repeat(984);
    expect((await fetch(`${server.url}/api/qr?ec=L&data=${encodeURIComponent(text)}`)).status).toBe(200);
    const tooLong = await fetch(`${server.url}/api/qr?ec=L&data=${encodeURIComponent(`${text}€`)}`);
    expect(tooLong.status).toBe(413);
  });

  test.each([
    ["nonsense\r\n\r\n", "400 Bad Request", "the HTTP request is malformed"],
    ["GET /api/qr?data=x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", "400 Bad Request", "Host header"],
    [
      `GET /api/qr?data=${"x".repeat(80_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "in a JSON body with POST",
    ],
    [
      `GET /api/qr?data=x HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(80_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "in a JSON body with POST",
    ],
    ["GET /api/qr?data=x HTTP/9\r\nHost: a\r\n\r\n", "400 Bad Request", "the HTTP request is malformed"],
    [
      "GET /api/qr?data=x HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n",
      "417 Expectation Failed",
      "100-continue",
    ],
    ["GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", "400 Bad Request", "send one Host header"],
    ["GET /api/qr?data=x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400 Bad Request", "Host header"],
    ['GET /api/qr?data=x HTTP/1.1\r\nHost: a"b\r\n\r\n', "400 Bad Request", "Host header"],
    ["GET /api/qr?data=x HTTP/1.1\r\nHost: a'b\r\n\r\n", "400 Bad Request", "Host header"],
    ["GET http://a'b/api/qr?data=x HTTP/1.1\r\nHost: a\r\n\r\n", "400 Bad Request", "Host header"],
  ])("%#: responds to a malformed request in JSON", async (request, status, message) => {
    const answer = await sendRaw(server, request);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/content-type: application\/json/i);
    expect(answer).toMatch(/access-control-allow-origin: \*/i);
    expect(answer).toMatch(/access-control-expose-headers: etag, /i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    expect(answer).toMatch(/^x-error-code: REQUEST_INVALID\r$/im);
    expect(answer).toContain(message);
  });
});

test("rejects long URLs and headers that arrive in pieces", async () => {
  const pieces = Array.from({ length: 80 }, () => "x".repeat(1_000));
  for (const start of ["GET /api/qr?data=", "GET /api/qr?data=x HTTP/1.1\r\nHost: a\r\nCookie: "])
    expect(await sendSlowly(server, start, ...pieces)).toContain("HTTP/1.1 431 ");
});

test.each(["a", "my_service:8080", "[::1]:80", "127.0.0.1", "QR.Example.com."])(
  "accepts %s as a host",
  async (host) => {
    const answer = await sendRaw(server, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain("HTTP/1.1 200 OK");
  },
);

test("responds to earlier requests before it rejects a malformed one", async () => {
  const body = '{"data":"x"}';
  const post = `POST /api/i HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answer = await sendRaw(server, `${post}${body}${post}${body}garbage\r\n\r\n`);
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual([200, 200, 400].map((status) => `HTTP/1.1 ${status}`));
  expect(answer).toContain('"token"');
});

test("rejects a malformed body immediately", async () => {
  const head =
    "POST /api/qr HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  const answer = await sendRaw(server, `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${head}no length\r\n`);
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
});

test("responds with 408 to a request that does not arrive in time", async () => {
  const hasty = await startServer(loopback, { headersTimeout: 100, connectionsCheckingInterval: 50 });
  const answer = await sendRaw(hasty, "GET /api/qr?data=x HTTP/1.1\r\nHost:");
  expect(answer).toContain("HTTP/1.1 408");
  expect(answer).toContain("request timed out");
  await hasty.close();
});

describe("startServer", () => {
  test("defaults to the loopback address and port 8080", async () => {
    const other = await startServer({ port: 0 });
    expect(other.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await other.close();
    expect(settleAddress({})).toEqual({ port: 8080, host: "127.0.0.1" });
    expect(settleAddress({ port: "0" as unknown as number })).toEqual({ port: 0, host: "127.0.0.1" });
  });
  test.each([
    [{ port: 65_536 }, ruleText(integerRange, "port", { min: 0, max: 65535 })],
    [{ port: 1.5 }, ruleText(integerRange, "port", { min: 0, max: 65535 })],
    [{ port: null }, ruleText(integerRange, "port", { min: 0, max: 65535 })],
    [{ port: 0, host: "" }, "host must be a host name or an IP address, such as 127.0.0.1"],
    [{ port: 0, host: 5 }, "host must be a host name or an IP address, such as 127.0.0.1"],
    [{ port: 0, metrics: true }, ruleText(integerRange, "metrics.port", { min: 0, max: 65535 })],
    [{ port: 0, metrics: { port: 0, host: "" } }, "metrics.host must be a host name or an IP address"],
    [null, "the first argument must be an object, such as { port: 8080 }"],
  ])("rejects %j with a message", async (settings, message) => {
    await expect(startServer(settings as ServerSettings)).rejects.toThrow(message);
  });
  test("does not serve metrics if the port is invalid", async () => {
    let opened = false;
    const settings = {
      port: -1,
      get metrics() {
        opened = true;
        return loopback;
      },
    };
    await expect(startServer(settings)).rejects.toThrow("port must be");
    expect(opened).toBe(false);
  });
  test("fails with a message if the port is in use", async () => {
    const port = Number(new URL(server.url).port);
    await expect(startServer({ ...loopback, port })).rejects.toThrow(`port ${port} on 127.0.0.1 is already in use`);
  });
  test("fails with a message if the address belongs to another machine", async () => {
    await expect(startServer({ port: 0, host: "192.0.2.1" })).rejects.toThrow(
      "192.0.2.1 is not an address of this machine",
    );
  });
  test.runIf(hasIPv6)("writes an IPv6 address in brackets", async () => {
    const other = await startServer({ port: 0, host: "::1" });
    expect(other.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    await other.close();
  });
});
