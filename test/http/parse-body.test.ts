import { expect, test } from "vitest";
import { nextTask } from "../../src/async/next-task.ts";
import { acquireParseLock, parseBody as parse, readOptions } from "../../src/http/parse-body.ts";
import { readJson } from "../../src/options/read.ts";

const parseBody = (bytes: Uint8Array) => parse(bytes, readJson);
const LARGE = 3 * 1024 * 1024;

/** Returns `text` as bytes, padded so that it is parsed in several chunks. */
const large = (text: string) => new TextEncoder().encode(`${text.slice(0, -1)}${" ".repeat(LARGE)}}`);

test.each([
  ["characters of every length", '{"data":"aé€😀"}', { data: "aé€😀" }],
  ["a byte order mark", '\ufeff{"data":"\ufeffx"}', { data: "\ufeffx" }],
  ["escaped names", '{"d\\u0061ta":"x"}', { data: "x" }],
  ["a name that comes twice", '{"data":"x","data":"y"}', { data: "y" }],
])("reads %s in bodies of every size", async (_, text, input) => {
  expect(await parseBody(new TextEncoder().encode(text))).toEqual(input);
  expect(await parseBody(large(text))).toEqual(input);
});

test("waits for a body whose client has not had its turn for long", async () => {
  let begin = () => {};
  const turn = () =>
    new Promise<void>((resolve) => {
      begin = resolve;
    });
  const order: string[] = [];
  const first = Promise.resolve(parse(large('{"data":"x"}'), readJson, { turn })).then(() => order.push("first"));
  const second = Promise.resolve(parseBody(large('{"data":"y"}'))).then(() => order.push("second"));
  for (let task = 0; task < 200; task++) await nextTask();
  expect(order).toEqual([]);
  for (let steps = 0; order.length === 0; steps++) {
    begin();
    await nextTask();
    if (steps > 10_000) throw new Error("the first body is never parsed");
  }
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});

test("treats __proto__ as an ordinary name", async () => {
  for (const bytes of [new TextEncoder().encode('{"__proto__":{"a":1}}'), large('{"__proto__":{"a":1}}')]) {
    const input = await parseBody(bytes);
    expect([Object.keys(input), Object.getPrototypeOf(input)]).toEqual([["__proto__"], Object.prototype]);
  }
});

test("decodes characters that span two steps, or begin one", async () => {
  const text = "€😀é\ufeff".repeat(LARGE / 12);
  for (let shift = 0; shift < 12; shift++) {
    const input = { [" ".repeat(shift)]: text };
    expect(await parseBody(new TextEncoder().encode(JSON.stringify(input)))).toEqual(input);
  }
});

test.each([
  ["a broken byte in the middle", Uint8Array.of(0x61, 0xff, 0x61), "UTF-8"],
  ["half a character at the end", Uint8Array.of(0x22, 0xe2, 0x82), "UTF-8"],
  ["text that is no JSON", Uint8Array.of(0x7b, 0x7b), "JSON"],
])("rejects %s in bodies of every size", async (_, wrong, rule) => {
  const before = new Uint8Array(LARGE).fill(0x20);
  for (const bytes of [wrong, Uint8Array.from([...before, ...wrong])]) {
    const error = await Promise.resolve()
      .then(() => parseBody(bytes))
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "BODY_INVALID", message: expect.stringContaining(rule) });
  }
});

test("parses one large body at a time, and skips one whose client disconnected", async () => {
  const gone = await acquireParseLock();
  expect(await parseBody(large('{"data":"x"}'))).toEqual({ data: "x" });
  gone.release();

  const working = await acquireParseLock();
  let parsed = false;
  const waiting = Promise.resolve(parseBody(large('{"data":"y"}'))).then(() => {
    parsed = true;
  });
  for (let step = 0; step < 200; step++) await working.pause();
  expect(parsed).toBe(false);
  working.release();
  await waiting;
});

test("keeps the options of a design, but no objects in it", () => {
  const body = {
    data: "x",
    color: { a: [] },
    design: { color: "1a5fb4", gradient: null, eyeStyle: { a: [1] }, size: [] },
  };
  expect(readOptions(JSON.stringify(body))).toEqual({
    data: "x",
    color: [],
    design: { color: "1a5fb4", gradient: null, eyeStyle: {}, size: {} },
  });
});
