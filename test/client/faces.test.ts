import { afterAll, beforeAll } from "vitest";
import type { QrApi } from "../../src/api.ts";
import { createClient } from "../../src/client/client.ts";
import { createApp } from "../../src/http/app.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { describeApi } from "../contract/api.ts";

const heavy = createHeavyWork();
const create = () => createService({ heavy, links: createMemoryLinks() });
const model = create();
const service = create();
const app = createApp(service);
const baseUrl = "http://isoqr.test";

let server: RunningServer;
beforeAll(async () => {
  const worker = new URL("../../build/worker/heavy-worker.js", import.meta.url);
  server = await startServer({ port: 0, host: "127.0.0.1" }, {}, worker);
});
afterAll(() => server.close());

/** Returns an API that passes all calls through a client, except `readLink`, `removeLink` and `drawSheet`, which clients do not
 *  have. */
function proxy(): QrApi {
  const { readLink, removeLink, drawSheet } = service;
  return { ...createClient({ baseUrl, fetch: app }), readLink, removeLink, drawSheet };
}

describeApi("the service", () => service, model);
describeApi("a client of an app in this process", () => createClient({ baseUrl, fetch: app }), model);
describeApi("a client over a socket", () => createClient({ baseUrl: server.url }), model);
describeApi(
  "a client of an app that forwards to another",
  () => createClient({ baseUrl, fetch: createApp(proxy()) }),
  model,
);
