import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import type { SampleRequest } from "../runtime/requests.ts";
import { createFaultyServer } from "./sw-server.ts";
import {
  askFrom,
  build,
  createSite,
  jsonOf,
  openPage,
  posting,
  registerOn,
  replacePart,
  type Site,
} from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";

const stage = useStage();

const model = createApp(createService({ heavy: createHeavyWork() }));
const logo = (name: string) => readFileSync(new URL(`../logo/${name}`, import.meta.url)).toString("base64");
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/><text y="8" font-size="4" letter-spacing=".1">fié</text></svg>',
);

const withLogo: SampleRequest = {
  name: "a PNG with a PNG",
  path: "/api/qr",
  init: posting({ data: "logo", logoData: logo("still.png") }),
};

/** Requests that need the worker's parts for logos, cards and scans. Their responses must be identical to a
 *  server's. */
const requests: readonly SampleRequest[] = [
  withLogo,
  {
    name: "a PNG with a JPEG",
    path: "/api/qr",
    init: posting({ data: "logo", logoData: logo("baseline.jpg"), logoMargin: 3 }),
  },
  {
    name: "an SVG with a WebP",
    path: "/api/qr",
    init: posting({ data: "logo", logoData: logo("lossy.webp"), format: "svg" }),
  },
  {
    name: "a PNG with an SVG with text",
    path: "/api/qr",
    init: posting({ data: "logo", logoData: svg.toString("base64"), size: 500 }),
  },
  { name: "an invalid logo", path: "/api/qr", init: posting({ data: "logo", logoData: "aGVsbG8=" }) },
  { name: "a report with its proof", path: "/api/qr/validate?data=proof&size=300" },
  { name: "a report of an SVG", path: "/api/qr/inspect?data=proof&format=svg&dotStyle=dots" },
  { name: "a report of a code that decoders hardly read", path: "/api/qr/validate?data=proof&color=c0c0c0&margin=1" },
  { name: "a report of a light code", path: "/api/qr/validate?data=proof&color=ffffff&bg=102030&size=150" },
  { name: "a report of a transparent code", path: "/api/qr/validate?data=proof&color=757575&bg=transparent" },
  {
    name: "a report of a code with a logo",
    path: "/api/qr/validate",
    init: posting({ data: "logo", logoData: logo("alpha.webp") }),
  },
  { name: "a card", path: "/api/og?data=https%3A%2F%2Fexample.com&title=Open%20workshop&color=1e40af" },
  { name: "a card with a design", path: "/api/og?data=x&title=Menu&preset=ocean&eyeStyle=leaf" },
  { name: "a card with an invalid option", path: "/api/og?data=x&frame=hearts" },
  ...["Привет, Ελλάδα & हिन्दी", "Łódź", "Tiếng Việt", "नमस्ते", "x".repeat(300)].map((title) => ({
    name: `a card with the title ${title.slice(0, 30)}`,
    path: `/api/og?data=x&title=${encodeURIComponent(title)}`,
  })),
];

async function expectSame(page: Page, { path, init }: SampleRequest): Promise<void> {
  const response = await askFrom(page, path, init);
  const answer = await model(new Request(stage.site.url + path, init));
  expect(response.status).toBe(answer.status);
  expect(Buffer.from(response.body, "base64").equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  expect(response.headers).toMatchObject(Object.fromEntries(answer.headers));
}

/** Opens another page of the site, which does not load the service's script. */
async function plainPage(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${stage.site.url}/api/qr?data=x&format=json`);
  return other;
}

describe("prefetched parts, offline", () => {
  let page: Page;
  beforeAll(async () => {
    await stage.site.comeBack();
    ({ page } = await openPage(stage.browser, stage.site));
    await registerOn(page, { offline: ["logo", "scan", "card"] });
    await page.evaluate("qr.offlineReady");
    await stage.site.leave();
  }, 60_000);
  afterAll(() => page.context().close());

  test.each(requests)("$name is identical to a server's response", (sample) => expectSame(page, sample));

  test("names the missing font for a card if the parts do not cover the title's script", async () => {
    const response = await askFrom(page, `/api/og?data=x&title=${encodeURIComponent("مرحبا")}`);
    const reported = expect.stringContaining("check that this site has @fontsource-variable/noto-sans-arabic");
    expect([response.status, jsonOf(response).error]).toEqual([503, reported]);
  });

  test("rejects text that is too long with the server's message", async () => {
    const response = await askFrom(page, `/api/og?data=${"x".repeat(3000)}`);
    expect([response.status, jsonOf(response).error]).toEqual([
      413,
      expect.stringContaining("data is too long for ec L"),
    ]);
  });

  test("the worker runs heavy jobs if no page can", async () => {
    const other = await plainPage(page);
    await page.goto("about:blank");
    expect(await other.evaluate("!!navigator.serviceWorker.controller")).toBe(true);
    for (const sample of requests) await expectSame(other, sample);
    await other.close();
  });
});

describe("parts loaded on demand", () => {
  test("stores the parts when they are first needed, and draws the first code without them", async () => {
    await stage.site.comeBack();
    const { page } = await openPage(stage.browser, stage.site);
    stage.site.requested.length = 0;
    await registerOn(page);
    expect((await askFrom(page, "/api/qr?data=first")).status).toBe(200);
    expect(
      stage.site.requested.filter((path) => !/^\/(?:sw|register)\.js|(?:service|share)\.js|favicon/.test(path)),
    ).toEqual([]);
    await expectSame(page, withLogo);
    await stage.site.leave();
    await expectSame(page, withLogo);
    await page.context().close();
  });

  test("a report contains the results of one decoder if the site does not have the other one", async () => {
    await stage.site.comeBack();
    stage.site.route = ({ url }, response) => {
      if (!url?.includes("/packages/@undecaf/")) return undefined;
      response.writeHead(404).end();
      return true;
    };
    const { page } = await openPage(stage.browser, stage.site);
    await registerOn(page, { offline: ["scan"] });
    const expectReason = async (reason: string) => {
      const { scan, issues } = jsonOf(await askFrom(page, "/api/qr/validate?data=x"));
      expect(scan).toMatchObject({ passed: true, decoders: [{ passed: true }, { name: "zbar-wasm", passed: null }] });
      expect(scan.decoders[1].error).toContain(reason);
      expect(issues).toEqual([]);
    };
    await expectReason("this site does not have @undecaf/zbar-wasm/");
    await stage.site.leave();
    await expectReason("not on this device yet");
    stage.site.route = () => undefined;
    await page.context().close();
  });

  test("missing parts cause an error message, or a report without a scan", async () => {
    await stage.site.comeBack();
    const { page } = await openPage(stage.browser, stage.site);
    await registerOn(page);
    await stage.site.leave();
    const response = await askFrom(page, withLogo.path, withLogo.init);
    expect(response.status).toBe(503);
    expect(jsonOf(response).error).toContain("not on this device yet");
    const report = jsonOf(await askFrom(page, "/api/qr/validate?data=x"));
    expect(report.issues.map(({ code }: { code: string }) => code)).toEqual(["scan_skipped"]);
    await page.context().close();
  });
});

test.each([
  ["the site does not have the part it needs", "logo.js"],
  ["the site has no parts at all", ""],
])("passes a request on to the site's server unchanged if %s", async (_, part) => {
  await stage.site.comeBack();
  stage.site.route = ({ method, url, headers }, response) => {
    const isPart = url?.startsWith(`/isoqr-${build}/${part}`);
    if (!isPart && method !== "POST") return undefined;
    response.writeHead(isPart ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ length: headers["content-length"], site: headers["x-site"] }));
    return true;
  };
  const { page } = await openPage(stage.browser, stage.site);
  await page.evaluate('import("/register.js").then(({ register }) => register()).then((qr) => qr.ready)');
  const { body, headers } = posting({ data: "x", logoData: logo("still.png") });
  const init = { method: "POST", body, headers: { ...headers, "X-Site": "its own" } };
  expect(jsonOf(await askFrom(page, "/api/qr", init))).toEqual({ length: String(body.length), site: "its own" });
  stage.site.route = () => undefined;
  await page.context().close();
});

test("a page that registers twice runs each job once", async () => {
  await stage.site.comeBack();
  const counting =
    'var isoqr_logo = { create: () => ({ drawLogo: () => fetch("/done").then(() => { throw new Error("done"); }) }) };';
  replacePart(stage.site, "logo.js", counting);
  const { page } = await openPage(stage.browser, stage.site);
  await registerOn(page);
  await registerOn(page);
  stage.site.requested.length = 0;
  await askFrom(page, withLogo.path, withLogo.init);
  expect(stage.site.requested.filter((path) => path === "/done")).toHaveLength(1);
  stage.site.files.delete(`/isoqr-${build}/logo.js`);
  stage.site.files.delete("/sw.js");
  await page.context().close();
});

test("light requests overtake heavy jobs", async () => {
  await stage.site.comeBack();
  const { page } = await openPage(stage.browser, stage.site);
  await registerOn(page, { offline: ["card"] });
  const [meanwhile, all] = await page.evaluate(async () => {
    const done: string[] = [];
    const ask = async (path: string, name: string) => {
      await (await fetch(path)).arrayBuffer();
      done.push(name);
    };
    await ask("/api/og?data=x&title=first", "warm");
    const cards = Array.from({ length: 12 }, (_, at) => ask(`/api/og?data=x&title=Card%20${at}`, "heavy"));
    await Promise.all(Array.from({ length: 12 }, (_, at) => ask(`/api/qr?data=${at}`, "light")));
    const before = done.filter((name) => name === "heavy").length;
    await Promise.all(cards);
    return [before, done.filter((name) => name === "heavy").length];
  });
  expect(all).toBe(12);
  expect(meanwhile).toBeLessThan(6);
  await page.context().close();
});

describe("logos by URL", () => {
  const png = readFileSync(new URL("../logo/still.png", import.meta.url));
  let open: Site;
  beforeAll(async () => {
    open = await createSite();
    open.route = (request, response) => {
      if (!request.url?.endsWith(".png")) return undefined;
      const cors = request.url === "/open.png" ? { "Access-Control-Allow-Origin": "*" } : {};
      response.writeHead(200, { "Content-Type": "image/png", ...cors }).end(png);
      return true;
    };
  });
  afterAll(() => open.leave());

  async function drawWith(logo: string, options: object = {}, init: object = {}) {
    await stage.site.comeBack();
    const { page } = await openPage(stage.browser, stage.site);
    await registerOn(page, options);
    const query = logo && `?data=x&logo=${encodeURIComponent(logo)}`;
    const { status, body } = await askFrom(page, `/api/qr${query}`, init);
    await page.context().close();
    return { status, body: Buffer.from(body, "base64") };
  }

  test("a logo is fetched directly if the page may fetch it", async () => {
    const { status, body } = await drawWith(`${open.url}/open.png`);
    expect(status).toBe(200);
    const drawn = await model(
      new Request(`${stage.site.url}/api/qr`, posting({ data: "x", logoData: logo("still.png") })),
    );
    expect(body.equals(Buffer.from(await drawn.arrayBuffer()))).toBe(true);
  });

  test("a logo that the page may not fetch is rejected with a message if there is no server", async () => {
    const { status, body } = await drawWith(`${open.url}/closed.png`);
    expect(status).toBe(502);
    expect(JSON.parse(body.toString()).error).toContain("allow CORS");
  });

  test("a logo that the page may not fetch is fetched through the server if there is one", async () => {
    const fetched: string[] = [];
    const server = await createFaultyServer({
      heavy: createHeavyWork(),
      logos: {
        async fetch(url) {
          fetched.push(url);
          return png;
        },
      },
    });
    const headers = { Authorization: "Bearer of-the-site", "X-Site": "secret" };
    const { status } = await drawWith(`${open.url}/closed.png`, { server: server.url }, { headers });
    expect([status, fetched]).toEqual([200, [`${open.url}/closed.png`]]);
    // Headers that the page sends to its own site are not sent to the server.
    expect(server.headers).not.toHaveProperty("authorization");
    expect(server.headers).not.toHaveProperty("x-site");
    const post = posting({ data: "x", logo: `${open.url}/closed.png` });
    expect((await drawWith("", { server: server.url }, post)).status).toBe(200);
    expect(server.seen.at(-1)).toBe("POST /api/qr");
    await server.close();
  });
});
