import fc from "fast-check";
import { expect, test } from "vitest";
import { createJsonCheck, TOO_DEEP as TOO_DEEPRule, TOO_MANY_VALUES } from "../../src/http/json-bounds.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";
import { ask, errorOf } from "./ask.ts";

const MIB = 1024 * 1024;
const encode = (text: string) => new TextEncoder().encode(text);

function post(path: string, body: string | Uint8Array<ArrayBuffer>) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** Checks `bytes` in chunks that end at `ends`. Returns the error message, or "none". */
function refusalOf(bytes: Uint8Array, ends: readonly number[] = []): string {
  const check = createJsonCheck();
  try {
    let from = 0;
    for (const end of [...ends, bytes.length]) {
      check(bytes.subarray(from, end));
      from = end;
    }
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
}

const TOO_MANY = ruleText(TOO_MANY_VALUES, { max: "10,000" });
const TOO_DEEP = ruleText(TOO_DEEPRule, { max: 32 });

test.each([
  ["numbers in a list", (count: number) => `[${"1,".repeat(count - 2)}1]`],
  ["strings in a list", (count: number) => `[${'"",'.repeat(count - 2)}""]`],
  ["lists in a list", (count: number) => `[${"[],".repeat(count - 2)}{}]`],
  ["names and values", (count: number) => `{${'"a":null,'.repeat(count / 2 - 2)} "a": true}`],
  ["strings full of escapes", (count: number) => `[${'"\\\\\\"[{,",'.repeat(count - 2)}"\\\\"]`],
])("accepts at most 10,000 %s", (_, textOf) => {
  expect(refusalOf(encode(textOf(10_000)))).toBe("none");
  expect(refusalOf(encode(textOf(10_002)))).toBe(TOO_MANY);
});

test("accepts at most 32 levels of nesting", () => {
  const nested = (levels: number) => encode(`${'[{"a":'.repeat(levels / 2)}0${"}]".repeat(levels / 2)}`);
  expect(refusalOf(nested(32))).toBe("none");
  expect(refusalOf(nested(34))).toBe(TOO_DEEP);
});

/** Returns the number of names and values in `value`. */
function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inside) => sum + countOf(inside), 1 + names);
}

test("counts the same values as the parser, regardless of chunk boundaries", () => {
  const part = fc.jsonValue({ maxDepth: 5 });
  fc.assert(
    fc.property(part, fc.array(fc.nat(1_000)), fc.nat(3), (value, cuts, indent) => {
      const text = JSON.stringify(value, null, indent);
      const left = 10_000 - countOf(value) - 1;
      const bodyOf = (more: number) => encode(`[${text}${",0".repeat(more)}]`);
      const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
      expect(refusalOf(bodyOf(left), ends)).toBe("none");
      expect(refusalOf(bodyOf(left + 1), ends)).toBe(TOO_MANY);
    }),
  );
});

test("ignores brackets, quotes and backslashes within strings", async () => {
  const data = '[{"\\'.repeat(5_000);
  const cut = encode(JSON.stringify({ data }));
  for (let end = 1; end < 40; end++) expect(refusalOf(cut, [end, end + 1, end + 3])).toBe("none");
  expect((await post("/api/qr/validate", JSON.stringify({ data }))).status).toBe(200);
});

const hostile = {
  lists: `{"items":${"[".repeat(15 * MIB)}`,
  objects: `{"items":[{"data":"x","junk":[${"{},".repeat(5 * MIB)}{}]}]}`,
  names: `{"items":[${Array.from({ length: 50 }, () => `{"data":"x",${Array.from({ length: 26_000 }, (_, i) => `"k${i}":1`)}}`)}]}`,
};

test.each(Object.entries(hostile))("rejects 16 MiB of %s in less time than parsing takes", async (name, body) => {
  const bytes = encode(body);
  const rule = name === "lists" ? TOO_DEEP : TOO_MANY;
  const time = await processorTime(async () => {
    const answer = await post("/api/qr/batch", bytes);
    expect([answer.status, answer.headers.get("X-Error-Code")]).toEqual([400, "BODY_INVALID"]);
    expect(await errorOf(answer)).toBe(rule);
  });
  expect(time).toBeLessThan(SOON / 2);
});

test.each(["/api/qr", "/api/qr/validate", "/api/qr/inspect", "/api/i"])(
  "%s rejects deeply nested and long bodies",
  async (path) => {
    for (const data of ["[".repeat(4 * MIB - 20), `[${"{},".repeat(MIB)}{}]`]) {
      const answer = await post(path, `{"data":${data}`);
      expect(answer.status).toBe(400);
      expect([TOO_DEEP, TOO_MANY]).toContain(await errorOf(answer));
    }
  },
);

test("lets other work run between the steps of parsing a large body", async () => {
  let turns = 0;
  let done = false;
  const count = () => {
    turns++;
    if (!done) setTimeout(count, 0);
  };
  setTimeout(count, 0);
  const answer = await post("/api/qr/batch", `{"items":[{"data":"x","title":"${"é\\n".repeat(4 * MIB - 20)}"}]}`);
  done = true;
  expect((await answer.json()).results[0].status).toBe(400);
  expect(turns).toBeGreaterThan(15);
});
