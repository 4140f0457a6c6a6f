import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";

const MiB = 1024 * 1024;
const app = createApp(createService());

function post(path: string, body: BodyInit): Promise<Response> {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" };
  return app(new Request(`http://isoqr.test${path}`, init));
}

const askBatch = () => post("/api/qr/batch", JSON.stringify({ items: [{ data: "a" }, { data: "b" }] }));

test("the 33rd concurrent batch gets 503 until another is read or abandoned", async () => {
  const [first, second, ...others] = await Promise.all([
    askBatch(),
    askBatch(),
    ...Array.from({ length: 30 }, askBatch),
  ]);
  expect(new Set([first, second, ...others].map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await askBatch();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("too many batches") });

  expect((await first.json()).count).toBe(2);
  await second.body?.cancel();
  const [third, fourth] = [await askBatch(), await askBatch()];
  expect([third.status, fourth.status, (await askBatch()).status]).toEqual([200, 200, 503]);
  for (const { body } of [third, fourth, ...others]) await body?.cancel();
  const free = await askBatch();
  expect((await free.json()).count).toBe(2);
});

test("a batch is rejected before its body is read", async () => {
  const others = await Promise.all(Array.from({ length: 32 }, askBatch));
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  expect((await post("/api/qr/batch", body)).status).toBe(503);
  expect(isRead).toBe(false);
  for (const other of others) await other.body?.cancel();
});

test("a batch that is not read for two seconds is replaced by the next", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const [silent, ...others] = await Promise.all(Array.from({ length: 32 }, askBatch));
  // Waits until the first chunk of the silent client's response is pending.
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.advanceTimersByTime(1_500);
  expect((await askBatch()).status).toBe(503);
  const readers = others.map(({ body }) => body?.getReader());
  for (const reader of readers) await reader?.read();
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.advanceTimersByTime(600);
  const next = await askBatch();
  expect(next.status).toBe(200);
  await expect(silent?.text()).rejects.toThrow();
  expect((await askBatch()).status).toBe(503);
  await next.body?.cancel();
  for (const reader of readers) await reader?.cancel();
});

test("a rejected batch frees its slot", async () => {
  for (let i = 0; i < 40; i++) expect((await post("/api/qr/batch", '{"items":[]}')).status).toBe(400);
  await (await askBatch()).json();
});

/** Returns a body of 15 MiB that stays open until `finish` is called. */
function openBody() {
  let finish = () => {};
  const blank = new Uint8Array(15 * MiB).fill(0x20);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(blank);
      finish = () => {
        controller.enqueue(new TextEncoder().encode('{"items":[{"data":"a","format":"json"}]}'));
        controller.close();
      };
    },
  });
  return { stream, finish: () => finish() };
}

test("rejects the ninth large body with 503, still accepts small bodies, and recovers afterwards", async () => {
  const bodies = Array.from({ length: 8 }, openBody);
  const answers = bodies.map(({ stream }) => post("/api/qr/batch", stream));
  const refused = await post("/api/qr/batch", openBody().stream);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect((await post("/api/qr", '{"data":"x"}')).status).toBe(200);
  for (const { finish } of bodies) finish();
  for (const answer of answers) expect((await (await answer).json()).count).toBe(1);
  const next = openBody();
  const taken = post("/api/qr/batch", next.stream);
  next.finish();
  expect((await (await taken).json()).count).toBe(1);
});

describe("memory of a parsed batch", () => {
  // Stop the clock, because sending the next batch may take longer than the timeout for slow readers.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  const PICTURES = 4;
  const LOGO = 480_000;
  const last = "x".repeat(LOGO - 1);

  /** Sends a batch with images and 14.4 MB of invalid logos. With `wide`, the batch has titles instead of logos, whose
   *  characters engines store with two bytes each. */
  function largeBatch(wide = false): Promise<Response> {
    const texts = Array.from({ length: PICTURES }, (_, at) => ({ data: `${at}`, format: "svg" }));
    const input = wide ? { title: `${last}\u20ac` } : { logoData: `${last}y` };
    const logos = Array.from({ length: 30 }, () => ({ data: "x", ...input }));
    return post("/api/qr/batch", JSON.stringify({ items: [...texts, ...logos] }));
  }

  const cancel = (answers: readonly Response[]) => Promise.all(answers.map(({ body }) => body?.cancel()));

  test("counts the memory of a batch until it has been read", async () => {
    const answers: Response[] = [];
    for (let at = 0; at < 9; at++) answers.push(await largeBatch());
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
    const refused = await largeBatch();
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await refused.json()).toEqual({ error: expect.stringContaining("too many large requests") });
    expect((await askBatch().then((answer) => answer.json())).count).toBe(2);

    const [first, ...others] = answers as [Response, ...Response[]];
    expect((await first.json()).count).toBe(PICTURES + 30);
    const next = await largeBatch();
    expect([next.status, (await largeBatch()).status]).toEqual([200, 503]);
    await cancel([next, ...others]);
    const free = await Promise.all(Array.from({ length: 8 }, () => largeBatch()));
    expect(new Set(free.map(({ status }) => status))).toEqual(new Set([200]));
    await cancel(free);
  });

  test("counts less memory after each drawn item", async () => {
    const answers: Response[] = [];
    for (let at = 0; at < 9; at++) answers.push(await largeBatch());
    expect((await largeBatch()).status).toBe(503);
    // Reading half of the logos of two batches frees the memory of one.
    const readers = answers.slice(0, 2).map(({ body }) => body?.getReader());
    for (const reader of readers) for (let entry = 0; entry < PICTURES + 16; entry++) await reader?.read();
    const next = await largeBatch();
    expect([next.status, (await largeBatch()).status]).toEqual([200, 503]);
    for (const reader of readers) await reader?.cancel();
    await cancel([...answers.slice(2), next]);
  });

  test("counts two bytes per character for strings that engines store as UTF-16", async () => {
    const answers: Response[] = [];
    for (let at = 0; at < 5; at++) answers.push(await largeBatch(true));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503]);
    await cancel(answers);
  });

  test("frees the memory for the next batch if the client does not read for two seconds", async () => {
    const answers: Response[] = [];
    for (let at = 0; at < 9; at++) answers.push(await largeBatch());
    await new Promise((resolve) => setTimeout(resolve, 50));
    vi.advanceTimersByTime(1_500);
    expect((await largeBatch()).status).toBe(503);
    vi.advanceTimersByTime(600);
    const next = await largeBatch();
    expect(next.status).toBe(200);
    const [silent, ...others] = answers as [Response, ...Response[]];
    await expect(silent.text()).rejects.toThrow();
    await cancel([next, ...others]);
  });
});

describe("one client can use at most half of the places", () => {
  const shared = createApp(createService(), { clientOf: (request) => request.headers.get("client") ?? undefined });
  const postAs = (client: string, path: string, body: BodyInit) => {
    const headers = { "Content-Type": "application/json", client };
    const init = { method: "POST", headers, body, duplex: "half" };
    return shared(new Request(`http://isoqr.test${path}`, init));
  };

  test("the 17th concurrent batch of a client gets 503, and one of another client is drawn", async () => {
    const batch = (client: string) => postAs(client, "/api/qr/batch", JSON.stringify({ items: [{ data: "a" }] }));
    const greedy = await Promise.all(Array.from({ length: 17 }, () => batch("greedy")));
    expect(greedy.map(({ status }) => status)).toEqual([...Array(16).fill(200), 503]);
    expect((await (await batch("other")).json()).count).toBe(1);
    for (const { body } of greedy) await body?.cancel();
    expect((await (await batch("greedy")).json()).count).toBe(1);
  });

  test("the fifth large body of a client gets 503, and one of another client is accepted", async () => {
    const bodies = Array.from({ length: 4 }, openBody);
    const answers = bodies.map(({ stream }) => postAs("greedy", "/api/qr/batch", stream));
    expect((await postAs("greedy", "/api/qr/batch", openBody().stream)).status).toBe(503);
    const other = openBody();
    const answer = postAs("other", "/api/qr/batch", other.stream);
    for (const { finish } of [...bodies, other]) finish();
    for (const one of [...answers, answer]) expect((await (await one).json()).count).toBe(1);
  });
});
