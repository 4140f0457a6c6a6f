import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import { createLogoFetcher } from "../../src/logo/host/fetcher.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { expectSameResponse } from "../runtime/same-response.ts";
import { commands } from "./commands.ts";
import { allRequests } from "./heavy-requests.ts";
import { end, serve } from "./program.ts";

const ignore = () => undefined;

/** Creates the service in this process, on Node. */
function createModel() {
  const service = createService({ links: createMemoryLinks(), heavy: createHeavyWork(), logos: createLogoFetcher() });
  return createApp(service, { report: ignore, mcp: createMcp(service, ignore) });
}

describe.each(Object.entries(await commands()))("%s", (_, command) => {
  const model = createModel();
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve(command);
  });
  afterAll(() => end(server));

  test.each(allRequests)("$name", async (sample) => {
    await expectSameResponse(server.url, model, sample);
  });

  test.each([30_000, 33_000, 60_000])(
    "a text of %i characters in the URL is refused in JSON, with CORS",
    async (length) => {
      const answer = await fetch(`${server.url}/api/qr?data=${"x".repeat(length)}`);
      const headers = ["X-Error-Code", "X-Error-Field", "Access-Control-Allow-Origin"];
      const values = headers.map((header) => answer.headers.get(header));
      expect([answer.status, ...values]).toEqual([413, "DATA_TOO_LONG", "data", "*"]);
      expect((await answer.json()).error).toMatch(/shorten/);
    },
  );
});
