import { afterEach, describe, expect, test, vi } from "vitest";
import { ABORT_SIGNAL, FUNCTION } from "../../src/client/arguments.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import type { ClientSettings } from "../../src/client/send.ts";
import { FETCH, NOT_JSON, TIMEOUT } from "../../src/client/send.ts";
import { failure } from "../contract/api.ts";
import { ruleText } from "../rule-text.ts";

const busy = (headers: Record<string, string> = { "Retry-After": "0" }) =>
  Response.json({ error: "come back later" }, { status: 503, headers });
const matrix = () => Response.json({ modules: [[1]], size: 1 });

/** Creates a client that receives `answers` in order, and records the requests that it sends. */
function talk(answers: readonly (() => Response | Promise<Response>)[], settings: Partial<ClientSettings> = {}) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (!answer) throw new Error("the test must provide an answer");
    return answer();
  };
  return { requests, client: createClient({ baseUrl: "https://qr.example", fetch, ...settings }) };
}

afterEach(() => void vi.useRealTimers());

const call = (client: Client) => client.generateJson({ data: "x" });
const never = () => new Promise<Response>(() => undefined);

describe("a busy server", () => {
  test("the client retries the same request", async () => {
    const { client, requests } = talk([busy, busy, matrix]);
    expect(await call(client)).toEqual({ modules: [[1]], size: 1 });
    const bodies = await Promise.all(requests.map((request) => request.json()));
    expect(bodies).toEqual(Array(3).fill({ data: "x", format: "json" }));
  });

  test("the client sends at most three requests", async () => {
    const { client, requests } = talk([busy]);
    expect(await failure(call(client))).toMatchObject({ code: "BUSY", message: "come back later" });
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["seconds", () => "3", 3000],
    ["a date", () => new Date(Date.now() + 5000).toUTCString(), 5000],
    ["a date that is past", () => new Date(0).toUTCString(), 0],
    ["nothing", () => "", 500],
    ["nonsense", () => "soon", 500],
  ])("the client waits for Retry-After: %s", async (_, retryAfter, milliseconds) => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    const times: number[] = [];
    const answers = [() => busy({ "Retry-After": retryAfter() }), matrix];
    const timed = answers.map((answer) => () => {
      times.push(Date.now());
      return answer();
    });
    const answered = call(talk(timed).client);
    await vi.advanceTimersByTimeAsync(6000);
    await answered;
    expect(times).toEqual([1_800_000_000_000, 1_800_000_000_000 + milliseconds]);
  });

  test("the client retries after a 429 with Retry-After", async () => {
    vi.useFakeTimers();
    const limited = () =>
      Response.json({ error: "too many requests" }, { status: 429, headers: { "Retry-After": "20" } });
    const { client, requests } = talk([limited, matrix]);
    const answered = call(client);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answered).toEqual({ modules: [[1]], size: 1 });
  });

  test("the client does not retry a 429 whose Retry-After exceeds the timeout", async () => {
    const limited = () =>
      Response.json({ error: "too many requests" }, { status: 429, headers: { "Retry-After": "60" } });
    const { client, requests } = talk([limited], { timeout: 30_000 });
    expect(await failure(call(client))).toMatchObject({
      code: "RATE_LIMITED",
      status: 429,
      message: "too many requests",
    });
    expect(requests).toHaveLength(1);
  });

  test("the client does not retry a 503 whose Retry-After exceeds the timeout", async () => {
    const { client, requests } = talk([() => busy({ "Retry-After": "60" })], { timeout: 30_000 });
    expect((await failure(call(client))).status).toBe(503);
    expect(requests).toHaveLength(1);
  });

  test("an aborted call sends no request", async () => {
    const { client, requests } = talk([matrix], { signal: AbortSignal.abort(new Error("stop")) });
    await expect(call(client)).rejects.toThrow("stop");
    expect(requests).toHaveLength(0);
  });

  test("the client stops waiting when the signal aborts", async () => {
    const ending = new AbortController();
    const { client } = talk([() => busy({ "Retry-After": "10" })], { signal: ending.signal });
    setTimeout(() => ending.abort(), 20);
    await expect(call(client)).rejects.toHaveProperty("name", "AbortError");
  });
});

test.each([400, 404, 413, 500, 502])("does not retry after status %i", async (status) => {
  const { client, requests } = talk([() => Response.json({ error: "no" }, { status })]);
  expect(await failure(call(client))).toMatchObject({ status, message: "no" });
  expect(requests).toHaveLength(1);
});

describe("errors", () => {
  test("an error has the code and field of the response", async () => {
    const headers = { "X-Error-Code": "LOGO_INVALID", "X-Error-Field": "logoData" };
    const { client } = talk([() => Response.json({ error: "no logo" }, { status: 400, headers })]);
    expect(await failure(call(client))).toMatchObject({ code: "LOGO_INVALID", field: "logoData", message: "no logo" });
  });

  test.each([
    ["a page", () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
    ["JSON of another kind", () => Response.json({ error: { text: "x" } }, { status: 502 })],
    ["null", () => Response.json(null, { status: 502 })],
    ["nothing", () => new Response(null, { status: 502 })],
  ])("an error has a message if the response is %s", async (_, answer) => {
    const error = await failure(call(talk([answer]).client));
    expect(error).toMatchObject({
      code: "UNREACHABLE",
      status: 502,
      message: "https://qr.example responded with status 502",
    });
  });

  test("a 431 of a proxy has the code REQUEST_INVALID", async () => {
    const { client } = talk([() => new Response("<h1>Too large</h1>", { status: 431 })]);
    expect(await failure(call(client))).toMatchObject({ code: "REQUEST_INVALID" });
  });

  test("rejects with UNREACHABLE and the cause if there is no server", async () => {
    const cause = new TypeError("fetch failed");
    const error = await failure(call(talk([() => Promise.reject(cause)]).client));
    expect(error).toMatchObject({ code: "UNREACHABLE", cause });
    expect(error.message).toContain("https://qr.example");
  });

  test("retries createLink with the same token if the response is lost", async () => {
    const lost = () => Promise.reject(new TypeError("fetch failed"));
    const broken = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("terminated")) }));
    const made = () => Response.json({ id: "0123456789", token: "t" });
    const { client, requests } = talk([lost, broken, made]);
    expect(await client.createLink({ data: "x" })).toEqual({ id: "0123456789", token: "t" });
    const bodies = await Promise.all(requests.map((request) => request.json()));
    expect(bodies[0]).toEqual({ data: "x", token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  });

  test("createLink accepts a token", async () => {
    const { client, requests } = talk([() => Response.json({ id: "0123456789" })]);
    await client.createLink({ data: "x", token: "mine".repeat(6) });
    expect(await requests[0]?.json()).toEqual({ data: "x", token: "mine".repeat(6) });
  });

  test.each([
    ["generate", (client: Client) => client.generate({ data: "x" })],
    ["generateJson", call],
    ["validate", (client: Client) => client.validate({ data: "x" })],
    ["createLink", (client: Client) => client.createLink({ data: "x" })],
    ["generateOgImage", (client: Client) => client.generateOgImage({ data: "x" })],
  ])("%s rejects with UNREACHABLE if it receives a web page", async (_, method) => {
    const page = () => new Response("<h1>Sign in</h1>", { headers: { "Content-Type": "text/html" } });
    expect(await failure(method(talk([page]).client))).toMatchObject({ code: "UNREACHABLE" });
  });
});

describe("an invalid request", () => {
  const circular: Record<string, unknown> = { data: "x" };
  circular.title = circular;
  const throwing = { data: "x", toJSON: () => Reflect.apply(String.prototype.trim, null, []) };
  test.each([
    ["a BigInt", { data: 1n }],
    ["a circle", circular],
    ["a toJSON that throws", throwing],
  ])("rejects %s without sending a request", async (_, words) => {
    const { client, requests } = talk([matrix]);
    const answer: Promise<unknown> = Reflect.apply(client.validate, undefined, [words]);
    expect(await failure(answer)).toMatchObject({
      code: "INVALID_OPTION",
      message: ruleText(NOT_JSON),
    });
    expect(requests).toEqual([]);
  });
});

describe("a custom fetch", () => {
  test.each([5, "fetch", {}])("rejects %j as fetch, which must be a function", (fetch) => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION", message: ruleText(FUNCTION, "fetch") });
    expect(() => Reflect.apply(createClient, undefined, [{ baseUrl: "", fetch }])).toThrow(refused);
  });

  test.each([[undefined], [null], ["text"], [{}], [{ ok: true }]])(
    "rejects a fetch that returns %j, and says what it must return",
    async (answer) => {
      expect(await failure(call(talk([() => answer as unknown as Response]).client))).toMatchObject({
        code: "INVALID_OPTION",
        field: "fetch",
        message: ruleText(FETCH, "fetch"),
      });
    },
  );
});

describe("time and signals", () => {
  test.each([NaN, 0, -1, 2 ** 31, -Infinity, "x", "5", null])("rejects a timeout of %j", (timeout) => {
    const rule = ruleText(TIMEOUT, "timeout", { max: "2147483647" });
    const refused = expect.objectContaining({ code: "INVALID_OPTION", message: rule, field: "timeout" });
    expect(() => Reflect.apply(createClient, undefined, [{ baseUrl: "", timeout }])).toThrow(refused);
  });

  test.each([Infinity, 2 ** 31 - 1, 1000])("accepts a timeout of %d", async (timeout) => {
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(matrix()), 20));
    expect(await call(talk([late], { timeout }).client)).toEqual({ modules: [[1]], size: 1 });
  });

  test("waits as long as Retry-After says if there is no timeout", async () => {
    const ending = new AbortController();
    const answers = [() => busy({ "Retry-After": "9999999999" })];
    const { client, requests } = talk(answers, { timeout: Infinity, signal: ending.signal });
    setTimeout(() => ending.abort(), 30);
    await expect(call(client)).rejects.toHaveProperty("name", "AbortError");
    expect(requests).toHaveLength(1);
  });

  test("rejects with UNREACHABLE after the timeout", async () => {
    const error = await failure(call(talk([never], { timeout: 30 }).client));
    expect(error).toMatchObject({ code: "UNREACHABLE" });
    expect(error.message).toBe("no response from https://qr.example within 30 ms: try again, or set a longer timeout");
  });

  test.each<[string, number, (client: Client) => Promise<unknown>]>([
    ["a picture", 30_000, call],
    ["a search", 90_000, (client) => client.optimize({ data: "x", seconds: 60 })],
    ["a picture code", 120_000, (client) => client.drawPictureCode({ data: "x", picture: "" })],
  ])("by default, the timeout of %s is %d ms", async (_, timeout, ask) => {
    vi.useFakeTimers();
    const late = failure(ask(talk([never]).client));
    const early = failure(ask(talk([never], { timeout: 10 }).client));
    await vi.advanceTimersByTimeAsync(timeout);
    expect((await late).message).toContain(`within ${timeout} ms`);
    expect((await early).message).toContain("within 10 ms");
  });

  test("rejects with UNREACHABLE if a response does not end before the timeout", async () => {
    const body = () => new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
    const error = await failure(call(talk([async () => new Response(body())], { timeout: 30 }).client));
    expect(error.status).toBe(504);
  });

  test("rejects with the reason of the client's or the call's signal", async () => {
    const [all, one] = [new AbortController(), new AbortController()];
    const { client } = talk([never], { signal: all.signal });
    const ended = client.generate({ data: "x" }, { signal: one.signal });
    const others = call(client);
    one.abort(new Error("call aborted"));
    await expect(ended).rejects.toThrow("call aborted");
    all.abort(new Error("client aborted"));
    await expect(others).rejects.toThrow("client aborted");
    await expect(call(client)).rejects.toThrow("client aborted");
  });

  test.each([
    ["a controller", new AbortController()],
    ["one that says it is aborted", { aborted: true }],
    ["a number", 5],
  ])("rejects an invalid signal immediately, and leaves no timer: %s", async (_, signal) => {
    vi.useFakeTimers();
    const message = ruleText(ABORT_SIGNAL, "signal");
    const refused = expect.objectContaining({ code: "INVALID_OPTION", message, field: "signal" });
    expect(() => Reflect.apply(createClient, undefined, [{ baseUrl: "", signal }])).toThrow(refused);
    const { client, requests } = talk([matrix]);
    const settings = { signal: signal as unknown as AbortSignal };
    expect(await failure(client.generateJson({ data: "x" }, settings))).toEqual(refused);
    expect(await failure(client.generateOgImage({ data: "x" }, settings))).toEqual(refused);
    expect(vi.getTimerCount()).toBe(0);
    expect(requests).toEqual([]);
  });

  test("accepts null as a signal", async () => {
    const none = null as unknown as AbortSignal;
    const { client } = talk([matrix], { signal: none });
    expect(await client.generateJson({ data: "x" }, { signal: none })).toEqual({ modules: [[1]], size: 1 });
  });

  test("aborts the request when the call ends", async () => {
    const { client, requests } = talk([never], { timeout: 20 });
    await failure(call(client));
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});
