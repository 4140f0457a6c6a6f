import { describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { LimitKind, Limits } from "../../src/http/limits.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import type { Plan } from "../../src/render/plan.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { busy } from "../../src/work/heavy-jobs.ts";
import { MAX_SEARCHES, searchesBusy } from "../../src/work/searches.ts";
import { heavyOf, withJobs } from "../heavy.ts";
import { heavy as logoWork } from "../logo/logos.ts";
import { fakeWork, type Verdict } from "../picture-code/fake-work.ts";
import { portrait } from "../picture-code/pictures.ts";
import { errorOf } from "./ask.ts";

/** Creates limits that record all counts and rejections. */
function createLimits(most: Partial<Limits["most"]>) {
  const counted: Record<LimitKind, number> = { requests: 0, heavy: 0, links: 0 };
  const refused: LimitKind[] = [];
  const limits: Limits = {
    most: { requests: 0, heavy: 0, links: 0, ...most },
    async take(_request, kind, points) {
      counted[kind] += points;
      return counted[kind] > limits.most[kind] ? 41_500 : 0;
    },
    onRefused: (kind) => refused.push(kind),
  };
  return { limits, counted, refused };
}

const FREE = 1_000;
const all = { requests: FREE, heavy: FREE, links: FREE };

function limited(most: Partial<Limits["most"]>) {
  const { limits, ...seen } = createLimits(most);
  const drawn: unknown[] = [];
  const heavy = withJobs(logoWork, {
    async drawPicture({ plan }) {
      drawn.push((plan as Plan).code.size);
      return new Uint8Array(8);
    },
    async drawCaption({ width, height }) {
      return { svg: [], isPlain: true, pixels: { width, height, data: new Uint8Array(4 * width * height) } };
    },
  });
  const logos = { fetch: async () => Buffer.from(dot, "base64") };
  const service = createService({ links: createMemoryLinks(), heavy, logos });
  const app = createApp(service, { limits, report: () => undefined, mcp: createMcp(service, () => undefined, limits) });
  const ask = (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));
  return { ...seen, ask, drawn };
}

const post = (input: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(input),
});
const logoData = "data:image/png;base64,AAAA";
const dot = btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0"/></svg>');

describe("what is charged", () => {
  test.each<[string, RequestInit | undefined, Partial<Record<LimitKind, number>>]>([
    ["/api/qr?data=x", undefined, { requests: 1 }],
    ["/api/qr?data=x", { method: "HEAD" }, { requests: 1 }],
    ["/api/qr?data=x&logo=https://a.example/", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&%6Cogo=https://a.example/", undefined, { requests: 1, heavy: 1 }],
    ["/qr?text=x&centerImageUrl=https://a.example/", undefined, { requests: 1, heavy: 1 }],
    ["/i/3nbe4xknsP.png?logo=https://a.example/", undefined, { requests: 1 }],
    ["/i/3nbe4xknsP", undefined, { requests: 1 }],
    ["/i/3nbe4xknsP?logo=https://a.example/", undefined, { requests: 1 }],
    ["/?logo=https://a.example/", undefined, { requests: 1 }],
    ["/docs?logo=https://a.example/", undefined, { requests: 1 }],
    ["/openapi.json?logo=https://a.example/", undefined, { requests: 1 }],
    ["/nothing?logo=https://a.example/", undefined, { requests: 1 }],
    ["/api/qr?logo=https://a.example/", undefined, { requests: 1 }],
    ["/api/qr?data=x&format=json&logo=https://a.example/", undefined, { requests: 1 }],
    ["/api/qr?data=x&centerImageUrl=https://a.example/", undefined, { requests: 1 }],
    ["/api/i?data=x&logo=https://a.example/", { method: "HEAD" }, { requests: 1 }],
    ["/api/i/3nbe4xknsP?logo=https://a.example/", { method: "DELETE" }, { requests: 1 }],
    ["/api/qr?data=x&size=2048", undefined, { requests: 1 }],
    ["/api/qr?data=x&dotStyle=star&size=512", undefined, { requests: 1 }],
    ["/api/qr?data=x&dotStyle=rounded&size=1025", undefined, { requests: 1 }],
    ["/api/qr?data=x&version=40&dotStyle=rounded&size=2048", undefined, { requests: 1, heavy: 1 }],
    [
      "/api/qr?data=x&version=40&preset=ocean&dotStyle=star&bgGradient=radial,ffffff,f9f06b&size=2048",
      undefined,
      { requests: 1, heavy: 5 },
    ],
    ["/api/qr?data=x&dotStyle=dots&size=2048&format=svg", undefined, { requests: 1 }],
    ["/api/qr?data=x&preset=mint&frame=none&size=300", undefined, { requests: 1 }],
    ["/api/qr?data=x&preset=mint&frame=none&size=2048", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&design={%22frame%22:%22plain%22}&size=2048", { method: "HEAD" }, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&preset=mint&frame=none&size=2048&format=svg", undefined, { requests: 1 }],
    ["/api/qr?preset=mint&frame=none&size=2048", undefined, { requests: 1 }],
    ["/api/og?data=x", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr/validate?data=x", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr/inspect", post({ data: "x" }), { requests: 1, heavy: 1 }],
    ["/api/qr/optimize", post({ data: "x", allow: "mask" }), { requests: 1 }],
    ["/api/qr", post({ data: "x" }), { requests: 1 }],
    ["/api/qr", post({ data: "x", logoData }), { requests: 1 }],
    ["/api/qr", post({ data: "x", logoData: dot }), { requests: 1, heavy: 1 }],
    ["/api/qr", post({ data: "x", logoData: dot, format: "json" }), { requests: 1 }],
    ["/api/qr", post({ data: "x", logo: "https://a.example/" }), { requests: 1, heavy: 1 }],
    ["/api/qr", post({ data: "x", size: 2048, gradient: "linear,0,000000,1a5fb4" }), { requests: 1, heavy: 1 }],
    ["/api/qr", post({ data: "x", size: 2048, logoData: dot }), { requests: 1, heavy: 1 }],
    ["/api/qr", post({ data: "x", design: { logoData: dot } }), { requests: 1, heavy: 1 }],
    ["/api/qr", post({ data: "x", design: JSON.stringify({ logoData: dot }), size: 2048 }), { requests: 1, heavy: 1 }],
    [`/api/qr?data=x&design=${JSON.stringify({ logoData: dot })}`, undefined, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&design={%22logo%22:%22https://a.example/%22}", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&frame=ticket&caption=Menu", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&frame=ticket&caption=Menu&size=2048", undefined, { requests: 1, heavy: 1 }],
    ["/api/qr?data=x&frame=ticket", undefined, { requests: 1 }],
    ["/api/qr/batch", post({ items: Array(50).fill({ data: "x" }) }), { requests: 1, heavy: 50 }],
    ["/api/qr/batch", post({ items: [] }), { requests: 1, heavy: 1 }],
    ["/api/i?data=x", undefined, { requests: 1, links: 1 }],
    ["/api/i", post({ data: "x" }), { requests: 1, links: 1 }],
    ["/api/i?data=x", { method: "HEAD" }, { requests: 1 }],
    ["/api/i/3nbe4xknsP", { method: "DELETE" }, { requests: 1 }],
    ["/mcp", post({ jsonrpc: "2.0", id: 1, method: "ping" }), { requests: 1 }],
    ["/nothing", undefined, { requests: 1 }],
    ["/healthz", undefined, {}],
    ["/readyz", undefined, {}],
    ["/api/i", { method: "OPTIONS" }, {}],
  ])("charges %s %j as %j", async (path, init, expected) => {
    const { ask, counted, refused } = limited(all);
    await (await ask(path, init)).text();
    expect(counted).toEqual({ requests: 0, heavy: 0, links: 0, ...expected });
    expect(refused).toEqual([]);
  });
});

test.each<[string, object, Verdict, number]>([
  ["each job of a search", {}, "A", 42],
  ["each job of a longer search", {}, "C", 65],
  ["one code", { strength: 0.5 }, "A", 11],
  ["a search after an unreadable strength", { strength: 0.5 }, "F", 34],
  ["the version that a long text needs", { data: "x".repeat(500), strength: 0.5 }, "A", 15],
  ["the request, if an option is invalid", { size: 5 }, "A", 1],
  ["the request, if the picture is damaged", { picture: "AAAA" }, "A", 1],
])("charges a picture code for %s, even beyond the limit", async (_, input, verdict, heavy) => {
  const { limits, counted, refused } = createLimits({ heavy: 1 });
  const app = createApp(createService({ heavy: fakeWork(() => verdict).heavy }), { limits });
  const picture = Buffer.from(portrait).toString("base64");
  const body = post({ data: "x", picture, ...input });
  await (await app(new Request("http://isoqr.test/api/qr/picture", body))).text();
  expect(counted.heavy).toBe(heavy);
  expect(refused).toEqual([]);
});

test("charges the image of a link once if its design makes it large or has a logo", async () => {
  const { ask, counted, drawn } = limited(all);
  for (const [design, heavy] of [
    [{ preset: "mint", frame: "none" }, 1],
    [{ preset: "mint", frame: "none", logoData: dot }, 3],
  ] as const) {
    const created = await ask("/api/i", post({ data: "x", ...design }));
    const { id } = (await created.json()) as { id: string };
    expect((await ask(`/i/${id}.png`)).status).toBe(200);
    expect((await ask(`/i/${id}.png?size=2000`)).status).toBe(200);
    expect(counted.heavy).toBe(heavy);
  }
  expect(drawn).toEqual([2000, 256, 2000]);
});

describe("above a limit", () => {
  test.each([
    ["a logo", { logoData: dot }],
    ["the URL of a logo", { logo: "https://a.example/logo.svg" }],
    ["a caption", { frame: "ticket", caption: "Menu" }],
  ])("rejects the images of links with %s, and their pages show the code without it", async (_, design) => {
    const { ask, counted, refused } = limited({ heavy: 2, links: FREE });
    const { id } = (await (await ask("/api/i", post({ data: "x", ...design }))).json()) as { id: string };
    const headers = { Accept: "text/html" };
    const page = await (await ask(`/i/${id}`, { headers })).text();
    expect((await ask(`/i/${id}.png?size=300`)).status).toBe(200);
    expect(counted.heavy).toBe(2);
    const image = await ask(`/i/${id}.png?size=301`);
    expect([image.status, image.headers.get("X-Error-Code")]).toEqual([429, "RATE_LIMITED"]);
    const plain = await ask(`/i/${id}`, { headers });
    const html = await plain.text();
    expect([plain.status, html.includes("<svg"), html === page]).toEqual([200, true, false]);
    expect(refused).toEqual(["heavy", "heavy"]);
  });

  test("rejects a large design before it is drawn, with Retry-After", async () => {
    const { ask, drawn, refused } = limited({ heavy: 1 });
    const address = "/api/qr?data=x&preset=mint&frame=none&size=2048";
    expect((await ask(address)).status).toBe(200);
    for (const init of [undefined, post({ data: "x", preset: "mint", frame: "none", size: 2048 })]) {
      const answer = await ask(address, init);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "42"]);
      expect(answer.headers.get("X-Error-Code")).toBe("RATE_LIMITED");
      expect(await errorOf(answer)).toContain("images with logos, captions or large designs: the limit is 1");
    }
    expect((await ask("/api/qr?data=x&preset=mint&frame=none&size=300")).status).toBe(200);
    expect([drawn, refused]).toEqual([[2048], ["heavy", "heavy"]]);
  });

  test.each<[LimitKind, string, string]>([
    ["requests", "/api/qr?data=x", "too many requests: the limit is 2 per client per minute"],
    [
      "heavy",
      "/api/og?data=x",
      "too many reports, searches, cards, picture codes, batch items, MCP tool calls, and images with logos, captions or large designs: the limit is 2 per client per minute",
    ],
    ["links", "/api/i?data=x", "too many new links: the limit is 2 per client per minute"],
  ])("returns 429 with Retry-After above the limit of %s", async (kind, path, rule) => {
    const { ask, refused } = limited({ ...all, [kind]: 2 });
    expect([(await ask(path)).status, (await ask(path)).status]).not.toContain(429);
    const answer = await ask(path);
    expect(answer.status).toBe(429);
    expect(answer.headers.get("Retry-After")).toBe("42");
    expect(answer.headers.get("X-Error-Code")).toBe("RATE_LIMITED");
    expect(await errorOf(answer)).toBe(`${rule}; try again in 42 seconds`);
    expect(refused).toEqual([kind]);
  });

  test("adds no headers to responses within the limit", async () => {
    const { ask } = limited(all);
    const plain = createApp(createService());
    const [limitedAnswer, answer] = await Promise.all([
      ask("/api/qr?data=x"),
      plain(new Request("http://isoqr.test/api/qr?data=x")),
    ]);
    expect([...limitedAnswer.headers]).toEqual([...answer.headers]);
  });

  test("exceeding one kind of limit does not affect the others", async () => {
    const { ask } = limited({ ...all, heavy: 1, links: 1 });
    const statuses = async (path: string) => [(await ask(path)).status, (await ask(path)).status];
    expect((await statuses("/api/qr/validate?data=x"))[1]).toBe(429);
    expect((await statuses("/api/i?data=x"))[1]).toBe(429);
    expect(await statuses("/api/qr?data=x")).toEqual([200, 200]);
  });

  test.each(["/healthz", "/readyz"])("%s is never limited", async (path) => {
    const { ask } = limited({ requests: 1 });
    await ask("/api/qr?data=x");
    expect([(await ask("/api/qr?data=x")).status, (await ask(path)).status]).toEqual([429, 200]);
  });

  test("preflights are not limited, so that pages can read the error", async () => {
    const { ask } = limited({ requests: 1 });
    const preflight = { method: "OPTIONS", headers: { "Access-Control-Request-Method": "POST" } };
    expect([(await ask("/api/qr", preflight)).status, (await ask("/api/qr", preflight)).status]).toEqual([204, 204]);
  });

  test("rejects a request over the limit without reading its body", async () => {
    const { ask } = limited({ ...all, heavy: 1 });
    await ask("/api/og?data=x");
    let pulled = 0;
    const pull = () => {
      pulled += 1;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { ...post({}), body, duplex: "half" };
    expect((await ask("/api/qr/batch", init)).status).toBe(429);
    expect((await ask("/api/qr/validate", init)).status).toBe(429);
    expect(pulled).toBe(0);
  });

  test("completes the batch that exceeds the limit, and rejects the next request", async () => {
    const { ask } = limited({ ...all, heavy: 60 });
    const batch = post({ items: Array(50).fill({ data: "x" }) });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask("/api/qr/batch", batch)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask("/api/og?data=x")).status).toBe(429);
    expect((await ask("/api/qr?data=x")).status).toBe(200);
  });

  test("an MCP tool returns the error as its result", async () => {
    const { ask, refused } = limited({ ...all, heavy: 1 });
    const call = async () => {
      const params = { name: "generate_qr", arguments: { data: "x", format: "svg" } };
      const { headers, ...init } = post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const answer = await ask("/mcp", {
        ...init,
        headers: { ...headers, Accept: "application/json, text/event-stream" },
      });
      return (await answer.json()).result;
    };
    expect((await call()).isError).toBeFalsy();
    const { isError, content } = await call();
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(/^too many .* try again in 42 seconds$/)]);
    expect(refused).toEqual(["heavy"]);
  });

  test("a limit of 0 allows everything and counts nothing", async () => {
    const { ask, counted } = limited({ requests: 0, heavy: 0, links: 0 });
    const batch = post({ items: [{ data: "x" }, { data: "y" }] });
    for (let i = 0; i < 5; i++) expect((await ask("/api/qr/batch", batch)).status).toBe(200);
    expect(counted).toEqual({ requests: 0, heavy: 0, links: 0 });
  });
});

test("a search pays for each design that it scans, and ends at the limit", async () => {
  const { limits, counted } = createLimits({ heavy: 4 });
  const app = createApp(createService({ heavy: createHeavyWork() }), { limits, report: () => undefined });
  const ask = async (more: string) => {
    const path = `/api/qr/optimize?data=x&color=999999&allow=colors,margin&margin=0${more}`;
    const answer = await app(new Request(`http://isoqr.test${path}`));
    return { status: answer.status, body: await answer.json() };
  };
  expect(await ask("&candidates=3")).toMatchObject({ status: 200, body: { candidates: 3, end: "candidates" } });
  expect(counted.heavy).toBe(3);
  expect(await ask("")).toMatchObject({ status: 200, body: { candidates: 1, end: "busy" } });
  expect((await ask("")).status).toBe(429);
});

test("a search decodes its settings in a query", async () => {
  const searched: unknown[] = [];
  const optimize = async (input: object): Promise<never> => {
    searched.push({ ...input });
    throw busy();
  };
  const app = createApp({ ...createService(), optimize });
  const given = { data: "https://a.b/?x=1", allow: "colors,ec" };
  await app(new Request(`http://isoqr.test/api/qr/optimize?${new URLSearchParams(given)}`));
  await app(new Request("http://isoqr.test/api/qr/optimize?data=https://a.b/?x=1&allow=colors%2Cec"));
  expect(searched).toEqual([given, given]);
});

test("a client may have half of the searches in progress, over HTTP and MCP together", async () => {
  const never = () => new Promise<never>(() => undefined);
  const service = createService({ heavy: heavyOf({ scan: never }) });
  let started = 0;
  const optimize: typeof service.optimize = (input, call) => {
    started++;
    return service.optimize(input, call);
  };
  const api = { ...service, optimize };
  const app = createApp(api, { clientOf: () => "one", mcp: createMcp(api, console.error) });
  const ask = () => app(new Request("http://isoqr.test/api/qr/optimize?data=x"));
  const call = async () => {
    const params = { name: "optimize_qr", arguments: { data: "x" } };
    const headers = { Accept: "application/json, text/event-stream", "Content-Type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (await app(new Request("http://isoqr.test/mcp", { method: "POST", headers, body }))).json();
  };
  for (let i = 0; i < MAX_SEARCHES / 4; i++) {
    void ask();
    void call();
  }
  await vi.waitFor(() => expect(started).toBe(MAX_SEARCHES / 2));
  const answer = await ask();
  expect([answer.status, await errorOf(answer)]).toEqual([503, searchesBusy().message]);
  expect(await call()).toMatchObject({
    result: { isError: true, content: [{ text: searchesBusy().message }] },
  });
});
