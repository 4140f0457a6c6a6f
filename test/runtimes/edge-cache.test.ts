import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorker, d1Server, recipeWorker } from "./edge/recipe.ts";
import { hasWorkerd, type RunningWorkerd, startWorkerd } from "./edge/workerd.ts";

describe.runIf(hasWorkerd)("workerd with a cache", () => {
  let engine: RunningWorkerd;
  let url: string;
  beforeAll(async () => {
    const app = await recipeWorker();
    const source = 'export { default } from "./test/runtimes/edge/cache-server.ts";';
    const cache = { modules: { "cache.js": await bundleWorker(source) }, compatibilityDate: app.compatibilityDate };
    const more = `${app.more}, cacheApiOutbound = "cache"`;
    engine = await startWorkerd({ app: { ...app, more }, d1: await d1Server(), cache });
    url = engine.urls.app ?? "";
  }, 120_000);
  afterAll(() => engine?.stop());

  const stateOf = (answer: Response) => answer.headers.get("CF-Cache-Status");
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString("base64");

  test.each(["png", "svg", "json"])(
    "the second of two identical requests is answered by the cache: %s",
    async (format) => {
      const address = `${url}/api/qr?data=twice&format=${format}`;
      const first = await fetch(address);
      expect([first.status, stateOf(first)]).toEqual([200, null]);
      const body = await bytesOf(first);
      await expect.poll(async () => stateOf(await fetch(address))).toBe("HIT");
      const second = await fetch(address);
      expect([second.status, await bytesOf(second)]).toEqual([200, body]);
      for (const name of [
        "Content-Type",
        "ETag",
        "Cache-Control",
        "Access-Control-Allow-Origin",
        "Content-Security-Policy",
      ])
        expect([name, second.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      const known = await fetch(address, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
      expect([known.status, stateOf(known), await known.text()]).toEqual([304, "HIT", ""]);
      const names = ["ETag", "Cache-Control", "Access-Control-Allow-Origin", "Cross-Origin-Resource-Policy"];
      for (const name of names) expect([name, known.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      expect(known.headers.has("Content-Type")).toBe(false);
      expect(stateOf(await fetch(`${address}&margin=2`))).toBeNull();
    },
  );

  test("links, errors and reports are not cached", async () => {
    const { id } = (await (await fetch(`${url}/api/i?data=kept`)).json()) as { readonly id: string };
    const paths = [`/i/${id}.png`, "/api/i?data=kept", "/api/qr?data=x&size=1", "/api/qr/validate?data=x"];
    for (const path of [...paths, ...paths]) expect([path, stateOf(await fetch(url + path))]).toEqual([path, null]);
  });
});
