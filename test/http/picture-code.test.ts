import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { createApp } from "../../src/http/app.ts";
import { answerPictureCode, pictureCodesBusy } from "../../src/http/picture-code.ts";
import { toResponse } from "../../src/http/respond.ts";
import { logoBytes, logoPixels } from "../../src/messages/logo-rules.ts";
import { pictureUnreadable } from "../../src/messages/picture-rules.ts";
import { PICTURE_MISSING } from "../../src/options/picture-request.ts";
import { OTHER_NAME } from "../../src/options/query-faults.ts";
import { toPictureCode } from "../../src/runtime/picture.ts";
import { NOT_SERVED } from "../../src/service/not-served.ts";
import { createService } from "../../src/service/service.ts";
import { encodeBase64 } from "../../src/text/base64.ts";
import { createGate } from "../../src/work/gate.ts";
import { emptyPng, portrait } from "../picture-code/pictures.ts";
import { createTestApp } from "./whole-app.ts";

const { app, ask } = createTestApp();
const data = "https://example.com";
const picture = encodeBase64(portrait);
const post = (input: object) => ask({ method: "post", path: "/api/qr/picture", input: { data, picture, ...input } });

const ruleOf = ({ headers }: Response) => JSON.parse(headers.get("X-Error-Rule") ?? "{}").rule;

test("returns the code of the library as a PNG, with its strength and grade in headers", async () => {
  const answer = await post({ strength: "0.4", size: 390 });
  const { png, scan } = await toPictureCode(data, { picture: portrait, strength: 0.4, size: 390 });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("image/png");
  expect([answer.headers.get("X-Strength"), answer.headers.get("X-Grade")]).toEqual(["0.4", scan?.grade]);
  expect(answer.headers.get("Access-Control-Expose-Headers")).toMatch(/^ETag, .*, X-Strength, X-Grade$/);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png);
});

test("a client gets the code, its blocks and its scan", async () => {
  const client = createClient({ baseUrl: "http://isoqr.test", fetch: app });
  const options = { strength: 0.3, size: 390, look: "halftone", free: "fragment" } as const;
  const { symbol, ...code } = await toPictureCode(data, { picture: portrait, ...options });
  const { modules: _, ...shown } = symbol;
  expect(await client.drawPictureCode({ data, picture, ...options })).toEqual({ ...code, symbol: shown });
});

test.each([
  ["no picture", { picture: undefined }, "picture", PICTURE_MISSING],
  ["100 megapixels", { picture: encodeBase64(emptyPng(10_000, 10_000)) }, "picture", logoPixels],
  ["more than 2 MB", { picture: "A".repeat(3_000_000) }, "picture", logoBytes],
  ["another name of an option", { level: "H" }, "level", OTHER_NAME],
  ["a strength that leaves no readable code", { look: "halftone", strength: 1 }, "strength", pictureUnreadable],
])("rejects %s", async (_, input, field, rule) => {
  const answer = await post(input);
  expect([400, 413]).toContain(answer.status);
  expect(answer.headers.get("X-Error-Field")).toBe(field);
  expect(ruleOf(answer)).toBe(rule);
});

test("ignores options that picture codes do not have", async () => {
  const plain = await post({ strength: 0, size: 390 });
  const colored = await post({ strength: 0, size: 390, color: "ff0000", nonsense: { a: 1 } });
  expect(await colored.arrayBuffer()).toEqual(await plain.arrayBuffer());
});

test("without decoders and workers, a host does not draw picture codes", async () => {
  const bare = createApp(createService());
  const body = JSON.stringify({ data, picture });
  const headers = { "Content-Type": "application/json" };
  const answer = await bare(new Request("http://isoqr.test/api/qr/picture", { method: "POST", headers, body }));
  expect(answer.status).toBe(501);
  expect(ruleOf(answer)).toBe(NOT_SERVED);
});

test("rejects pictures that exceed the memory for all requests, and frees it after each one", async () => {
  const enter = createGate(4 * 600 * 600, pictureCodesBusy);
  const send = (input: object, signal?: AbortSignal) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ data, picture, ...input });
    const request = new Request("http://isoqr.test/api/qr/picture", { method: "POST", headers, body });
    return answerPictureCode(request, api, signal ? { signal } : {}, enter);
  };
  const finish: (() => void)[] = [];
  const drawn = await toPictureCode(data, { picture: portrait, strength: 0, size: 390 });
  const api = {
    ...createService(),
    drawPictureCode: () => new Promise<typeof drawn>((resolve) => finish.push(() => resolve(drawn))),
  };
  const first = send({});
  await expect.poll(() => finish).toHaveLength(1);
  await expect(send({ strength: 0.5 })).rejects.toThrow(pictureCodesBusy());
  finish[0]?.();
  expect(toResponse(await first).status).toBe(200);
  const second = send({ size: 390, strength: 1 });
  await expect.poll(() => finish).toHaveLength(2);
  finish[1]?.();
  expect(toResponse(await second).status).toBe(200);
});
