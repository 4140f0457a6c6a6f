import { describe, expect, test } from "vitest";
import { anyString } from "../../src/messages/developer-rules.ts";
import { unicodeText } from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { collectGarbage } from "../collect-garbage.ts";
import { ruleText } from "../rule-text.ts";
import { ask, errorOf } from "./ask.ts";

const MIB = 1024 * 1024;
const GOOD = '{"data":"x"}';

function post(body: RequestInit["body"], headers: Record<string, string> = { "Content-Type": "application/json" }) {
  return ask("/api/qr", { method: "POST", headers, body: body ?? null, duplex: "half" } as RequestInit);
}

describe("the type of a body", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/ld+json",
  ])("accepts %s", async (type) => {
    expect((await post(GOOD, { "Content-Type": type })).status).toBe(200);
  });
  test.each([
    [{ "Content-Type": "text/plain" }, "Content-Type must be application/json"],
    [{ "Content-Type": "application/x-www-form-urlencoded" }, "Content-Type must be application/json"],
    [{ "Content-Type": "application/jsonp" }, "Content-Type must be application/json"],
    [{ "Content-Type": "" }, "Content-Type must be application/json"],
    [{ "Content-Type": "application/json; charset=utf-16" }, "the charset in Content-Type must be utf-8"],
    [{ "Content-Type": "application/json", "Content-Encoding": "gzip" }, "Content-Encoding is not supported"],
  ])("returns 415 for %j", async (headers, message) => {
    const answer = await post(GOOD, headers);
    expect(answer.status).toBe(415);
    expect(await errorOf(answer)).toContain(message);
  });
});

describe("the text of a body", () => {
  test("accepts a byte order mark at the start", async () => {
    expect((await post(`\ufeff${GOOD}`)).status).toBe(200);
  });
  test("accepts chunks that split a character", async () => {
    const bytes = new TextEncoder().encode('{"data":"€𝄞","format":"json"}');
    const pieces = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const whole = await post(bytes);
    expect(await (await post(pieces)).text()).toBe(await whole.text());
    expect(whole.status).toBe(200);
  });
  test.each([
    [null, "must be valid JSON"],
    ["", "must be valid JSON"],
    ["{", "must be valid JSON"],
    ["data=x", "must be valid JSON"],
    ["[]", "must be a JSON object"],
    ["null", "must be a JSON object"],
    ['"x"', "must be a JSON object"],
    [Uint8Array.of(0xff, 0xfe, 0x7b, 0x00), "must be valid UTF-8"],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), "must be valid UTF-8"],
    ['{"data":"\\ud800"}', ruleText(unicodeText, "data")],
    ['{"data":12345}', ruleText(anyString, "data")],
    ['{"data":"x","size":null}', "size must be an integer"],
    ['{"data":"x","size":1e999}', "size must be an integer"],
    ['{"__proto__":{"data":"x"}}', ruleText(fieldRequired, "data")],
  ])("rejects %j with 400: %s", async (body, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain(message);
  });
  test("rejects deep nesting before parsing", async () => {
    const answer = await post(`${'{"data":'.repeat(200_000)}1${"}".repeat(200_000)}`);
    expect(answer.status).toBe(400);
  });
});

describe("the length of a body", () => {
  /** Returns a JSON body of exactly `length` bytes. */
  const bodyOf = (length: number) => `{"data":"x","pad":"${"p".repeat(length - 21)}"}`;

  test("accepts a body of 4 MiB", async () => {
    expect(bodyOf(100)).toHaveLength(100);
    expect((await post(bodyOf(4 * MIB))).status).toBe(200);
  });
  test("returns 413 above 4 MiB", async () => {
    const answer = await post(bodyOf(4 * MIB + 1));
    expect(answer.status).toBe(413);
    expect(await errorOf(answer)).toContain("4 MiB");
  });
  test("rejects a Content-Length that is too large", async () => {
    const headers = { "Content-Type": "application/json", "Content-Length": String(4 * MIB + 1) };
    expect((await post(GOOD, headers)).status).toBe(413);
  });
  test("counts bytes regardless of Content-Length, and stops reading an endless body", async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65536;
        controller.enqueue(new Uint8Array(65536).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    const answer = await post(endless, { "Content-Type": "application/json", "Content-Length": "12" });
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(5 * MIB);
    expect(cancelled).toBe(true);
  });
  test("a body in tiny chunks takes no more memory than its bytes", async () => {
    const held = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const text = `{"data":"${"x".repeat(600_000)}"}`;
    let sent = 0;
    let most = 0;
    const pieces = new ReadableStream({
      pull(controller) {
        if (sent === text.length) return controller.close();
        controller.enqueue(new Uint8Array([text.charCodeAt(sent++)]));
        if (sent % 100_000 === 0) most = Math.max(most, held());
      },
    });
    const before = held();
    expect((await post(pieces)).status).toBe(413);
    expect(sent).toBe(text.length);
    expect(most - before).toBeLessThan(8 * MIB);
  });
  test("reports an aborted body as a client error", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new Error("connection lost"));
      },
    });
    const answer = await post(broken);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain("ended early");
  });
});
