import { afterAll, beforeAll, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { requests } from "./requests.ts";
import { expectSameResponse } from "./same-response.ts";

let server: RunningServer;
beforeAll(async () => {
  // Threads run the built script.
  const worker = new URL("../../build/worker/heavy-worker.js", import.meta.url);
  server = await startServer({ port: 0, host: "127.0.0.1" }, {}, worker);
});
afterAll(() => server.close());

const model = createApp(createService({ links: createMemoryLinks() }));

test.each(requests.filter(({ proof }) => !proof))("returns the same response over a socket: $name", async (sample) => {
  await expectSameResponse(server.url, model, sample);
});
