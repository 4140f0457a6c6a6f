import { afterAll, beforeAll } from "vitest";
import type { QrApi } from "../../src/api.ts";
import { createClient } from "../../src/client/client.ts";
import { createApp } from "../../src/http/app.ts";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { describeApi } from "../contract/api.ts";

const service = createService();
const app = createApp(service);
const baseUrl = "http://isoqr.test";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

/** A service that asks another one; what is only for servers stays here. */
function proxy(): QrApi {
  const { readLink, removeLink } = service;
  return { ...createClient({ baseUrl, fetch: app }), readLink, removeLink };
}

describeApi("the service", () => service, createService());
describeApi("a client of an app in this process", () => createClient({ baseUrl, fetch: app }), service);
describeApi("a client over a socket", () => createClient({ baseUrl: server.url }), service);
describeApi(
  "a client of an app that asks another",
  () => createClient({ baseUrl, fetch: createApp(proxy()) }),
  service,
);
