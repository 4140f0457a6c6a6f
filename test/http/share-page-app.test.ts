import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { decoders } from "../decoders/decoders.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { testError } from "../test-error.ts";
import { errorOf } from "./ask.ts";

const app = createApp(createService({ links: createMemoryLinks() }));
const ask = (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));

/** Creates a link to `data`, and resolves to the path of its page. */
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
  ])("serves a page with the code for %s", async (_, data) => {
    const path = await pathOf(data);
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const html = await answer.text();
    const figure = /<figure class="code">([\s\S]*?)<\/figure>/.exec(html)?.[1] ?? "";
    const source = /^<img src="([^"]+)"/.exec(figure)?.[1];
    const svg = source ? await (await ask(new URL(source, `http://isoqr.test${path}`).pathname)).text() : figure;
    const pixels = await rasterize(svg, 4);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(data);
  });

  test("caches store no page with a secret, and search engines index no page", async () => {
    const headersOf = async (data: string) => {
      const { status, headers } = await ask(await pathOf(data), { headers: { "If-None-Match": "*" } });
      return [status, ...["Cache-Control", "ETag", "X-Robots-Tag"].map((name) => headers.get(name))];
    };
    expect(await headersOf("WIFI:T:WPA;S:Guests;P:coffee+tea;;")).toEqual([200, "no-store", null, "noindex"]);
    expect(await headersOf("WIFI:T:WPA;S:x;P:short;;")).toEqual([200, "no-store", null, "noindex"]);
    expect(await headersOf("https://example.com")).toEqual([304, "no-cache", expect.any(String), "noindex"]);
  });

  test("the page shows the code with its design", async () => {
    const headers = { "Content-Type": "application/json" };
    const create = async (input: object) => {
      const answer = await ask("/api/i", { method: "POST", headers, body: JSON.stringify({ data: "x", ...input }) });
      return (await ask(new URL((await answer.json()).url).pathname)).text();
    };
    const framed = await create({ frame: "rounded", gradient: "linear,45,1a5fb4,813d9c" });
    expect(framed).toContain('<figure class="code framed">');
    expect(framed).toContain("linearGradient");
    expect(await create({ color: "ffffff", bg: "transparent" })).toContain('<figure class="code dark">');
    expect(await create({ frame: "plain", color: "ffffff", bg: "transparent" })).toContain("code framed dark");
    expect(await create({ color: "1a5fb4", bg: "transparent" })).toContain('<figure class="code">');
  });

  test("the page contains download links that work", async () => {
    const html = await (await ask(await pathOf("https://example.com"))).text();
    const links = [...html.matchAll(/href="([^":/]+\?[^"]+)"/g)].map(([, address = ""]) =>
      address.replace("&#38;", "&"),
    );
    expect(links.map((address) => address.replace(/^[^.]+/, ""))).toEqual([
      ".png?size=1024&download=true",
      ".svg?download=true",
    ]);
    for (const address of links) {
      const answer = await ask(`/i/${address}`);
      const [name] = address.split("?");
      expect([answer.status, answer.headers.get("Content-Disposition")]).toEqual([
        200,
        `attachment; filename="qr-${name}"`,
      ]);
    }
  });

  test("supports If-None-Match", async () => {
    const path = await pathOf("https://example.com");
    const answer = await ask(path);
    const etag = answer.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await ask(path, { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
  });

  test.each([
    ["/i/0000000000", "Link not found", "link not found"],
    ["/i/0000000000.svg", "Link not found", "link not found"],
    ["/i/0000000000.png", "Link not found", "link not found"],
    ["/i/0000000000.vcf", "Link not found", "link not found"],
    ["/api/og?link=0000000000", "Link not found", "link not found"],
    ["/i/mistyped", "Page not found", "nothing found at /i/mistyped"],
    ["/i/0000000000.gif", "Page not found", "nothing found at /i/0000000000.gif"],
    ["/i/%3Cb%3E", "Page not found", "nothing found at /i/<b>"],
  ])("%s: browsers get an error page, programs get JSON", async (path, heading, message) => {
    const [status, code] = [404, "NOT_FOUND"];
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    const page = await ask(path, { headers: { Accept: accept } });
    const headers = ["Content-Type", "X-Error-Code", "Vary", "Cache-Control"].map((name) => page.headers.get(name));
    expect([page.status, ...headers]).toEqual([
      ...[status, "text/html; charset=utf-8", code],
      ...["Accept, Accept-Language", "no-store"],
    ]);
    expect(page.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await page.text()).toContain(`<h1>${heading}</h1>`);
    const told = await ask(path, { headers: { Accept: "*/*" } });
    expect([told.status, told.headers.get("Content-Type")]).toEqual([status, "application/json"]);
    expect([told.headers.get("Vary"), await errorOf(told)]).toEqual(["Accept", expect.stringContaining(message)]);
  });

  test("the pages for an unknown link and an unknown URL look the same, and lead back to the site", async () => {
    const headers = { Accept: "text/html" };
    const [link, url] = await Promise.all(["/i/0000000000", "/i/mistyped"].map((path) => ask(path, { headers })));
    const policyOf = (answer: Response | undefined) => answer?.headers.get("Content-Security-Policy");
    expect(policyOf(link)).toBe(policyOf(url));
    const [one = "", other = ""] = [await link?.text(), await url?.text()];
    const styleOf = (html: string) => /<style>.*<\/style>/s.exec(html)?.[0];
    expect(styleOf(one)).toBe(styleOf(other));
    expect(one).toContain('<nav><a class="button" href="../">Create a QR code with isoqr</a></nav>');
    expect(other).toContain('<nav><a class="button" href="../">Playground</a>');
  });

  test("a link without a file for its content is not reported as missing", async () => {
    const page = await ask(`${await pathOf("https://example.com")}.vcf`, { headers: { Accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("<h1>Page not found</h1>")]);
  });

  test("browsers get a page if a link fails unexpectedly, and the error is reported once", async () => {
    const fault = new Error("a secret");
    const reports: unknown[] = [];
    const api = { ...createService({}), readLink: () => Promise.reject(fault) };
    const apart = createApp(api, { report: (seen) => reports.push(seen) });
    const page = await apart(new Request("http://isoqr.test/i/0000000000", { headers: { Accept: "text/html" } }));
    const html = await page.text();
    expect([page.status, html.includes("secret"), reports]).toEqual([500, false, [fault]]);
    expect(html).toContain("<h1>This link cannot be shown</h1>\n<p>Try again later.</p>");
  });

  test("the error page of a server without links does not advise to try again", async () => {
    const apart = createApp(createService({}));
    const page = await apart(new Request("http://isoqr.test/i/0000000000", { headers: { Accept: "text/html" } }));
    expect([page.status, page.headers.get("X-Error-Code")]).toEqual([501, "NOT_SUPPORTED"]);
    expect(await page.text()).toMatch(
      /<h1>This link cannot be shown<\/h1>\n<p>It needs a feature that is not available here\.</,
    );
  });

  test("returns an error page with status 503 if links are unavailable, and reports the cause", async () => {
    const away = () => Promise.reject(testError("STORE_UNAVAILABLE", "no links: come back", undefined, "broken"));
    const reports: unknown[] = [];
    const links = { find: away, add: away, remove: away, close: away };
    const apart = createApp(createService({ links }), { report: (seen) => reports.push(seen) });
    const page = await apart(new Request("http://isoqr.test/i/0000000000", { headers: { Accept: "text/html" } }));
    expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await page.text()).toContain("<h1>This link cannot be shown</h1>");
    expect(reports).toEqual(["broken"]);
  });

  test("supports HEAD, and returns 404 as JSON for an unknown link", async () => {
    const path = await pathOf("https://example.com");
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const unknown = await ask("/i/0000000000");
    expect(unknown.status).toBe(404);
    expect(await errorOf(unknown)).toContain("link not found");
  });
});
