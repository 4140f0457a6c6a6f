import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogoFetcher } from "../../src/adapters/fetch-logos.ts";
import { createMemoryLinks } from "../../src/adapters/memory-links.ts";
import { createApp } from "../../src/http/app.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { loadMcp } from "../../src/runtime/mcp.ts";
import { createService } from "../../src/service/service.ts";
import { commands } from "./commands.ts";
import { allRequests } from "./heavy-requests.ts";
import { end, serve } from "./program.ts";

const ignore = () => undefined;

/** The service in this process, which is Node's. */
function createModel() {
  const service = createService({ links: createMemoryLinks(), heavy: createHeavyWork(), logos: createLogoFetcher() });
  return createApp(service, { report: ignore, mcp: loadMcp(service, ignore) });
}

const withoutToken = (body: Buffer) => body.toString("latin1").replace(/"token":"[\w-]{43}"/, '"token":"..."');

describe.each(Object.entries(await commands()))("%s", (_, command) => {
  const model = createModel();
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve(command);
  });
  afterAll(() => end(server));

  test.each(allRequests)("$name", async ({ path, init }) => {
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
});
