import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createListener } from "../../src/runtime/node.ts";

/** Responds with all 256 byte values, repeated as many times as the path says. */
const server = createServer(
  createListener(async (request) => {
    const count = Number(new URL(request.url).pathname.slice(1));
    const bytes = Uint8Array.from({ length: 256 * count }, (_, i) => i & 255);
    return new Response(bytes, { headers: { "Content-Type": "image/png", "Content-Length": String(bytes.length) } });
  }),
);
let base = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

test.each([0, 1, 63, 64, 65, 500])("sends all bytes unchanged, %i times", async (count) => {
  const answer = await fetch(`${base}/${count}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.headers.get("Content-Length")).toBe(String(256 * count));
  expect(bytes.length).toBe(256 * count);
  expect(bytes.every((byte, i) => byte === (i & 255))).toBe(true);
});

test("sends no body for HEAD", async () => {
  const answer = await fetch(`${base}/3`, { method: "HEAD" });
  expect([answer.status, answer.headers.get("Content-Length"), await answer.text()]).toEqual([200, "768", ""]);
});
