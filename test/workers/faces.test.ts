import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { design, QrError, toPng, toSvg } from "../../src/index.ts";
import { didYouMean, needs, unknownOption } from "../../src/messages/developer-rules.ts";
import { OTHER_NAME } from "../../src/options/query-faults.ts";
import { FIRST_ARGUMENT, OPTIONS_OBJECT } from "../../src/options/unknown-names.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { NOT_PLAIN } from "../../src/workers/batch.ts";
import type { PoolItem } from "../../src/workers/pool.ts";
import { describeApi, failure } from "../contract/api.ts";
import { ruleText } from "../rule-text.ts";
import { threadPool } from "./pools.ts";

const pool = threadPool();
const { generateOgImage, optimize } = createService({ heavy: createHeavyWork() });
const { createLink } = createService({ links: createMemoryLinks() });
const model = { ...createService({ links: createMemoryLinks() }), generateOgImage, optimize };

// The pool has neither links, cards nor searches. All other results must match the service.
describeApi("a pool of threads", () => ({ ...pool, createLink, generateOgImage, optimize }), model);

test("returns the same pictures and errors as the library", async () => {
  const options = { size: 300, color: "112233", margin: 2, dotStyle: "dots" } as const;
  expect(await pool.toPng("hello", options)).toEqual(toPng("hello", options));
  expect(await pool.toSvg("hello", { ...options, title: "Hi" })).toBe(toSvg("hello", { ...options, title: "Hi" }));
  const error = await failure(pool.toPng("x", { size: 5 }));
  expect(error).toBeInstanceOf(QrError);
  expect(error).toMatchObject({ name: "QrError", code: "INVALID_OPTION", field: "size" });
});

test("draws looks with and without design(), like the library", async () => {
  const look = { size: 300, eyeStyle: "leaf", gradient: "linear,45,#1a5fb4,#813d9c", dotStyle: "star" } as const;
  const brand = design(look);
  for (const options of [look, { ...brand, logo: undefined }]) {
    expect(await pool.toPng("hello", options)).toEqual(toPng("hello", brand));
    expect(await pool.toSvg("hello", options)).toBe(toSvg("hello", brand));
  }
  const error = await failure(pool.toSvg("x", { eyeStyle: "round" as "leaf" }));
  expect(error).toMatchObject({ code: "INVALID_OPTION", field: "eyeStyle" });
});

test("rejects unsupported calls with NOT_SUPPORTED", async () => {
  const messages = await Promise.all(
    [pool.createLink({ data: "x" }), pool.generateOgImage({ data: "x" }), pool.optimize({ data: "x" })].map(
      async (call) => (await failure(call)).code,
    ),
  );
  expect(messages).toEqual(Array(3).fill("NOT_SUPPORTED"));
});

test.each([
  [{ errorCorrectionLevel: "H" }, { field: "errorCorrectionLevel", rule: didYouMean, values: { name: "ec" } }],
  [{ colour: "#123" }, { field: "colour", rule: didYouMean, values: { name: "color" } }],
  [{ marign: 2 }, { field: "marign", rule: didYouMean, values: { name: "margin" } }],
  [{ nonsense: 1 }, { field: "nonsense", rule: unknownOption }],
  [{ ansi: false }, { field: "ansi", rule: needs }],
])("rejects %j like the library", async (options, error) => {
  const given = options as object;
  for (const draw of [pool.toPng, pool.toSvg]) expect(await failure(draw("x", given))).toMatchObject(error);
  const entries = [];
  for await (const entry of pool.batch([{ data: "x", ...given }, { data: "y" }])) entries[entry.index] = entry;
  expect(entries).toMatchObject([{ error }, { picture: {} }]);
});

test.each([
  ["toPng", { title: "A" }, { code: "NOT_SUPPORTED", field: "title", rule: needs }],
  ["toSvg", { pngColor: "rgba" }, { code: "NOT_SUPPORTED", field: "pngColor", rule: needs }],
  ["toPng", { format: "svg" }, { code: "INVALID_OPTION", field: "format" }],
  ["toSvg", { format: "png" }, { code: "INVALID_OPTION", field: "format" }],
  ["toPng", { data: "y" }, { code: "INVALID_OPTION", field: "data", rule: FIRST_ARGUMENT }],
  ["toSvg", { data: "y" }, { code: "INVALID_OPTION", field: "data", rule: FIRST_ARGUMENT }],
  ["toSvg", [], { code: "INVALID_OPTION", field: "options", rule: OPTIONS_OBJECT }],
] as const)("%s rejects %j like the library", async (name, options, error) => {
  const library = { toPng, toSvg }[name];
  expect(() => library("x", options as never)).toThrow(expect.objectContaining(error));
  expect(await failure(pool[name]("x", options as never))).toMatchObject(error);
});

test("toPng ignores the title of a design, like the library", async () => {
  const brand = { ...design({ title: "Shop", dotStyle: "star" }), logo: undefined };
  expect(await pool.toPng("x", brand)).toEqual(toPng("x", brand));
});

describe("inherited options", () => {
  class Options {
    get data() {
      return "x";
    }
    get margin() {
      return 2;
    }
    readonly gradient = { type: "radial", stops: ["#123", "#1a5fb4"] } as const;
  }
  const { gradient } = new Options();
  class Look {
    readonly gradient = gradient;
    get margin() {
      return 2;
    }
  }
  const expected = toPng("x", design({ margin: 2, gradient }));

  test("are read by all methods", async () => {
    expect(await pool.toPng("x", new Look())).toEqual(expected);
    expect(await pool.toPng("x", Object.create(new Look()))).toEqual(expected);
    expect(await pool.toSvg("x", new Look())).toBe(toSvg("x", design({ margin: 2, gradient })));
    const own = { ...new Options(), data: "x", margin: 2 };
    for (const input of [new Options(), Object.create(own)]) {
      expect((await pool.generate(input)).body).toEqual(expected);
      expect(await pool.inspect(input)).toEqual(await pool.inspect(own));
      const { results } = await pool.generateBatch({ items: [input] });
      for await (const entry of results) expect(entry).toMatchObject({ picture: { body: expected } });
    }
  });

  test("are read by batches, from items and from options of all items", async () => {
    const items: readonly PoolItem[] = [new Options(), { data: "x", gradient, margin: 2 }];
    for await (const entry of pool.batch(items)) expect(entry).toMatchObject({ picture: { body: expected } });
    const { value } = await pool.batch([{ data: "x" }], { options: new Look() }).next();
    expect(value).toMatchObject({ picture: { body: expected } });
  });
});

test("generate rejects other names of options and ignores unknown ones, like the HTTP API", async () => {
  const error = { field: "ecc", rule: OTHER_NAME };
  expect(await failure(pool.generate({ data: "x", ecc: "H" }))).toMatchObject(error);
  const picture = await pool.generate({ data: "x", nonsense: 1, marign: 2 });
  expect(picture.body).toEqual(toPng("x"));
});

test("rejects options that cannot be sent, with an error message", async () => {
  const error = await failure(pool.generate({ data: "x", nonsense: () => {} }));
  expect(error).toMatchObject({ code: "INVALID_OPTION" });
  expect(error.message).toBe(ruleText(NOT_PLAIN));
});

test("createApp() accepts a pool", async () => {
  const app = createApp(pool);
  const answer = await app(new Request("http://isoqr.test/api/qr?data=hello&size=64"));
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(toPng("hello", { size: 64 }));
});
