import { describe, expect, test } from "vitest";
import { ABORT_SIGNAL, FUNCTION } from "../../src/client/arguments.ts";
import { QrError } from "../../src/errors.ts";
import { didYouMean, unknownOption } from "../../src/messages/developer-rules.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { SHARED } from "../../src/options/read.ts";
import { NOT_PLAIN } from "../../src/workers/batch.ts";
import { createPool } from "../../src/workers/node.ts";
import type { PoolItem, PoolLimits } from "../../src/workers/pool.ts";
import { SIGNAL_APART } from "../../src/workers/pool.ts";
import { collectGarbage } from "../collect-garbage.ts";
import { failure } from "../contract/api.ts";
import { ruleText } from "../rule-text.ts";
import { threadPool } from "./pools.ts";

/** Arguments that callers in untyped JavaScript may pass. */
const wrong = <Right>(value: unknown) => value as Right;

const pool = threadPool({ size: 1 });
const plain = ruleText(NOT_PLAIN);

/** Resolves to the code and message of the QrError that `call` rejects with. Rejects on any other outcome. */
async function refusal(call: () => Promise<unknown>): Promise<readonly string[]> {
  const error = await failure(call());
  expect(error).toBeInstanceOf(QrError);
  return [error.code, error.message];
}

describe("rejects invalid arguments", () => {
  const object = 'the first argument must be an object, such as { data: "https://example.com" }';

  test.each([[null], [undefined], ["abc"], [[]]])("rejects %o as options", async (value) => {
    expect(await refusal(() => pool.generate(wrong(value)))).toEqual(["INVALID_OPTION", object]);
    expect(await refusal(() => pool.inspect(wrong(value)))).toEqual(["INVALID_OPTION", object]);
    const batch = "the first argument must be an object, such as { items: [...] }";
    expect(await refusal(() => pool.generateBatch(wrong(value)))).toEqual(["INVALID_OPTION", batch]);
  });

  test("accepts null as settings", async () => {
    const { body } = await pool.generate({ data: "x", format: "svg" }, wrong(null));
    expect(await pool.toSvg("x", {}, wrong(null))).toBe(body);
    expect(await pool.toSvg("x", {}, { signal: wrong(null) })).toBe(body);
    expect(await pool.batch([{ data: "x" }], wrong(null)).next()).toMatchObject({ value: { index: 0 } });
  });

  test.each<[Partial<Record<keyof PoolLimits, unknown>> | null, string]>([
    [null, "the first argument must be an object, such as { size: 2 }"],
    [{ report: "console.log" }, ruleText(FUNCTION, "report")],
    [wrong({ sise: 2 }), ruleText(didYouMean, "sise", { name: "size" })],
    [wrong({ bananas: 2 }), ruleText(unknownOption, "bananas")],
  ])("rejects the pool settings %o", (limits, message) => {
    expect(() => createPool(wrong(limits))).toThrow(message);
    expect(() => createPool(wrong(limits))).toThrow(QrError);
  });

  test("rejects a signal among the options", async () => {
    const message = ruleText(SIGNAL_APART, "signal");
    const { signal } = new AbortController();
    const calls = [
      () => pool.toPng("x", wrong({ signal })),
      () => pool.toSvg("x", wrong({ signal })),
      () => pool.generate(wrong({ data: "x", signal })),
      () => pool.inspect(wrong({ data: "x", signal })),
    ];
    for (const call of calls) expect(await refusal(call)).toEqual(["INVALID_OPTION", message]);
  });

  test("rejects invalid settings for a batch", async () => {
    const options = ["INVALID_OPTION", ruleText(SHARED, "options")];
    for (const value of ["abc", [], 5]) {
      expect(await refusal(() => pool.batch([{ data: "x" }], { options: wrong(value) }).next())).toEqual(options);
    }
    const entry = await pool.batch([{ data: "x" }], { options: wrong(null) }).next();
    expect(entry.value).toMatchObject({ index: 0, picture: { contentType: "image/png" } });
    const misspelt = ["INVALID_OPTION", ruleText(didYouMean, "onprogres", { name: "onProgress" })];
    expect(await refusal(() => pool.batch([{ data: "x" }], wrong({ onprogres() {} })).next())).toEqual(misspelt);
    const heard = ["INVALID_OPTION", ruleText(FUNCTION, "onProgress")];
    expect(await refusal(() => pool.batch([{ data: "x" }], { onProgress: wrong(5) }).next())).toEqual(heard);
  });
});

test.each([
  ["one that says it is aborted", { aborted: true }],
  ["one that cannot be left", { aborted: false, addEventListener() {}, removeEventListener: () => fail() }],
  ["a controller", new AbortController()],
])("rejects an invalid signal: %s", async (_, signal) => {
  const message = ["INVALID_OPTION", ruleText(ABORT_SIGNAL, "signal")];
  const call = { signal: wrong<AbortSignal>(signal) };
  expect(await refusal(() => pool.generate({ data: "x" }, call))).toEqual(message);
  expect(await refusal(() => pool.inspect({ data: "x" }, call))).toEqual(message);
  expect(await refusal(() => pool.toPng("x", {}, call))).toEqual(message);
  expect(await refusal(() => pool.generateBatch({ items: [{ data: "x" }] }, call))).toEqual(message);
  expect(await refusal(() => pool.batch([{ data: "x" }], call).next())).toEqual(message);
});

function fail(): never {
  throw new Error("removeEventListener failed");
}

describe("options that cannot be sent", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 200_000; i++) deep = [deep];
  const unsendable: readonly (readonly [string, RawOptions])[] = [
    ["a function", { data: "x", f() {} }],
    ["a port", { data: "x", port: new MessageChannel().port1 }],
    ["one that is nested too deep", { data: "x", deep }],
    ["one that throws", Object.defineProperty({}, "data", { get: fail, enumerable: true })],
  ];

  test.each(unsendable)("rejects options that cannot be sent: %s", async (_, input) => {
    expect(await refusal(() => pool.generate(input))).toEqual(["INVALID_OPTION", plain]);
    expect(await refusal(() => pool.inspect(input))).toEqual(["INVALID_OPTION", plain]);
    const seen: unknown[] = [];
    for await (const entry of pool.batch([{ data: "a" }, wrong<PoolItem>(input), { data: "b" }])) {
      seen[entry.index] = "error" in entry && [entry.error.code, entry.error.message];
    }
    expect(seen).toEqual([false, ["INVALID_OPTION", plain], false]);
  });

  test("rejected options are not kept in memory", async () => {
    const refs = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const input = { data: `${index}`, f() {} };
        const ref = new WeakRef(input);
        expect((await failure(pool.generate(input))).code).toBe("INVALID_OPTION");
        return ref;
      }),
    );
    await expect
      .poll(() => {
        collectGarbage();
        return refs.filter((ref) => ref.deref()).length;
      })
      .toBe(0);
  });

  test("rejected options do not count as proof that workers can start", async () => {
    const missing = threadPool({ size: 1 }, "./missing.mjs");
    expect((await failure(missing.generate({ data: "x", f() {} }))).message).toBe(plain);
    expect((await failure(missing.generate({ data: "x" }))).message).toContain("failed");
  });
});
