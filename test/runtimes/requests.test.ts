import { afterAll, beforeAll, describe, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createMcp } from "../../src/http/mcp.ts";
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
});
