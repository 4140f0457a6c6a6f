import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { formatNames } from "../../src/options/formats.ts";
import type { HeavyWork } from "../../src/ports.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";
import { createService } from "../../src/service/service.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";

/** Tests a real server, whose threads run the built program. */

const root = new URL("../../", import.meta.url);
let server: RunningServer;

beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/build.mjs", "worker"], { cwd: fileURLToPath(root) });
  const worker = new URL("build/worker/heavy-worker.js", root);
  server = await startServer({ port: 0, host: "127.0.0.1" }, {}, worker);
}, 60_000);
afterAll(() => server.close());

const post = (path: string, input: unknown) =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(input),
  });
const logoData = Buffer.from(toPng("a logo", { size: 64, margin: 0 })).toString("base64");

describe("in threads", () => {
  test.each(formatNames)("draws a readable code (%s)", async (format) => {
    const answer = await fetch(`${server.url}/api/qr/validate?data=https://example.com&format=${format}`);
    expect(await answer.json()).toMatchObject({ valid: true, scan: { passed: true, grade: "A" }, issues: [] });
  });

  test("draws a logo, and passes on the message and status of its errors", async () => {
    const input = { data: "https://example.com", size: 400, logoData, logoSize: 0.2 };
    const drawn = await post("/api/qr", input);
    expect([drawn.status, drawn.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(readPng(new Uint8Array(await drawn.arrayBuffer())).width).toBe(400);
    const broken = Buffer.from(logoData, "base64");
    broken.fill(0, 60);
    const refused = await post("/api/qr", { ...input, logoData: broken.toString("base64") });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/^logoData /) });
  });

  test.each([
    { dotStyle: "dots", logoData },
    { gradient: "linear,45,1a5fb4,813d9c", frame: "ticket", caption: "Scan me" },
  ])("draws a large picture with a logo or a design, with the same bytes as in the main thread", async (look) => {
    const input = { data: "https://example.com", size: 1024, ...look };
    const drawn = new Uint8Array(await (await post("/api/qr", input)).arrayBuffer());
    const heavy: HeavyWork = { ...createHeavyWork(), jobs: new Set(["drawCaption"]) };
    const { body } = await createService({ heavy }).generate(input);
    expect(Buffer.from(body).equals(drawn)).toBe(true);
  });

  test("warm() compiles the libraries that draw cards", async () => {
    await expect(server.warm()).resolves.toBeUndefined();
    const answer = await fetch(`${server.url}/api/og?title=Ready&data=https://example.com`);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    await expect(server.warm()).resolves.toBeUndefined();
  });

  test("draws a card with a readable code", async () => {
    const answer = await fetch(`${server.url}/api/og?title=Hello&data=https://example.com`);
    expect(answer.status).toBe(200);
    const pixels = readPng(new Uint8Array(await answer.arrayBuffer()));
    expect([pixels.width, pixels.height]).toEqual([1200, 630]);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe("https://example.com");
  });
});

test("completes the maximum number of batches of one client, although they have more pictures than the queue holds", async () => {
  const items = Array.from({ length: 4 }, (_, at) => ({ data: `https://example.com/${at}`, logoSize: 0.2 + at / 100 }));
  const answers = Array.from({ length: 16 }, async (_, at) => {
    const answer = await post("/api/qr/batch", { options: { size: 520 + at, logoData }, items });
    const { results } = await answer.json();
    return results.map(({ status }: { status: number }) => status);
  });
  expect(new Set((await Promise.all(answers)).flat())).toEqual(new Set([200]));
});

test("rejects jobs beyond the queue immediately, and never delays plain pictures", async () => {
  const reports = Promise.all(
    Array.from({ length: 120 }, async (_, at) => {
      const answer = await fetch(`${server.url}/api/qr/validate?data=${at}&size=1500`);
      const { scan, valid } = await answer.json();
      return scan && valid ? "proved" : `${answer.status}, valid: ${valid}`;
    }),
  );
  const start = performance.now();
  for (let at = 0; at < 20; at++) expect((await fetch(`${server.url}/api/qr?data=${at}`)).status).toBe(200);
  const light = performance.now() - start;
  const all = await reports;
  expect(new Set(all)).toEqual(new Set(["proved", "503, valid: undefined"]));
  expect(light).toBeLessThan(performance.now() - start);
  expect((await (await fetch(`${server.url}/api/qr/validate?data=after`)).json()).scan.passed).toBe(true);
});
