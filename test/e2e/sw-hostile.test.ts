import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askFrom, build, jsonOf, keptFiles, type PageResponse, posting, registerOn, replacePart } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();
const ask = (path: string, init?: object): Promise<PageResponse> => askFrom(stage.page, path, init);
const logoData = readFileSync(new URL("../logo/still.png", import.meta.url)).toString("base64");
const withLogo = posting({ data: "x", logoData });

const kept = () => keptFiles(stage.page);

describe("messages that register() does not send", () => {
  const messages: readonly (readonly [unknown, string | undefined])[] = [
    [null, undefined],
    ["precache", undefined],
    [[], undefined],
    [{ isoqr: "constructor" }, undefined],
    [{ isoqr: "__proto__" }, undefined],
    [{ isoqr: {} }, undefined],
    [{ isoqr: "precache" }, "parts"],
    [{ isoqr: "precache", parts: "logo" }, "parts"],
    [{ isoqr: "precache", parts: ["constructor"] }, "not constructor"],
    [{ isoqr: "precache", parts: ["../../secret"] }, "not ../../secret"],
    [{ isoqr: "precache", parts: [{}] }, "parts must be"],
  ];

  test("ignores unknown messages, or rejects them with an error message", async () => {
    await registerOn(stage.page);
    stage.site.requested.length = 0;
    for (const [message, expected] of messages) {
      const response = await stage.page.evaluate(
        async ([message, patience]) => {
          const { port1, port2 } = new MessageChannel();
          const answer = new Promise<{ error?: string } | undefined>((resolve) => {
            port1.onmessage = ({ data }) => resolve(data);
            setTimeout(() => resolve(undefined), patience);
          });
          navigator.serviceWorker.controller?.postMessage(message, [port2]);
          // The same message, but without a port for the response.
          navigator.serviceWorker.controller?.postMessage(message);
          return (await answer)?.error ?? "";
        },
        [message, expected === undefined ? 200 : 30_000] as const,
      );
      if (expected === undefined) expect(response, JSON.stringify(message)).toBe("");
      else expect(response, JSON.stringify(message)).toContain(expected);
    }
    expect(stage.site.requested).toEqual([]);
    expect((await ask("/api/qr?data=x")).status).toBe(200);
  });
});

describe("URLs that look like the service's", () => {
  beforeEach(() => registerOn(stage.page, { prefix: "/codes" }));

  test("passes similar URLs on to the site", async () => {
    const paths = [
      "/codes/api/qrx?data=x",
      "//codes/api/qr?data=x",
      "/codes//api/qr?data=x",
      "/codes/api/qr/?data=x",
      "/codes/api/%71r?data=x",
      "/codes/api%2fqr?data=x",
      "/codes/api/qr%3Fdata=x",
      "/codes/api/qr;a=b?data=x",
      "/codes/x/%2e%2e/%2e%2e/api/qr?data=x",
      "/codes%2f..%2fapi/qr?data=x",
      "/CODES/api/qr?data=x",
      "/codesapi/qr?data=x",
      "/api/qr?data=x",
      "/codes/i/%41AAAAAAAAA",
    ];
    stage.site.requested.length = 0;
    for (const path of paths) {
      const url = path.startsWith("//") ? `${stage.site.url}${path}` : path;
      expect((await ask(url)).status, path).toBe(404);
    }
    expect(stage.site.requested).toHaveLength(paths.length);
    // The browser resolves dot segments before the worker sees the URL.
    expect((await ask("/codes/x/%2e%2e/api/qr?data=x")).status).toBe(200);
  });
});

describe("excessive input", () => {
  beforeEach(() => registerOn(stage.page));

  test("rejects a body of 64 MB with a message and keeps working", async () => {
    const response = await stage.page.evaluate(async () => {
      const body = new Blob(['{"data":"', "x".repeat(64e6), '"}'], { type: "application/json" });
      const answers = await Promise.all(
        ["/api/qr", "/api/qr/batch", "/api/i"].map((path) => fetch(path, { method: "POST", body })),
      );
      return Promise.all(answers.map(async (answer) => [answer.status, (await answer.json()).error]));
    });
    expect(response.map(([status]) => status)).toEqual([413, 413, 413]);
    expect(response[0]?.[1]).toContain("at most 4 MiB");
    expect((await ask("/api/qr?data=x")).status).toBe(200);
  });

  test("does not store codes, even after 2,000 requests", async () => {
    const before = await kept();
    const shown = await stage.page.evaluate(async () => {
      let good = 0;
      for (let from = 0; from < 2000; from += 500) {
        const lot = Array.from({ length: 500 }, (_, at) => fetch(`/api/qr?data=${from + at}&size=32`));
        for (const answer of await Promise.all(lot))
          if (answer.ok && (await answer.arrayBuffer()).byteLength > 0) good++;
      }
      return good;
    });
    expect(shown).toBe(2000);
    expect(await kept()).toEqual(before);
  });

  test("stores at most a thousand files from the parts' folder, and none whose URL has a query", async () => {
    stage.site.route = (request, response) => {
      if (!request.url?.includes("/many/")) return undefined;
      response.writeHead(200, { "Content-Type": "font/woff2" }).end("x");
      return true;
    };
    const ok = await stage.page.evaluate(async (folder) => {
      const paths = Array.from({ length: 1100 }, (_, at) => `${folder}/packages/many/${at}${at < 50 ? "?query" : ""}`);
      const answers = [];
      for (let from = 0; from < paths.length; from += 100) {
        answers.push(...(await Promise.all(paths.slice(from, from + 100).map((path) => fetch(path)))));
      }
      return answers.every((answer) => answer.ok);
    }, `/isoqr-${build}`);
    expect(ok).toBe(true);
    const files = await kept();
    expect(files.length).toBeGreaterThan(900);
    expect(files.length).toBeLessThanOrEqual(1000);
    expect(files.filter((url) => url.includes("?"))).toEqual([]);
  });
});

describe("invalid files", () => {
  const page = "<!doctype html><title>Welcome to our Wi-Fi</title>";

  test("does not store a captive portal's page as a part, and fetches the part later", async () => {
    await registerOn(stage.page);
    stage.site.route = (_, response) => {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(page);
      return true;
    };
    const response = await ask("/api/qr", withLogo);
    expect([response.status, jsonOf(response).error]).toEqual([
      501,
      expect.stringContaining("this site does not have"),
    ]);
    expect((await kept()).map((url) => url.replace(/.*\//, ""))).toEqual(["service.js", "share.js"]);
    stage.site.route = () => undefined;
    expect((await ask("/api/qr", withLogo)).status).toBe(200);
  });

  test("does not store a truncated part, and fetches it again the next time", async () => {
    await registerOn(stage.page);
    stage.site.route = (request, response) => {
      if (!request.url?.endsWith("logo.js")) return undefined;
      response
        .writeHead(200, { "Content-Type": "text/javascript", "Content-Length": "100000" })
        .write("var isoqr_logo = ");
      setTimeout(() => response.destroy(), 50);
      return true;
    };
    expect((await ask("/api/qr", withLogo)).status).toBeGreaterThanOrEqual(500);
    stage.site.route = () => undefined;
    expect((await ask("/api/qr", withLogo)).status).toBe(200);
  });

  test.each([
    ["a portal's words", () => "Please sign in"],
    ["half of it", (whole: Buffer) => whole.subarray(0, whole.length / 2)],
  ])("does not store %s instead of parts, and rejects offlineReady", async (_, made) => {
    stage.site.route = ({ url = "" }, response) => {
      if (!/\/(?:logo\.js|index_bg\.wasm)$/.test(url)) return undefined;
      const whole = readFileSync(new URL(`../../build/sw${url}`, import.meta.url));
      response.writeHead(200, { "Content-Type": "text/plain" }).end(made(whole));
      return true;
    };
    await expect(registerOn(stage.page, { offline: ["logo"] })).rejects.toThrow("is damaged or from another build");
    expect((await ask("/api/qr", withLogo)).status).toBe(503);
    expect((await kept()).filter((url) => /logo\.js|index_bg/.test(url))).toEqual([]);
    stage.site.route = () => undefined;
    await registerOn(stage.page, { offline: ["logo"] });
    await stage.site.leave();
    expect((await ask("/api/qr", withLogo)).status).toBe(200);
  });

  test("does not run a damaged script of the service, and draws plain codes without it", async () => {
    stage.site.route = ({ url = "" }, response) => {
      if (!url.endsWith("/service.js")) return undefined;
      response.writeHead(200, { "Content-Type": "text/javascript" }).end("var isoqr_service = () => { for (;;); };");
      return true;
    };
    await expect(registerOn(stage.page)).rejects.toThrow("service.js is damaged or from another build");
    expect((await ask("/api/qr?data=x")).status).toBe(200);
    expect((await ask("/api/qr/validate?data=x")).status).toBe(503);
    stage.site.route = () => undefined;
    expect((await ask("/api/qr/validate?data=x")).status).toBe(200);
  });

  test("ends a job that hangs, and does not block other jobs", async () => {
    replacePart(stage.site, "logo.js", "var isoqr_logo = { create: () => ({ drawLogo: () => { for (;;); } }) };");
    await registerOn(stage.page, { offline: ["card"] });
    const endless = ask("/api/qr", withLogo);
    const light = Array.from({ length: 20 }, (_, at) => ask(`/api/qr?data=${at}`));
    expect((await Promise.all(light)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const response = await endless;
    expect([response.status, jsonOf(response).error]).toEqual([400, expect.stringContaining("takes too long to draw")]);
    expect((await ask("/api/og?data=x&title=still%20there")).status).toBe(200);
  });
});

describe("invalid imports", () => {
  const link = { id: "", data: "", tokenHash: "0".repeat(64), created: 1 };
  let sound: Record<string, unknown>;
  beforeAll(async () => {
    const { idsFor, sha256 } = await import("../../src/links/id.ts");
    const idOf = async (data: string) => (await idsFor(data, sha256))[0];
    sound = { ...link, id: await idOf("sound"), data: "sound" };
    const long = "7".repeat(8000);
    hostile.push({ isoqr: 1, links: [sound, { ...link, id: await idOf(long), data: long }] });
    hostile.push({ isoqr: 1, links: [sound, { ...link, id: await idOf(""), data: "" }] });
    // UTF-8 encodes a lone surrogate as U+FFFD, so both texts have the same id.
    hostile.push({ isoqr: 1, links: [sound, { ...link, id: await idOf("\ufffd"), data: "\ud800" }] });
    const wide = "é".repeat(2000);
    hostile.push({ isoqr: 1, links: [sound, { ...link, id: await idOf(wide), data: wide }] });
  });
  const hostile: unknown[] = [
    null,
    [],
    "text",
    { isoqr: 2, links: [] },
    { isoqr: 1, links: {} },
    { isoqr: 1, links: [null] },
    { isoqr: 1, links: [{ ...link, id: "__proto__", data: "x" }] },
    { isoqr: 1, links: [{ ...link, id: ["AAAAAAAAAA"], data: "x" }] },
    { isoqr: 1, links: [{ ...link, id: "AAAAAAAAAA", data: "<script>" }] },
    { isoqr: 1, links: [{ ...link, id: "AAAAAAAAAA", data: "x", tokenHash: "no hash" }] },
    { isoqr: 1, links: Array(100_001).fill({}) },
  ];
  const add = (json: string) =>
    stage.page.evaluate(
      (json) =>
        (globalThis as unknown as { qr: { links: { import(json: string): Promise<number> } } }).qr.links.import(json),
      json,
    );

  test("rejects an invalid import as a whole, with an error message", async () => {
    await registerOn(stage.page);
    for (const value of [...hostile.map((one) => JSON.stringify(one)), "{", ""]) {
      await expect(add(value), value.slice(0, 80)).rejects.toThrow(/export/);
    }
    expect(await stage.page.evaluate("qr.links.list()")).toEqual([]);
  });

  test("an import ignores invalid dates and tokens", async () => {
    await registerOn(stage.page);
    const odd = { ...sound, created: 1e300, serverToken: "x".repeat(1e5), state: "posted", more: "<b>" };
    expect(await add(JSON.stringify({ isoqr: 1, links: [odd] }))).toBe(1);
    const { id, data, tokenHash } = sound;
    expect(await stage.page.evaluate("qr.links.list()")).toEqual([{ id, data, tokenHash, state: "local", created: 0 }]);
  });
});

test("shows markup in a link's text as text", async () => {
  await registerOn(stage.page);
  const data = `"'><img src=x onerror="globalThis.bad=1"><script>globalThis.bad=1</script></textarea><!--`;
  const { url } = jsonOf(await ask("/api/i", posting({ data })));
  await stage.site.leave();
  const answer = await stage.page.goto(url);
  expect(answer?.fromServiceWorker()).toBe(true);
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  expect(await stage.page.locator("main").textContent()).toContain(data);
  expect(await stage.page.evaluate("globalThis.bad")).toBeUndefined();
});
