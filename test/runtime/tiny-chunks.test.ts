import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

/** Sends a JSON body in chunks of `size` bytes, and resolves to the response. */
async function send(text: string, size: number, before = ""): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (part) => {
    answer += part;
  });
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  const head = ["POST /api/qr HTTP/1.1", "Host: a", "Connection: close", "Content-Type: application/json"];
  socket.write(before + [...head, "Transfer-Encoding: chunked", "", `${body}0\r\n\r\n`].join("\r\n"));
  await closed;
  return answer;
}

const json = (length: number) => JSON.stringify({ data: "x", unknown: "a".repeat(length) });

test("a body in many tiny chunks is refused, with what to do", async () => {
  const answer = await send(json(50_000), 1);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain("the chunks of the body must have at least 256 bytes on average: send it in fewer chunks");
});

test("the response to an earlier request on the socket is complete", async () => {
  const answer = await send(json(50_000), 1, "GET /api/qr?data=x HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(answer.match(/HTTP\/1\.1 \d+|"error":/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400", '"error":']);
});

test.each([
  ["few tiny chunks", 900, 1],
  ["many chunks of 300 bytes", 900_000, 300],
])("a body in %s is read", async (_, length, size) => {
  expect(await send(json(length), size)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
