import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { BODY_SIZE } from "../../src/http/body.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { UNAVAILABLE } from "../../src/stores/store-errors.ts";
import { ruleText } from "../rule-text.ts";
import { requests } from "../runtime/requests.ts";
import { expectSameResponse } from "../runtime/same-response.ts";
import { moreRequests, refusedRequests } from "./edge/more-requests.ts";
import { d1Server, recipeWorker } from "./edge/recipe.ts";
import { hasWorkerd, type RunningWorkerd, startWorkerd } from "./edge/workerd.ts";

/** Tests the recipe in docs/deploy/edge.md as printed, in workerd. */

describe.runIf(hasWorkerd)("workerd", () => {
  let engine: RunningWorkerd;
  let url: string;
  beforeAll(async () => {
    engine = await startWorkerd({ app: await recipeWorker(), d1: await d1Server() });
    url = engine.urls.app ?? "";
  }, 120_000);
  afterAll(() => engine?.stop());

  /** The same app in this process, with links in memory. */
  const service = createService({ links: createMemoryLinks() });
  const model = createApp(service, { mcp: createMcp(service, console.error) });
  /** Sends a request to both apps, expects the same response, and resolves to the status of the response. */
  const askBoth = (path: string, init: RequestInit = {}) => expectSameResponse(url, model, { path, init });

  test.each([...requests, ...moreRequests])("responds as on Node: $name", async ({ path, init }) => {
    expect(await askBoth(path, init)).not.toBe(500);
  });

  test.each(refusedRequests)("responds with 501 and an explanation: $name", async ({ path, init }) => {
    expect(await askBoth(path, init)).toBe(501);
    const { error } = (await (await fetch(url + path, init)).json()) as { readonly error: string };
    expect(error).toMatch(/^[^:]+: .+/);
  });

  describe("pictures are identical to Node's", () => {
    const styles = ["square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"];
    test.each(styles)("%s", async (dotStyle) => {
      for (let at = 0; at < 60; at++) {
        const data = `${dotStyle} ${"0123456789 ABC xyz äöü 世界".repeat(1 + (at % 20)).slice(0, 7 * at + 1)}`;
        const size = 32 + ((at * 97) % 900);
        const input = {
          data,
          size,
          dotStyle,
          format: ["png", "svg", "json"][at % 3],
          ec: "LMQH"[at % 4],
          margin: at % 11,
        };
        const search = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
        expect(await askBoth(`/api/qr?${search}`)).toBe(200);
      }
    });
  });

  /** Announces a body of `length` bytes but sends none of it. Resolves to the status and the error message of the
   *  response. */
  async function refuseBody(path: string, length: number): Promise<unknown> {
    const headers = { "Content-Type": "application/json", "Content-Length": length };
    const sent = request(`${url}${path}`, { method: "POST", headers });
    sent.flushHeaders();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const { error } = JSON.parse(await text(answer)) as { readonly error: string };
    sent.destroy();
    return [answer.statusCode, error];
  }

  test.each([
    ["/api/qr", 4],
    ["/api/qr/batch", 16],
  ])("rejects a body that is too large before it is sent: %s", async (path, most) => {
    const message = ruleText(BODY_SIZE, { max: most });
    expect(await refuseBody(path, most * 1024 * 1024 + 1)).toEqual([413, message]);
  });

  test("responds with 304 to If-None-Match", async () => {
    const first = await fetch(`${url}/api/qr?data=known`);
    const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
    expect(await askBoth("/api/qr?data=known", { headers })).toBe(304);
  });

  test("compresses the reference page once", async () => {
    const [packed, plain] = await Promise.all(
      ["gzip", "identity"].map((encoding) => fetch(`${url}/docs`, { headers: { "Accept-Encoding": encoding } })),
    );
    expect([packed?.headers.get("Content-Encoding"), plain?.headers.get("Content-Encoding")]).toEqual(["gzip", null]);
    expect(await packed?.text()).toBe(await plain?.text());
  });

  test("handles 250 concurrent requests, and creates one link for 50 of them with the same text", async () => {
    const drawn = Array.from({ length: 200 }, (_, at) => askBoth(`/api/qr?data=${at}`));
    const made = Array.from({ length: 50 }, async () => (await fetch(`${url}/api/i?data=at+once`)).json());
    expect(new Set(await Promise.all(drawn))).toEqual(new Set([200]));
    const links = (await Promise.all(made)) as { readonly id: string; readonly token?: string }[];
    expect(new Set(links.map(({ id }) => id)).size).toBe(1);
    expect(links.filter(({ token }) => token !== undefined)).toHaveLength(1);
  });

  test("deletes a link with its token", async () => {
    const { id, token } = (await (await fetch(`${url}/api/i?data=deleted`)).json()) as Record<string, string>;
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/api/i/${id}`, { method: "DELETE", headers })).status).toBe(204);
    expect((await fetch(`${url}/i/${id}.svg`)).status).toBe(404);
  });

  test("while D1 is down, links get 503 with Retry-After, and codes are drawn", async () => {
    const fault = (body: string) => fetch(`${engine.urls.d1}/fault`, { method: "POST", body });
    await fault("error: away");
    const refused = await fetch(`${url}/api/i?data=a+secret`);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await refused.json()).toEqual({ error: ruleText(UNAVAILABLE) });
    expect((await fetch(`${url}/api/qr?data=x`)).status).toBe(200);
    await fault("none");
    expect((await fetch(`${url}/api/i?data=a+secret`)).status).toBe(200);
  });

  test("logs no encoded text, and nothing unexpected", () => {
    expect(engine.output().trim()).toBe("D1 failed: D1_ERROR: away");
  });
});
