import { describe, expect, expectTypeOf, test } from "vitest";
import { BASE_URL, SCALAR } from "../../src/client/address.ts";
import { FIRST_ARGUMENT } from "../../src/client/arguments.ts";
import { createClient } from "../../src/client/client.ts";
import { createApp } from "../../src/http/app.ts";
import { didYouMean, unknownOption } from "../../src/messages/developer-rules.ts";
import { dataRequired, integerRange, unicodeText } from "../../src/messages/option-rules.ts";
import { createService } from "../../src/service/service.ts";
import { failure } from "../contract/api.ts";
import { ruleText } from "../rule-text.ts";

const baseUrl = "https://qr.example/at/";
const app = createApp(createService());
const client = createClient({ baseUrl: "http://isoqr.test", fetch: app });

describe("an invalid argument", () => {
  const refused = (code: string, message: string) => expect.objectContaining({ code, message });
  const noAddress = refused("INVALID_OPTION", ruleText(BASE_URL, "baseUrl"));
  const noObject = (example: string) => refused("INVALID_OPTION", ruleText(FIRST_ARGUMENT, { example }));

  test.each([
    [],
    [null],
    ["https://qr.example"],
    [{}],
    [{ baseUrl: null }],
    [{ baseUrl: "qr.example" }],
    [{ baseUrl: "//qr.example" }],
    [{ baseUrl: "https://" }],
    [{ baseUrl: "ftp://qr.example" }],
    [{ baseUrl: "https://qr.example?key=1" }],
    [{ baseUrl: "https://qr.example/#top" }],
    [{ baseUrl: "https://qr example" }],
    [{ baseUrl: "https://user:secret@qr.example" }],
    [{ baseUrl: "https://user@qr.example/at" }],
  ])("createClient rejects %j with a message", (...given) => {
    expect(() => Reflect.apply(createClient, undefined, given)).toThrow(noAddress);
  });

  test("rejects unknown settings", () => {
    const misspelt = refused("INVALID_OPTION", ruleText(didYouMean, "timeOut", { name: "timeout" }));
    expect(() => Reflect.apply(createClient, undefined, [{ baseUrl, timeOut: 5 }])).toThrow(misspelt);
    const unknown = refused("INVALID_OPTION", ruleText(unknownOption, "bananas"));
    expect(() => Reflect.apply(createClient, undefined, [{ baseUrl, bananas: 5 }])).toThrow(unknown);
  });

  test("rejects missing data", () => {
    const message = ruleText(dataRequired, "data");
    for (const method of [client.generateUrl, client.ogImageUrl]) {
      expect(() => method({ data: "" })).toThrow(refused("DATA_MISSING", message));
      expect(() => Reflect.apply(method, undefined, [{}])).toThrow(refused("DATA_MISSING", message));
      expect(() => Reflect.apply(method, undefined, [])).toThrow(noObject('data: "https://example.com"'));
    }
  });

  test.each([["a text"], [undefined], [null], [[{ data: "x" }]]])(
    "rejects %j, which is not an object",
    async (given) => {
      const { generate, generateJson, validate, inspect, createLink, generateOgImage } = client;
      for (const method of [generate, generateJson, validate, inspect, createLink, generateOgImage]) {
        const answer: Promise<unknown> = Reflect.apply(method, undefined, [given]);
        await expect(answer).rejects.toEqual(noObject('data: "https://example.com"'));
      }
      const answer: Promise<unknown> = Reflect.apply(client.generateBatch, undefined, [given]);
      await expect(answer).rejects.toEqual(noObject("items: [...]"));
    },
  );
});

describe("generateUrl", () => {
  const { generateUrl } = createClient({ baseUrl });

  test("returns the URL of the picture", async () => {
    const options = { data: "a b&c=d+é%", format: "svg", size: 64, boost: true } as const;
    const url = client.generateUrl(options);
    const answer = await app(new Request(url));
    expect(await answer.text()).toBe((await client.generate(options)).body);
  });
  test("keeps the path of baseUrl and omits undefined values", () => {
    expect(generateUrl({ data: "x", size: undefined })).toBe("https://qr.example/at/api/qr?data=x");
    expect(createClient({ baseUrl: new URL(baseUrl) }).generateUrl({ data: "x" })).toBe(generateUrl({ data: "x" }));
    expect(createClient({ baseUrl: "" }).generateUrl({ data: "x" })).toBe("/api/qr?data=x");
  });
  test("percent-encodes the names of unknown options", () => {
    const names = { "a&data": "evil", 'x"><img src=x>': "1" };
    const url = generateUrl({ data: "x", ...names });
    expect(url).toBe("https://qr.example/at/api/qr?a%26data=evil&data=x&x%22%3E%3Cimg%20src%3Dx%3E=1");
  });
  test("accepts an @ in the path", () => {
    const { generateUrl: at } = createClient({ baseUrl: "https://qr.example/@me" });
    expect(at({ data: "x" })).toBe("https://qr.example/@me/api/qr?data=x");
  });
  test.each([[{ a: 1 }], [["x"]], [Symbol("x")], [() => "x"]])("rejects data that cannot be part of a URL", (data) => {
    expect(() => Reflect.apply(generateUrl, undefined, [{ data }])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: ruleText(SCALAR, "data") }),
    );
  });
  test("returns the same URL for any order of the options", () => {
    expect(generateUrl({ size: 64, data: "x", ec: "H" })).toBe(generateUrl({ ec: "H", data: "x", size: 64 }));
  });
  test.each([
    [{ data: "x", logoData: "aGk=" }, "logoData cannot be part of a URL"],
    [{ data: "\udc00" }, ruleText(unicodeText, "data")],
  ])("rejects %j", (options, message) => {
    expect(() => generateUrl(options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(message) }),
    );
  });
});

test("ogImageUrl returns the URL of a card", () => {
  const { ogImageUrl } = createClient({ baseUrl });
  const url = "https://qr.example/at/api/og?color=ff8800&data=https%3A%2F%2Fexample.com&title=A%20%26%20B";
  expect(ogImageUrl({ data: "https://example.com", title: "A & B", color: "ff8800" })).toBe(url);
});

describe("generate", () => {
  test("returns a body whose type depends on the format", async () => {
    const png = await client.generate({ data: "x" });
    const svg = await client.generate({ data: "x", format: "svg" });
    expectTypeOf(png.body).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    expectTypeOf(svg.body).toEqualTypeOf<string>();
    expect(png.body).toBeInstanceOf(Uint8Array);
    expect(svg.body).toMatch(/^<svg /);
  });
  test("blob() returns the picture as a Blob", async () => {
    const { body, blob } = await client.generate({ data: "x" });
    expect(blob().type).toBe("image/png");
    expect(new Uint8Array(await blob().arrayBuffer())).toEqual(body);
  });
  test("an invalid option is rejected by the compiler and by the service", async () => {
    // @ts-expect-error -- a size is a number.
    const error = await failure(client.generate({ data: "x", size: "big" }));
    expect(error.message).toBe(ruleText(integerRange, "size", { min: 32, max: 2048 }));
  });
});

test("generateJson ignores the format option and returns the matrix", async () => {
  const { modules, size } = await client.generateJson({ data: "01234567", format: "svg" });
  expect(size).toBe(21);
  expect(modules.map((row) => row.length)).toEqual(Array(21).fill(21));
});
