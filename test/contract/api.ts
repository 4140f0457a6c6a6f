import { describe, expect, test } from "vitest";
import type { BatchEntry, QrApi } from "../../src/api.ts";
import { QrError } from "../../src/errors.ts";
import { formatNames } from "../../src/options/formats.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import type { Picture } from "../../src/picture.ts";

/** The methods that every implementation has. */
export type Face = Pick<
  QrApi,
  "generate" | "generateBatch" | "inspect" | "optimize" | "createLink" | "generateOgImage"
>;

export const data = "https://example.com/?a=b c&d=é#😀";

const pictures: readonly (readonly [string, RawOptions])[] = [
  ["png, the default", { data }],
  ["png in all its options", { data, size: 300, color: "1A2B3C", bg: "ffeedd", ec: "Q", margin: 0, mask: 3 }],
  ["png on a transparent background", { data, bg: "transparent", dotStyle: "dots" }],
  ["svg on a transparent background", { data, format: "svg", bg: "transparent" }],
  ["svg with a title", { data, format: "svg", title: 'A "code" <b>' }],
  ["json", { data, format: "json", ec: "H", boost: true, eci: true }],
  ...formatNames.map((format) => [`${format} by name`, { data, format, margin: 1 }] as const),
  ["numbers as words", { data, format: "svg", size: "64" }],
  ["unknown words", { data, format: "svg", nonsense: [1, { a: null }] }],
];

const refusals: readonly (readonly [string, RawOptions, Partial<QrError>])[] = [
  ["no data", {}, { code: "DATA_MISSING", field: "data" }],
  ["empty data", { data: "" }, { code: "DATA_MISSING", field: "data" }],
  ["a lone surrogate", { data: "\ud800" }, { code: "INVALID_OPTION", field: "data" }],
  ["an unknown format", { data, format: "gif" }, { code: "INVALID_OPTION", field: "format" }],
  ["a number out of range", { data, mask: 8 }, { code: "INVALID_OPTION", field: "mask" }],
  ["text that is too long", { data: "x".repeat(3000) }, { code: "DATA_TOO_LONG" }],
];

/** Tests that the implementation returned by `create` fulfils the contract: its results and errors must equal those of
 *  `model`. */
export function describeApi(name: string, create: () => Face | Promise<Face>, model: Face): void {
  describe(name, () => {
    test.each(pictures)("generate returns the same as the model: %s", async (_, input) => {
      expect(bare(await (await create()).generate(input))).toEqual(await model.generate(input));
    });

    test.each(refusals)("generate rejects %s", async (_, input, fault) => {
      const error = await failure((await create()).generate(input));
      const expected = await failure(model.generate(input));
      expect(error).toMatchObject(fault);
      expect(error.message).toBe(expected.message);
      expect(error.field).toBe(expected.field);
    });

    test("generateBatch returns an entry for each item in order, valid or not", async () => {
      const input = {
        options: { format: "svg" },
        items: [{ data }, {}, { data, format: "png" }, 5, { data, mask: 8 }],
      };
      const answer = await (await create()).generateBatch(input);
      const entries = await entriesOf(answer.results);
      expect(answer.count).toBe(5);
      expect(entries.map(({ status }) => status)).toEqual([200, 400, 200, 400, 400]);
      expect(entries).toEqual(await entriesOf((await model.generateBatch(input)).results));
    });

    test("generateBatch returns the same pictures as generate in every format", async () => {
      const api = await create();
      const answer = await api.generateBatch({ items: formatNames.map((format) => ({ data, format })) });
      const alone = await Promise.all(formatNames.map((format) => api.generate({ data, format })));
      const pictures = (await entriesOf(answer.results)).map((entry) => "picture" in entry && entry.picture);
      expect(pictures).toEqual(alone.map(bare));
    });

    test("generateBatch rejects an invalid batch", async () => {
      const api = await create();
      for (const input of [{}, { items: [] }, { items: Array(51).fill({ data }) }]) {
        const error = await failure(api.generateBatch(input));
        expect(error).toMatchObject({ code: "INVALID_OPTION", field: "items" });
      }
    });

    test.each([
      ["a good code", { data }],
      ["a pale one", { data, color: "cccccc", format: "svg" }],
      ["a light one", { data, color: "ffffff", bg: "102030", size: 150 }],
      ["a transparent one", { data, color: "757575", bg: "transparent" }],
      ["one with everything wrong", { mask: 8, ec: "Z", nonsense: 1 }],
      ["text that is too long", { data: "x".repeat(3000) }],
    ])("inspect returns the same as the model: %s", async (_, input) => {
      const report = await (await create()).inspect(input);
      expect(report).toEqual(JSON.parse(JSON.stringify(await model.inspect(input))));
    });

    test("optimize returns the same design as the model, and rejects an unknown part", async () => {
      const input = { data, color: "8fb0d8", format: "svg", allow: "colors,margin", candidates: 3 };
      const api = await create();
      const found = await api.optimize(input);
      expect(found).toEqual(JSON.parse(JSON.stringify(await model.optimize(input))));
      expect(found).toMatchObject({ changes: { color: expect.any(String) } });
      const wrong = await failure(api.optimize({ ...input, allow: "mask" }));
      expect(wrong).toMatchObject({ code: "INVALID_OPTION", field: "allow" });
    });

    test("createLink returns the same link for the same text, and its token only once", async () => {
      const api = await create();
      const text = `${data} ${name}`;
      const [first, second] = [await api.createLink({ data: text }), await api.createLink({ data: text })];
      expect(second.id).toBe(first.id);
      expect(first.id).toBe((await model.createLink({ data: text })).id);
      expect(first.token).toMatch(/^[\w-]{43}$/);
      expect("token" in second).toBe(false);
    });

    test("createLink rejects missing text, and text that is too long for a code", async () => {
      const api = await create();
      expect(await failure(api.createLink({}))).toMatchObject({ code: "DATA_MISSING", field: "data" });
      const long = api.createLink({ data: "x".repeat(3000) });
      expect(await failure(long)).toMatchObject({ code: "DATA_TOO_LONG" });
    });

    test("generateOgImage returns the same PNG in every implementation", async () => {
      const input = { data, title: "Open day", color: "0a6847" };
      expect(bare(await (await create()).generateOgImage(input))).toEqual(await model.generateOgImage(input));
      const wrong = (await create()).generateOgImage({ ...input, color: "green" });
      expect(await failure(wrong)).toMatchObject({ code: "INVALID_OPTION", field: "color" });
    });

    test("concurrent calls do not interfere", async () => {
      const api = await create();
      const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
      const bodies = await Promise.all(texts.map(async (text) => (await api.generate({ data: text })).body));
      const expected = await Promise.all(texts.map(async (text) => (await model.generate({ data: text })).body));
      expect(bodies).toEqual(expected);
    });
  });
}

/** Resolves to the QrError that `call` rejects with. */
export async function failure(call: Promise<unknown>): Promise<QrError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QrError);
  return error as QrError;
}

/** Returns a picture without the properties that a client adds. */
function bare({ contentType, body }: Picture): Picture {
  return { contentType, body };
}

async function entriesOf(results: AsyncIterable<BatchEntry> | Iterable<BatchEntry>): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = [];
  for await (const entry of results) {
    entries.push("picture" in entry ? { ...entry, picture: bare(entry.picture) } : entry);
  }
  return entries;
}
