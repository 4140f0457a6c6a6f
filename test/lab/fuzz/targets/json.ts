import fc from "fast-check";
import { collectGarbage } from "../../../collect-garbage.ts";
import { openApp } from "../app.ts";
import { checkLoop, sizesOf } from "../bounded.ts";
import { anyText, cases, pumped } from "../generate.ts";
import { checkResponse, isRecord, parseJson } from "../properties.ts";
import type { Piece, Recipe } from "../recipe.ts";
import { demand, type Target } from "../target.ts";

const ROUTES = ["/api/qr", "/api/qr/batch", "/api/qr/validate", "/api/i", "/mcp"];

/** Bodies are stretched to these sizes in bytes, just below the limits of their routes. */
const STRETCHED = 3.9 * 1024 * 1024;
const STRETCHED_BATCH = 15.9 * 1024 * 1024;

/** Maximum number of bytes, in addition to the size of the body, that may be held for a request whose response is not
 *  read. */
const MAX_HELD = 48 * 1024 * 1024;

const string = anyText.map((text): Piece => ({ json: [text] }));
const NAMES = [
  "data",
  "size",
  "format",
  "logoData",
  "logo",
  "items",
  "options",
  "__proto__",
  "constructor",
  "toString",
  "title",
  "x",
  "",
];
const VALUES = [
  "null",
  "true",
  "0",
  "-0",
  "1e999",
  "256",
  '"256"',
  "[]",
  "{}",
  '"\\ud800"',
  '"\\u0000"',
  "0x1",
  "NaN",
  "01",
  '{"__proto__":{"size":32}}',
];

const member: fc.Arbitrary<Recipe> = fc
  .tuple(fc.constantFrom(...NAMES), fc.oneof(string, fc.constantFrom<Piece>(...VALUES)))
  .map(([name, value]) => [`"${name}":`, value]);

/** Generates objects with any members, including repeated names. */
const object: fc.Arbitrary<Recipe> = fc
  .array(member, { maxLength: 6 })
  .map((members) => ["{", ...members.flatMap((one, at) => (at > 0 ? [",", ...one] : one)), "}"]);

const items: fc.Arbitrary<Recipe> = fc
  .tuple(fc.array(object, { maxLength: 4 }), fc.option(object))
  .map(([all, options]) => [
    "{",
    ...(options ? ['"options":', ...options, ","] : []),
    '"items":[',
    ...all.flatMap((one, at) => (at > 0 ? [",", ...one] : one)),
    "]}",
  ]);

/** Generates bodies that are not JSON or not UTF-8. */
const broken: fc.Arbitrary<Recipe> = fc.constantFrom<Recipe>(
  [],
  [{ hex: "efbbbf" }, '{"data":"x"}'],
  [{ hex: "fffe7b00" }],
  ['{"data":"', { hex: "ff" }, '"}'],
  ['{"data":"', { hex: "c080" }, '"}'],
  ['{"data":"x"'],
  ['{"data":"x"}}'],
  ['{"data":"x",}'],
  ["{'data':1}"],
  ["\0"],
  ["[]"],
  ["null"],
  ['"x"'],
);

const STARTS = [
  '{"data":"x","junk":[',
  '{"data":',
  '{"data":"',
  '{"items":',
  '{"items":[',
  '{"items":[{"data":"x","junk":[',
  '{"options":',
  "[",
  "{",
  '{"data":"x",',
  "",
];
const TOKENS = [
  "{}",
  "{},",
  "[",
  "[]",
  "[],",
  '{"a":',
  "0,",
  '"a":1,',
  '"",',
  "\\u0041",
  "\\",
  " ",
  "x",
  "-",
  "1",
  "true,",
  '"__proto__":{},',
];
const ENDS = ["", "0]}", "]}", '"}', "}", "]}]}", '"x":1}', "0]}]}"];

/** Generates objects with many members, each with a different name. */
const names: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom('{"data":"x"', '{"items":[{"data":"x"', '{"options":{"x":1'),
    fc.integer({ min: 1, max: 400 }),
    fc.constantFrom("}", "}]}", "}}"),
  )
  .map(([start, times, end]) => [start, { numbered: ',"n#":1', times }, end]);

/** Sends bodies to all routes that accept JSON. */
export const json: Target = {
  name: "json",
  inputs: cases(ROUTES, object, items, broken, names, pumped(STARTS, TOKENS, ENDS), pumped(STARTS, TOKENS, ENDS)),
  async open() {
    const { app, close } = openApp();
    const send = (to: string, body: Buffer) => {
      const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      return app(new Request(`http://isoqr.test${to}`, { method: "POST", headers, body: new Uint8Array(body) }));
    };
    return {
      async check(one) {
        const to = one.to !== undefined && ROUTES.includes(one.to) ? one.to : "/api/qr";
        const isBatch = to === "/api/qr/batch";
        const all = sizesOf(one, isBatch ? STRETCHED_BATCH : STRETCHED);
        await checkLoop(all, async (bytes) => {
          const response = await send(to, bytes);
          if (isBatch && isFineBatch(bytes)) demand(response.status === 200, `a good batch returns ${response.status}`);
          checkResponse(response, new Uint8Array(await response.arrayBuffer()), bytes.toString("utf8", 0, 10_000));
        });
        for (const bytes of all) if (isBatch && bytes.length > STRETCHED) await checkHeld(bytes, () => send(to, bytes));
      },
      close: async () => close(),
    };
  },
};

/** Returns whether `body` is a batch of objects, with optional `options`. Its items may be invalid. */
function isFineBatch(body: Buffer): boolean {
  if (body.length > 10_000) return false;
  const input = parseJson(body.toString());
  if (!isRecord(input) || !Array.isArray(input.items)) return false;
  const { items, options } = input;
  const isShared = options === undefined || options === null || isRecord(options);
  return isShared && items.length > 0 && items.length <= 50 && items.every(isRecord);
}

/** Checks how much memory is held for a request while its response is not read. */
async function checkHeld({ length }: Buffer, ask: () => Promise<Response>): Promise<void> {
  const before = held();
  const response = await ask();
  const more = held() - before;
  await response.body?.cancel();
  const figures = `${Math.round(more / 1e6)} MB for a body of ${Math.round(length / 1e6)} MB`;
  demand(more <= length + MAX_HELD, `a request whose response is not read holds ${figures}`);
}

/** Returns the bytes of memory that this process uses after garbage collection. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
