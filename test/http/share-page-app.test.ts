import { describe, expect, test } from "vitest";
import { createMemoryLinks } from "../../src/adapters/memory-links.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { decoders } from "../decoders/decoders.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { errorOf } from "./ask.ts";

const app = createApp(createService({ links: createMemoryLinks() }));
const ask = (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));

/** The path of the page behind a link to `data`. */
async function pathOf(data: string): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const answer = await ask("/api/i", { method: "POST", headers, body: JSON.stringify({ data }) });
  return new URL((await answer.json()).url).pathname;
}

describe("GET /i/<id>", () => {
  test.each([
    ["an address", "https://example.com"],
    ["a network", "WIFI:T:WPA;S:Guests;P:coffee+tea&cake;;"],
    ["a phone number", "tel:+442079460958"],
    ["a hostile text", "</script><script>alert(1)</script>"],
    ["the longest text", "x".repeat(2953)],
  ])("%s has a page whose code holds it", async (_, data) => {
    const answer = await ask(await pathOf(data));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const svg = /<figure class="code">([\s\S]*?)<\/figure>/.exec(await answer.text())?.[1] ?? "";
    const pixels = await rasterize(svg, 4);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(data);
  });

  test("its downloads are there", async () => {
    const html = await (await ask(await pathOf("https://example.com"))).text();
    const links = [...html.matchAll(/href="http:\/\/isoqr\.test([^"]+)" download="([^"]+)"/g)];
    expect(links.map(([, , name]) => name?.replace(/-.*\./, "."))).toEqual(["qr.png", "qr.svg"]);
    for (const [, path = ""] of links) expect((await ask(path)).status).toBe(200);
  });

  test("HEAD is answered, an unknown link is 404 in JSON", async () => {
    const path = await pathOf("https://example.com");
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const unknown = await ask("/i/0000000000");
    expect(unknown.status).toBe(404);
    expect(await errorOf(unknown)).toContain("no such link");
  });
});
