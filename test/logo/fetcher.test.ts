import { describe, expect, test } from "vitest";
import { createLogoFetcher, REDIRECT_REFUSED } from "../../src/logo/host/fetcher.ts";
import { hasIPv6 } from "../loopback.ts";
import { ruleText } from "../rule-text.ts";
import { createTestFetcher, errorOf, PUBLIC, serveHttp } from "./server.ts";

const LIMIT = 2 * 1024 * 1024;
const LOGO = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);

const badAddress = { name: "QrError", code: "LOGO_UNREACHABLE", field: "logo" };
const badServer = { name: "QrError", code: "LOGO_UNREACHABLE", field: "logo" };
const tooLarge = { name: "QrError", code: "LOGO_TOO_LARGE", field: "logo" };

describe("a logo", () => {
  test("returns the bytes that the server sends", async () => {
    const seen: unknown[] = [];
    const port = await serveHttp(({ url, headers }, answer) => {
      seen.push(url, headers.host, headers["accept-encoding"], headers.cookie, headers.referer);
      answer.end(LOGO);
    });
    const { fetcher, lookups, dialled } = createTestFetcher();
    expect(await fetcher.fetch(`http://logo.example:${port}/a%20b.png?c=d#e`, LIMIT)).toEqual(LOGO);
    expect(seen).toEqual(["/a%20b.png?c=d", `logo.example:${port}`, "identity", undefined, undefined]);
    expect([lookups, dialled]).toEqual([["logo.example"], [[PUBLIC]]]);
  });

  test("accepts a chunked response without Content-Length", async () => {
    const port = await serveHttp((_, answer) => {
      for (const byte of LOGO) answer.write(Uint8Array.of(byte));
      answer.end();
    });
    expect(await createTestFetcher().fetcher.fetch(`http://logo.example:${port}/`, LIMIT)).toEqual(LOGO);
  });

  test("fetches a logo at a public IP address without a DNS lookup", async () => {
    const port = await serveHttp((_, answer) => answer.end(LOGO));
    const { fetcher, lookups, dialled } = createTestFetcher();
    expect(await fetcher.fetch(`http://0x5db8d822:${port}/`, LIMIT)).toEqual(LOGO);
    expect([lookups, dialled]).toEqual([[], [[PUBLIC]]]);
  });

  test.runIf(hasIPv6)("fetches a logo at an IPv6 address, with brackets in the Host header", async () => {
    const hosts: unknown[] = [];
    const port = await serveHttp(({ headers }, answer) => {
      hosts.push(headers.host);
      answer.end(LOGO);
    }, "::1");
    const open = createLogoFetcher({ allowPrivate: true, resolve: async () => ["127.0.0.1", "::1"] });
    expect(await open.fetch(`http://[::1]:${port}/`, LIMIT)).toEqual(LOGO);
    // Nothing listens on this port at the first address, so the second one is tried.
    expect(await open.fetch(`http://logo.example:${port}/`, LIMIT)).toEqual(LOGO);
    expect(hosts).toEqual([`[::1]:${port}`, `logo.example:${port}`]);
  });

  test("fetches a logo from a private network only with allowPrivate", async () => {
    const port = await serveHttp((_, answer) => answer.end(LOGO));
    const open = createLogoFetcher({ allowPrivate: true });
    expect(await open.fetch(`http://127.0.0.1:${port}/`, LIMIT)).toEqual(LOGO);
    expect(await open.fetch(`http://localhost:${port}/`, LIMIT)).toEqual(LOGO);
    const closed = createLogoFetcher();
    expect(await errorOf(closed.fetch(`http://127.0.0.1:${port}/`, LIMIT))).toMatchObject(badAddress);
    expect(await errorOf(closed.fetch(`http://localhost:${port}/`, LIMIT))).toMatchObject(badAddress);
  });
});

describe("a name", () => {
  const none = (code: string) => () => Promise.reject(Object.assign(new Error("10.0.0.1 says no"), { code }));

  test.each([
    ["private", ["10.0.0.1"]],
    ["public and private", [PUBLIC, "10.0.0.1"]],
    ["private and public", ["192.168.0.1", PUBLIC]],
    ["public, and IPv4-mapped private", [PUBLIC, "::ffff:10.0.0.1"]],
    ["link-local", ["169.254.169.254"]],
    ["no address", []],
    ["no IP address", ["localhost"]],
  ])("rejects a name that resolves to %s before connecting", async (_, addresses) => {
    const { fetcher, dialled } = createTestFetcher({ resolve: async () => addresses });
    const refusal = await errorOf(fetcher.fetch("http://logo.example:8000/", LIMIT));
    expect(refusal).toMatchObject({
      ...badAddress,
      message: expect.stringContaining("must be on a server with a public host name"),
    });
    expect(String(refusal)).not.toMatch(/[0-9]\.[0-9]/);
    expect(dialled).toEqual([]);
  });

  test("rejects an unknown name with the message for private addresses", async () => {
    const unknown = createTestFetcher({ resolve: none("ENOTFOUND") }).fetcher;
    const hidden = createTestFetcher({ resolve: async () => ["10.0.0.1"] }).fetcher;
    const refusals = [unknown, hidden].map((fetcher) => errorOf(fetcher.fetch("http://db.corp.example/", LIMIT)));
    expect(String(await refusals[0])).toBe(String(await refusals[1]));
    expect(await refusals[0]).toMatchObject(badAddress);
  });

  test("returns 502 without details for a name that could not be looked up", async () => {
    const error = await errorOf(
      createTestFetcher({ resolve: none("ESERVFAIL") }).fetcher.fetch("http://a.example/", 1),
    );
    expect(error).toMatchObject(badServer);
    expect(String(error)).not.toContain("10.0.0.1");
  });

  test("looks up a name once per connection, to prevent DNS rebinding", async () => {
    const answers = [[PUBLIC], ["127.0.0.1"]];
    const port = await serveHttp((_, answer) => answer.end(LOGO));
    const { fetcher, lookups, dialled } = createTestFetcher({ resolve: async () => answers.shift() ?? [] });
    expect(await fetcher.fetch(`http://rebind.example:${port}/`, LIMIT)).toEqual(LOGO);
    expect([lookups, dialled]).toEqual([["rebind.example"], [[PUBLIC]]]);
    expect(await errorOf(fetcher.fetch(`http://rebind.example:${port}/`, LIMIT))).toMatchObject(badAddress);
    expect(dialled).toEqual([[PUBLIC]]);
  });

  test("times out if the name server does not respond", async () => {
    const { fetcher } = createTestFetcher({ timeLimit: 100, resolve: () => new Promise(() => undefined) });
    expect(await errorOf(fetcher.fetch("http://slow.example/", LIMIT))).toMatchObject(badServer);
  });
});

describe("redirects", () => {
  /** Starts a server that redirects /N N times before it sends the logo. */
  const serveHops = (status: number) =>
    serveHttp(({ url = "" }, answer) => {
      const left = Number(url.slice(1));
      if (left === 0) answer.end(LOGO);
      else answer.writeHead(status, { Location: `/${left - 1}` }).end("see there");
    });

  test.each([301, 302, 303, 307, 308])("follows a %i redirect with a new DNS lookup", async (status) => {
    const port = await serveHops(status);
    const { fetcher, lookups } = createTestFetcher();
    expect(await fetcher.fetch(`http://logo.example:${port}/3`, LIMIT)).toEqual(LOGO);
    expect(lookups).toEqual(["logo.example", "logo.example", "logo.example", "logo.example"]);
  });

  test("follows at most three redirects", async () => {
    const { fetcher } = createTestFetcher();
    const error = await errorOf(fetcher.fetch(`http://logo.example:${await serveHops(302)}/4`, LIMIT));
    expect(error).toMatchObject({ ...badServer, message: expect.stringContaining("more than 3 times") });
  });

  test.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "//localhost:8080/",
    "http://metadata.google.internal/",
    "http://user:secret@logo.example/",
    "http://logo.example:22/",
    "file:///etc/passwd",
    "gopher://logo.example/",
    "http://",
  ])("rejects redirects to %s without a lookup or connection", async (location) => {
    const port = await serveHttp((_, answer) => answer.writeHead(302, { Location: location }).end());
    const { fetcher, lookups, dialled } = createTestFetcher();
    expect(await errorOf(fetcher.fetch(`http://logo.example:${port}/`, LIMIT))).toMatchObject({
      ...badAddress,
      message: ruleText(REDIRECT_REFUSED, "logo"),
    });
    expect([lookups, dialled]).toEqual([["logo.example"], [[PUBLIC]]]);
  });

  test("rejects redirects to a name that resolves to a private address", async () => {
    const port = await serveHttp((_, answer) => answer.writeHead(302, { Location: "http://evil.example/" }).end());
    const { fetcher, dialled } = createTestFetcher({
      resolve: async (host) => (host === "evil.example" ? ["10.0.0.1"] : [PUBLIC]),
    });
    expect(await errorOf(fetcher.fetch(`http://logo.example:${port}/`, LIMIT))).toMatchObject(badAddress);
    expect(dialled).toEqual([[PUBLIC]]);
  });

  test("returns 502 for redirects without a location", async () => {
    const port = await serveHttp((_, answer) => answer.writeHead(302).end());
    const { fetcher } = createTestFetcher();
    expect(await errorOf(fetcher.fetch(`http://logo.example:${port}/`, LIMIT))).toMatchObject(badServer);
  });
});

describe("concurrent fetches", () => {
  test("concurrent fetches of one logo share a request", async () => {
    let requests = 0;
    const port = await serveHttp((_, answer) => {
      requests++;
      setTimeout(() => answer.end(LOGO), 50);
    });
    const { fetcher } = createTestFetcher({ atOnce: 1 });
    const url = `http://logo.example:${port}/`;
    const logos = await Promise.all([1, 2, 3].map(() => fetcher.fetch(url, LIMIT)));
    expect([requests, logos]).toEqual([1, [LOGO, LOGO, LOGO]]);
    await fetcher.fetch(url, LIMIT);
    expect(requests).toBe(2);
  });

  test("concurrent fetches above the limit are rejected with 503, and can be retried", async () => {
    const port = await serveHttp((_, answer) => setTimeout(() => answer.end(LOGO), 50));
    const { fetcher } = createTestFetcher({ atOnce: 1 });
    const first = fetcher.fetch(`http://logo.example:${port}/1`, LIMIT);
    const second = () => fetcher.fetch(`http://logo.example:${port}/2`, LIMIT);
    expect(await errorOf(second())).toMatchObject({ code: "BUSY" });
    expect(await first).toEqual(LOGO);
    expect(await second()).toEqual(LOGO);
  });

  test("a client can fetch half of the logos at a time", async () => {
    const port = await serveHttp((_, answer) => answer.end(LOGO));
    const { fetcher } = createTestFetcher({ atOnce: 2 });
    const fetchAs = (client: string, path: number) =>
      fetcher.fetch(`http://logo.example:${port}/${path}`, LIMIT, client);
    const first = fetchAs("a", 1);
    expect(await errorOf(fetchAs("a", 2))).toMatchObject({ code: "BUSY" });
    expect(await fetchAs("b", 3)).toEqual(LOGO);
    expect(await first).toEqual(LOGO);
    expect(await fetchAs("a", 2)).toEqual(LOGO);
  });

  test("a cacheable logo is requested once a minute", async () => {
    let requests = 0;
    const port = await serveHttp(({ url }, answer) => {
      requests++;
      if (url === "/moved") answer.writeHead(302, { Location: "/logo" }).end();
      else answer.writeHead(200, { "Cache-Control": "max-age=3600" }).end(LOGO);
    });
    const clock = { ms: 0 };
    const { fetcher } = createTestFetcher({ now: () => clock.ms });
    const url = `http://logo.example:${port}`;
    for (let i = 0; i < 3; i++) expect(await fetcher.fetch(`${url}/logo`, LIMIT)).toEqual(LOGO);
    expect(requests).toBe(1);
    expect(await fetcher.fetch(`${url}/moved`, LIMIT)).toEqual(LOGO);
    expect(requests).toBe(2);
    expect(await errorOf(fetcher.fetch(`${url}/logo`, LOGO.length - 1))).toMatchObject(tooLarge);
    clock.ms += 60_000;
    expect(await fetcher.fetch(`${url}/logo`, LIMIT)).toEqual(LOGO);
    expect(requests).toBe(3);
  });
});
