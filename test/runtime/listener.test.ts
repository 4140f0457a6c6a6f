import { EventEmitter } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createListener } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { openSocket } from "../faults/sockets.ts";

const app = createApp(createService({ links: createMemoryLinks() }));
/** The first server gets the app itself, so it handles most requests without Request and Response objects. The second
 *  server gets a plain function, and therefore always creates these objects. */
const servers = [createListener(app), createListener((request) => app(request))].map((listener) =>
  createServer({ requireHostHeader: false }, listener),
);
let urls: string[] = [];

beforeAll(async () => {
  // Only the first response for each text contains a token.
  await app(new Request("http://a.example/api/i?data=x"));
  urls = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
});

afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

/** Returns the status line, headers sorted by name, and the body. */
function normalized(answer: string) {
  const end = answer.indexOf("\r\n\r\n");
  const [status, ...lines] = answer.slice(0, end).split("\r\n");
  const headers = lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return [status, headers.filter((line) => !line.startsWith("date:")).sort(), answer.slice(end)];
}

const HOST = "Host: a.example";

describe("an app and a function around it send the same response to", () => {
  test.each([
    ["a PNG", "GET /api/qr?data=x", HOST],
    ["an SVG, percent-encoded", "GET /api/qr?data=%C3%A4%2B%3F&format=svg", HOST],
    ["broken percent-encoding", "GET /api/qr?data=%", HOST],
    ["a percent-encoded path", "GET /%61pi/qr?data=x", HOST],
    ["HEAD", "HEAD /api/qr?data=x", HOST],
    ["HEAD of an error", "HEAD /api/qr", HOST],
    ["HEAD of a page", "HEAD /", HOST],
    ["a known ETag", "GET /api/qr?data=x", `${HOST}\r\nIf-None-Match: "a"\r\nIf-None-Match: *`],
    ["two Accept headers", "GET /i/AAAAAAAAAA", `${HOST}\r\nAccept: text/plain\r\nAccept: text/html`],
    ["a page", "GET /", HOST],
    ["a redirect", "GET /guide", HOST],
    ["JSON", "GET /healthz", HOST],
    ["a link", "GET /api/i?data=x", `${HOST}\r\nX-Forwarded-Host: b`],
    ["nothing", "GET /missing?x=/.", HOST],
    ["a dot segment", "GET /api/./qr?data=x", HOST],
    ["an encoded dot segment", "GET /missing/%2e%2E/api/qr?data=x", HOST],
    ["a backslash", "GET /api\\qr?data=x", HOST],
    ["a fragment", "GET /api/qr?data=x#y", HOST],
    ["two slashes", "GET //api/qr?data=x", HOST],
    ["a whole address", "GET http://b.example/api/i?data=x", HOST],
    ["an asterisk", "OPTIONS *", HOST],
    ["a host in capitals", "GET /api/i?data=x", "Host: A.Example:80"],
    ["a host that is a number", "GET /api/i?data=x", "Host: 0x7f.1"],
    ["an address of IPv6", "GET /api/i?data=x", "Host: [::1]:8080"],
    ["no host", "GET /api/qr?data=x", "Accept: */*"],
    ["a body where none is read", "GET /api/qr?data=x", `${HOST}\r\nContent-Length: 3\r\n\r\nabc`],
    ["a wrong method", "PUT /api/qr", HOST],
    ["OPTIONS", "OPTIONS /api/qr", HOST],
  ])("%s", async (_, line, headers) => {
    const request = `${line} HTTP/1.1\r\nConnection: close\r\n${headers}${headers.includes("\r\n\r\n") ? "" : "\r\n\r\n"}`;
    const [whole = "", converted = ""] = await Promise.all(urls.map((url) => openSocket(url, request).closed));
    expect(whole).toMatch(/^HTTP\/1\.1 \d/);
    expect(normalized(whole)).toEqual(normalized(converted));
  });
});

test("handles hundreds of concurrent requests", async () => {
  const texts = Array.from({ length: 300 }, (_, i) => `text ${i}`);
  const answers = await Promise.all(
    texts.map((text) => fetch(`${urls[0]}/api/qr?format=json&data=${encodeURIComponent(text)}`)),
  );
  const tags = answers.map(({ status, headers }) => `${status} ${headers.get("ETag")}`);
  expect(new Set(tags).size).toBe(texts.length);
  expect(tags.every((tag) => tag.startsWith("200 "))).toBe(true);
});

test("sends responses before the end of a slow turn of the event loop", async () => {
  const sent: string[] = [];
  const slow = (name: string) => {
    const end = performance.now() + 5;
    while (performance.now() < end);
    return { status: 200, headers: {}, body: name };
  };
  const reply = async (_: Request, target = "") => slow(target);
  const listener = createListener(Object.assign(async () => new Response(), { reply }));
  const targets = Array.from({ length: 10 }, (_, i) => `/${i}`);
  for (const url of targets) {
    const incoming = {
      method: "GET",
      url,
      headers: { host: "a.example" },
      rawHeaders: ["Host", "a.example"],
      socket: {},
    };
    const outgoing = Object.assign(new EventEmitter(), {
      socket: {},
      writeHead: () => undefined,
      end: (body: string) => sent.push(body),
    });
    listener(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
    // Sockets are read one after another in one turn of the event loop, and microtasks run after each read.
    for (let tick = 0; tick < 10; tick++) await null;
    if (url === "/5") expect(sent.length).toBeGreaterThan(3);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual(targets);
});

describe.each(["1.2.3.999", "foo.1", "1.2.3.4.5", "a.0x", "xn--a", "999.999.999.999:80"])(
  "an invalid host: %s",
  (host) => {
    test.each([0, 1])("server %i responds with 400 to the invalid host", async (at) => {
      const request = `GET /i/abcdefgh HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await openSocket(urls[at] as string, request).closed).toMatch(/^HTTP\/1\.1 400 /);
    });
  },
);
