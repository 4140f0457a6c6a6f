import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryLinks } from "../../src/adapters/memory-links.ts";
import { createApp } from "../../src/http/app.ts";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { requests } from "./requests.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

const model = createApp(createService({ links: createMemoryLinks() }));
const withoutToken = (body: Buffer) => body.toString("latin1").replace(/"token":"[\w-]{43}"/, '"token":"..."');

test.each(requests.filter(({ proof }) => !proof))("over a socket, $name", async ({ path, init }) => {
  const [answer, expected] = await Promise.all([
    fetch(server.url + path, init),
    model(new Request(server.url + path, init)),
  ]);
  expect(answer.status).toBe(expected.status);
  expect(withoutToken(Buffer.from(await answer.arrayBuffer()))).toBe(
    withoutToken(Buffer.from(await expected.arrayBuffer())),
  );
  expect(Object.fromEntries(answer.headers)).toMatchObject(Object.fromEntries(expected.headers));
});
