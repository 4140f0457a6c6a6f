import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { Input } from "../../src/http/reference/operation.ts";
import { toPng } from "../../src/index.ts";
import { anyString } from "../../src/messages/developer-rules.ts";
import { excludes, integerRange } from "../../src/messages/option-rules.ts";
import { unexpectedError } from "../../src/messages/page-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { formatNames, formats } from "../../src/options/formats.ts";
import { OPTIONS_OBJECT } from "../../src/options/unknown-names.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";
import { ask, askJson, errorOf } from "./ask.ts";
import { createTestApp, logo } from "./whole-app.ts";

const path = "/api/qr/batch";
const texts = (count: number) => Array.from({ length: count }, (_, i) => ({ data: `item ${i}` }));

/** Resolves to the response to GET /api/qr with the parameters `input`. */
const single = (input: Record<string, string>) => ask(`/api/qr?${new URLSearchParams(input)}`);

describe("POST /api/qr/batch", () => {
  test("returns the same results as single requests, in order", async () => {
    const answer = await askJson(path, {
      options: { format: "svg", size: 300, margin: "2" },
      items: [{ data: "a" }, { data: "b", format: "PNG" }, { data: "c", format: "json", size: 64 }],
    });
    expect(answer.status).toBe(200);
    const png = await (await single({ data: "b", size: "300", margin: "2" })).arrayBuffer();
    expect(await answer.json()).toEqual({
      count: 3,
      results: [
        {
          index: 0,
          status: 200,
          format: "svg",
          contentType: "image/svg+xml",
          output: await (await single({ data: "a", format: "svg", size: "300", margin: "2" })).text(),
        },
        {
          index: 1,
          status: 200,
          format: "png",
          contentType: "image/png",
          output: `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
        },
        {
          index: 2,
          status: 200,
          format: "json",
          contentType: "application/json",
          output: await (await single({ data: "c", format: "json" })).json(),
        },
      ],
    });
  });

  test.each(formatNames)("encodes %s in JSON as the format table specifies", async (format) => {
    const answer = await askJson(path, { items: [{ data: "a", format }] });
    const alone = await single({ data: "a", format });
    const [entry] = (await answer.json()).results;
    const { body, contentType } = formats[format];
    const bytes = Buffer.from(await alone.arrayBuffer());
    const output = {
      bytes: () => `data:${contentType};base64,${bytes.toString("base64")}`,
      text: () => bytes.toString(),
      json: () => JSON.parse(bytes.toString()),
    }[body]();
    expect(alone.headers.get("Content-Type")).toBe(contentType);
    expect(entry).toEqual({ index: 0, status: 200, format, contentType, output });
  });

  test("returns JSON that is not cached and that all origins can read", async () => {
    const { headers } = await askJson(path, { items: texts(1) });
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("accepts fifty items", async () => {
    const { count, results } = await (await askJson(path, { items: texts(50) })).json();
    expect(count).toBe(50);
    expect(results.map(({ index }: { index: number }) => index)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(new Set(results.map(({ output }: { output: string }) => output)).size).toBe(50);
  });

  test("an invalid item only affects its own entry", async () => {
    const items = [{ data: "a" }, {}, { data: "c", size: 1 }, "d", null, [], { data: "x".repeat(8000) }, { data: "h" }];
    const { count, results } = await (await askJson(path, { items })).json();
    expect(count).toBe(8);
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 400, 400, 400, 400, 400, 413, 200]);
    expect(results[1]).toEqual({
      index: 1,
      status: 400,
      error: expect.stringContaining(ruleText(fieldRequired, "data")),
    });
    expect(results[2].error).toBe(ruleText(integerRange, "size", { min: 32, max: 2048 }));
    expect(results[3].error).toBe('items[3] must be an object, such as {"data":"https://example.com"}');
    expect(results[6].error).toContain("8000");
  });

  test("a __proto__ in an item changes no options", async () => {
    const body = '{"options":{"size":64},"items":[{"data":"a","__proto__":{"size":1}},{"data":"a"}]}';
    const answer = await ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const { results } = await answer.json();
    expect(results[0].output).toBe(results[1].output);
  });

  test.each([
    ["no items", {}],
    ["null", { items: null }],
    ["an object", { items: { data: "x" } }],
    ["none", { items: [] }],
    ["fifty-one", { items: texts(51) }],
  ])("returns 400 for items: %s", async (_, body) => {
    const answer = await askJson(path, body);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain("items must be an array of 1 to 50 objects");
  });

  test("treats options: null like missing options", async () => {
    const items = [{ data: "a" }, { data: "b", size: 64 }];
    const without = await (await askJson(path, { items })).json();
    expect(await (await askJson(path, { options: null, items })).json()).toEqual(without);
  });

  test("ignores unknown names in an item", async () => {
    const junk = { junk: [1, { data: "y" }], __proto__: null, constructor: {}, "": "", "d\u0061ta": "z" };
    const { results } = await (await askJson(path, { items: [{ ...junk, data: "a" }, { data: "a" }] })).json();
    expect(results[0].output).toBe(results[1].output);
  });

  test("rejects an option that is an object or a list, and states its rule", async () => {
    const items = [{ data: ["a"] }, { data: "a", size: { valueOf: 1 } }, { data: "a", title: [] }];
    const { results } = await (await askJson(path, { options: { color: {} }, items })).json();
    expect(results.map(({ status }: { status: number }) => status)).toEqual([400, 400, 400]);
    expect(results[0].error).toContain(ruleText(anyString, "data"));
  });

  test.each([["x"], [[1]], [7]])("returns 400 for options: %j", async (options) => {
    const answer = await askJson(path, { options, items: texts(1) });
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain(ruleText(OPTIONS_OBJECT, "options"));
  });

  test("accepts a body of 16 MiB, and rejects a larger one with 413", async () => {
    const body = (length: number) => {
      const [start, end] = ['{"items":[{"data":"x"}],"filler":"', '"}'];
      return `${start}${"-".repeat(length - start.length - end.length)}${end}`;
    };
    const post = (length: number) =>
      ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: body(length) });
    expect((await post(16 * 1024 * 1024)).status).toBe(200);
    const answer = await post(16 * 1024 * 1024 + 1);
    expect(answer.status).toBe(413);
    expect(await errorOf(answer)).toContain("16 MiB");
  });

  test("returns 405 for other methods, and 415 for other content types", async () => {
    expect((await ask(path)).headers.get("Allow")).toBe("POST, OPTIONS");
    expect((await ask(path, { method: "POST", body: "items" })).status).toBe(415);
  });
});

describe("a batch in progress", () => {
  const service = createService();
  const request = () =>
    new Request("http://isoqr.test/api/qr/batch", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ items: texts(50) }),
    });

  test("reports an unexpected error in an item without sending it", async () => {
    const reports: unknown[] = [];
    const secret = new TypeError("secret");
    const results = [{ index: 0, status: 500, error: ruleText(unexpectedError), cause: secret }];
    const app = createApp(
      { ...service, generateBatch: async () => ({ count: 1, results }) },
      { report: (seen) => reports.push(seen) },
    );
    expect(await (await app(request())).json()).toEqual({
      count: 1,
      results: [{ index: 0, status: 500, error: ruleText(unexpectedError) }],
    });
    expect(reports).toEqual([secret]);
  });

  test.each([1, 49_151, 49_152, 49_153, 200_000])(
    "sends a picture of %i bytes or characters unchanged",
    async (length) => {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256);
      // Surrogate pairs, which chunk boundaries may split, and characters that JSON escapes.
      const text = `<${'😀é"\\\n'.repeat(Math.ceil(length / 6))}`.slice(0, length);
      const results = [
        { index: 0, status: 200 as const, picture: { contentType: "image/png", body: bytes } },
        { index: 1, status: 200 as const, picture: { contentType: "image/svg+xml", body: text.toWellFormed() } },
      ];
      const app = createApp({ ...service, generateBatch: async () => ({ count: 2, results }) });
      const sent = await (await app(request())).json();
      expect(sent.results[0].output).toBe(`data:image/png;base64,${Buffer.from(bytes).toString("base64")}`);
      expect(sent.results[1].output).toBe(text.toWellFormed());
    },
  );

  test("a batch stops when the client disconnects", async () => {
    let [drawn, ended] = [0, false];
    async function* entries() {
      try {
        for (let index = 0; index < 50; index++) {
          drawn++;
          yield { index, status: 400, error: "x" };
        }
      } finally {
        ended = true;
      }
    }
    const app = createApp({ ...service, generateBatch: async () => ({ count: 50, results: entries() }) });
    const reader = (await app(request())).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(ended).toBe(true);
    expect(drawn).toBeLessThan(5);
  });
});

describe("a shared logo or size", () => {
  const { ask: askWhole } = createTestApp();
  const data = "https://example.com";
  const file = Buffer.from(toPng("shared", { size: 64, margin: 0 })).toString("base64");
  const shared = { logoData: file, logoMime: "image/png" };
  const url = { logo: "https://logo.example/logo.png" };
  const own = { logoData: Buffer.from(logo).toString("base64"), logoMime: "image/png" };
  const post = async (input: Input) => (await askWhole({ method: "post", path, input })).json();
  const drawn = async (options: Input, item: Input) =>
    (await post({ options, items: [{ data, ...item }] })).results[0].output ?? "failed";

  test.each([
    ["a URL replaces a file", shared, url, url],
    ["a file replaces a URL", url, own, own],
    ["a URL that is null removes a file", shared, { logo: null }, {}],
    ["a file that is null removes a URL", url, { logoData: null }, {}],
    ["null in the options is no logo", { logo: null }, {}, {}],
    ["a file replaces the logo of a design", { design: shared }, own, own],
    ["a URL replaces the logo of a design", { design: shared }, url, url],
    ["null removes the logo of a design", { design: shared }, { logo: null }, {}],
    ["a module size replaces a size", { size: 300 }, { moduleSize: 4 }, { moduleSize: 4 }],
    ["a size replaces a module size", { moduleSize: 4 }, { size: 300 }, { size: 300 }],
    ["null removes a module size", { moduleSize: 4 }, { moduleSize: null }, {}],
    ["a size that is null removes a module size", { moduleSize: 4 }, { size: null }, {}],
    ["a module size stays next to a look", { moduleSize: 4 }, { color: "1a5fb4" }, { moduleSize: 4, color: "1a5fb4" }],
  ])("%s", async (_name, options, item, expected) => {
    expect(await drawn(options, item)).toBe(await drawn({}, expected));
  });

  test("two sizes of one item exclude each other", async () => {
    const { results } = await post({ options: { size: 300 }, items: [{ data, size: 200, moduleSize: 4 }] });
    expect(results[0].error).toBe(ruleText(excludes, "moduleSize", { option: { option: "size" } }));
  });

  test("a logo in the query of a link's picture replaces that of the link", async () => {
    const { id } = await (await askWhole({ method: "post", path: "/api/i", input: { data, ...shared } })).json();
    const { id: plain } = await (await askWhole({ method: "post", path: "/api/i", input: { data, ...url } })).json();
    const picture = async (of: string, input: Input) =>
      Buffer.from(await (await askWhole({ method: "get", path: `/i/${of}.png`, input })).arrayBuffer());
    expect((await picture(id, url)).equals(await picture(plain, {}))).toBe(true);
  });
});
