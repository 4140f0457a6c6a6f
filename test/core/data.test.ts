import { runInNewContext } from "node:vm";
import QRCode, { type QRCodeSegment } from "qrcode";
import toSJIS from "qrcode/helper/to-sjis.js";
import { describe, expect, test, vi } from "vitest";
import { KANJI_UNSUPPORTED, SEGMENT_EMPTY, SEGMENT_LIST, SEGMENT_MODE } from "../../src/core/data.ts";
import { encode, QrError, type Segment, segments, toMatrix, toPng, toSvg } from "../../src/index.ts";
import { byteReaders } from "../decoders/byte-readers.ts";
import { jsqr, nuintun, zxing } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { maskNumber } from "../lab/peers/pinned.ts";
import { ruleText } from "../rule-text.ts";
import { rounds } from "../sweep.ts";
import { alphanumerics, createRandom, digits, levels, pick, randomText } from "./texts.ts";

/** Tests the encoding of bytes and explicit segments instead of text. */

const random = createRandom(18);
const randomBytes = (length: number) => Uint8Array.from({ length }, () => random(256));

const KANJI_RULE = "segments[0].data must be characters that take two bytes in Shift JIS";
const kanji = "漢字仮名交じり文点茗一丁亜腕弌熙ひらがなカタカナ０１ＡＢ　、。〒";

/** Returns the error that `action` throws, or undefined. */
function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("bytes", () => {
  const samples = [
    Uint8Array.of(0),
    Uint8Array.of(255, 0, 254, 128),
    Uint8Array.from({ length: 256 }, (_, at) => at),
    new TextEncoder().encode("0123456789"),
    ...Array.from({ length: 12 }, () => randomBytes(1 + random(300))),
  ];

  test.each(byteReaders)("$name reads exactly the encoded bytes", async ({ readBytes }) => {
    for (const bytes of samples) {
      const pixels = readPng(toPng(bytes, { size: 600, ec: "L" }));
      expect(await readBytes(pixels), String(bytes)).toEqual([...bytes]);
    }
  });

  test("UTF-8 bytes result in the same code as their text, in every function", () => {
    for (const text of ["https://example.com", "0123456789", "HELLO WORLD 1234567", "Grüße, 漢字 🙂"]) {
      const bytes = new TextEncoder().encode(text);
      expect(encode(bytes)).toEqual(encode(text));
      expect(toSvg(bytes, { dotStyle: "dots" })).toBe(toSvg(text, { dotStyle: "dots" }));
      expect(toSvg(Buffer.from(bytes))).toBe(toSvg(text));
      expect(toPng(bytes)).toEqual(toPng(text));
      expect(toMatrix(bytes)).toEqual(toMatrix(text));
    }
  });

  test("bytes can fill the largest code", () => {
    expect(encode(new Uint8Array(2953), { ec: "L" }).version).toBe(40);
    for (const length of [2954, 7089, 7090, 1_000_000]) {
      const error = errorOf(() => encode(new Uint8Array(length), { ec: "L" }));
      expect(error).toMatchObject({ code: "DATA_TOO_LONG", field: "data" });
      expect(String(error)).toContain(`it has ${length} bytes, and the largest code holds 2953 at L`);
    }
  });
});

function randomSegment(): Segment {
  const length = 1 + random(12);
  switch (random(5)) {
    case 0:
      return { mode: "numeric", data: randomText(random, digits, length) };
    case 1:
      return { mode: "alphanumeric", data: randomText(random, alphanumerics, length) };
    case 2:
      return { mode: "kanji", data: randomText(random, kanji, length) };
    case 3:
      return { mode: "byte", data: randomBytes(length) };
    default:
      return { mode: "byte", data: randomText(random, "abcäß€漢", length) };
  }
}

/** Returns the modules that npm qrcode draws for the same segments. */
function drawQrcode(list: readonly Segment[], version: number, ec: "L" | "M" | "Q" | "H", mask: number): Uint8Array {
  const symbol = QRCode.create(list as QRCodeSegment[], {
    version,
    errorCorrectionLevel: ec,
    maskPattern: maskNumber(mask),
    toSJISFunc: toSJIS,
  });
  return Uint8Array.from(symbol.modules.data, Number);
}

describe("segments", () => {
  test("draws the same modules for segments as npm qrcode", () => {
    for (let round = 0; round < rounds(1000); round++) {
      const list = Array.from({ length: 1 + random(6) }, randomSegment)
        // npm qrcode joins adjacent segments of the same mode.
        .filter(({ mode }, at, all) => mode !== all[at - 1]?.mode);
      const [version, ec, mask] = [pick(random, [9, 15, 27, 40]), pick(random, levels), random(8)];
      const symbol = encode(segments(list), { version, ec, mask });
      expect(symbol.version).toBe(version);
      const same = Buffer.compare(symbol.modules, drawQrcode(list, version, ec, mask)) === 0;
      expect(same, JSON.stringify({ list, version, ec, mask })).toBe(true);
    }
  });

  test("encodes every kanji as npm qrcode does", () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) => {
      const code = /[\0-\x7f]/.test(character) ? undefined : toSJIS(character);
      return code !== undefined && code >= 0x8140 && code <= 0xebbf;
    });
    expect(all.length).toBeGreaterThan(6800);
    for (let at = 0; at < all.length; at += 1000) {
      const list: Segment[] = [{ mode: "kanji", data: all.slice(at, at + 1000).join("") }];
      const { modules } = encode(segments(list), { version: 40, ec: "L", mask: 2 });
      expect(Buffer.compare(modules, drawQrcode(list, 40, "L", 2)), String(at)).toBe(0);
    }
  });

  test("encodes characters that other tables map to the same codes", () => {
    const draw = (data: string) => encode(segments([{ mode: "kanji", data }])).modules;
    expect(draw("\u301c\u2212\u2016\u00a2\u00a3\u00ac")).toEqual(draw("\uff5e\uff0d\u2225\uffe0\uffe1\uffe2"));
  });

  test.each([zxing, jsqr, nuintun])("$name reads kanji and mixed modes", async (decoder) => {
    const lists: readonly (readonly Segment[])[] = [
      [{ mode: "kanji", data: "漢字仮名交じり文" }],
      [{ mode: "kanji", data: "点茗" }],
      [
        { mode: "alphanumeric", data: "ORDER " },
        { mode: "numeric", data: "0012345" },
        { mode: "kanji", data: "東京都" },
        { mode: "byte", data: "abc" },
      ],
    ];
    for (const list of lists) {
      const text = list.map(({ data }) => data).join("");
      const look = { size: 400, ec: "Q" } as const;
      expect(await decoder.read(readPng(toPng(segments(list), look))), text).toBe(text);
      expect(await decoder.read(await rasterize(toSvg(segments(list), look))), text).toBe(text);
    }
  });

  test("segments may repeat a mode, and fill the largest code", () => {
    const numeric = (count: number): Segment[] => Array.from({ length: count }, () => ({ mode: "numeric", data: "7" }));
    expect(encode(segments(numeric(2)), { ec: "L" }).version).toBe(1);
    expect(encode(segments([{ mode: "numeric", data: "7".repeat(7089) }]), { ec: "L" }).version).toBe(40);
    expect(encode(segments([{ mode: "alphanumeric", data: "A".repeat(4296) }]), { ec: "L" }).version).toBe(40);
    expect(encode(segments([{ mode: "kanji", data: "漢".repeat(1817) }]), { ec: "L" }).version).toBe(40);
    for (const list of [
      numeric(3000),
      numeric(20_000),
      [{ mode: "kanji", data: "漢".repeat(1818) }] as const,
      [{ mode: "byte", data: "x".repeat(2_000_000) }] as const,
    ]) {
      expect(errorOf(() => encode(segments(list), { ec: "L" }))).toMatchObject({ code: "DATA_TOO_LONG" });
    }
  });

  test("encoding segments does not affect later codes", () => {
    const before = encode("Hello 12345678");
    encode(segments([{ mode: "byte", data: "Hello 12345678" }]));
    expect(encode("Hello 12345678")).toEqual(before);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ["a wrong mode", [{ mode: "hanzi", data: "x" }], ruleText(SEGMENT_MODE, { index: 0 })],
    ["no mode", [{ mode: "byte", data: "x" }, null], ruleText(SEGMENT_MODE, { index: 1 })],
    ["letters as digits", [{ mode: "numeric", data: "12a" }], "segments[0].data must be digits"],
    ["digits of another script", [{ mode: "numeric", data: "１２" }], "segments[0].data must be digits"],
    ["a number", [{ mode: "numeric", data: 12 }], "segments[0].data must be digits"],
    [
      "lower case letters",
      [{ mode: "alphanumeric", data: "Abc" }],
      "segments[0].data must be digits, capital letters, spaces and $%*+-./:",
    ],
    [
      "a line break",
      [{ mode: "alphanumeric", data: "ABC\n" }],
      "segments[0].data must be digits, capital letters, spaces and $%*+-./:",
    ],
    ["ASCII as kanji", [{ mode: "kanji", data: "漢a" }], `${KANJI_RULE}, not "a"`],
    ["half-width katakana", [{ mode: "kanji", data: "ｱ" }], `${KANJI_RULE}, not "ｱ"`],
    ["an emoji", [{ mode: "kanji", data: "🙂" }], `${KANJI_RULE}, not "🙂"`],
    [
      "a lone surrogate",
      [{ mode: "byte", data: "\ud800" }],
      "segments[0].data must be a string without lone surrogates, or a Uint8Array",
    ],
    [
      "a list for bytes",
      [{ mode: "byte", data: [1, 2] }],
      "segments[0].data must be a string without lone surrogates, or a Uint8Array",
    ],
    ["bytes as digits", [{ mode: "numeric", data: Uint8Array.of(49) }], "segments[0].data must be digits"],
    ...["numeric", "alphanumeric", "byte", "kanji"].map(
      (mode) => [`empty ${mode} data`, [{ mode, data: "" }], ruleText(SEGMENT_EMPTY, { index: 0 })] as const,
    ),
    ["no bytes", [{ mode: "byte", data: new Uint8Array() }], ruleText(SEGMENT_EMPTY, { index: 0 })],
    ["no list", { mode: "numeric", data: "1" }, ruleText(SEGMENT_LIST)],
  ];

  test.each(wrong)("segments() rejects %s", (_, list, message) => {
    const error = errorOf(() => segments(list as readonly Segment[]));
    expect(error).toBeInstanceOf(QrError);
    expect(error).toMatchObject({ code: "INVALID_OPTION", message });
  });

  test("rejects an empty list of segments", () => {
    expect(errorOf(() => segments([]))).toMatchObject({ code: "DATA_MISSING", field: "data" });
  });

  test("needs a decoder for Shift JIS only in kanji mode", async () => {
    vi.resetModules();
    const { TextDecoder } = globalThis;
    vi.stubGlobal(
      "TextDecoder",
      class extends TextDecoder {
        constructor(label?: string, options?: TextDecoderOptions) {
          if (label) throw new RangeError(`${label} is not supported`);
          super(label, options);
        }
      },
    );
    try {
      const library = await import("../../src/index.ts");
      expect(library.encode(library.segments([{ mode: "byte", data: "x" }])).version).toBe(1);
      expect(errorOf(() => library.segments([{ mode: "kanji", data: "漢" }]))).toMatchObject({
        code: "NOT_SUPPORTED",
        message: ruleText(KANJI_UNSUPPORTED),
      });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

/** Returns `text` as parsed JSON, which a caller may pass on. */
const parsed = (text: string): unknown => JSON.parse(text);

test.each([
  ["an empty array of bytes", new Uint8Array(), { code: "DATA_MISSING" }],
  ["nothing", undefined, { code: "DATA_MISSING" }],
  ["null", null, { code: "INVALID_OPTION" }],
  ["words of two bytes", Uint16Array.of(1), { code: "INVALID_OPTION" }],
  ["a buffer", new ArrayBuffer(3), { code: "INVALID_OPTION" }],
  ["a view of a buffer", new DataView(new ArrayBuffer(3)), { code: "INVALID_OPTION" }],
  ["a list that is not the result of segments()", [{ mode: "numeric", data: "1" }], { code: "INVALID_OPTION" }],
  ["an object", {}, { code: "INVALID_OPTION" }],
  ["forged bytes", parsed('{"BYTES_PER_ELEMENT":1,"length":5000}'), { code: "INVALID_OPTION" }],
  [
    "forged segments that are longer than their bytes",
    parsed('{"bytes":{"BYTES_PER_ELEMENT":1,"length":1,"0":120},"parts":[2,50]}'),
    { code: "INVALID_OPTION" },
  ],
  [
    "forged segments that do not fit into memory",
    { bytes: { BYTES_PER_ELEMENT: 1, length: 3 }, parts: Array(100_000).fill(0xdeadbeef) },
    { code: "INVALID_OPTION" },
  ],
  ["the properties of segments", { bytes: Uint8Array.of(1), parts: [2, 50] }, { code: "INVALID_OPTION" }],
  ["a clone of segments", structuredClone(segments([{ mode: "byte", data: "x" }])), { code: "INVALID_OPTION" }],
])("rejects %s", (_, data, expected) => {
  const before = encode("customer A: SECRET-TOKEN");
  for (const draw of [encode, toSvg, toPng, toMatrix]) {
    const error = errorOf(() => draw(data as never));
    expect(error).toBeInstanceOf(QrError);
    expect(error).toMatchObject({ ...expected, field: "data" });
    if (expected.code === "INVALID_OPTION") expect(String(error)).toContain("or the result of segments()");
  }
  expect(encode("customer A: SECRET-TOKEN")).toEqual(before);
});

test("accepts bytes from another realm", () => {
  const bytes = runInNewContext("Uint8Array.of(104, 105)");
  expect(bytes).not.toBeInstanceOf(Uint8Array);
  expect(encode(bytes)).toEqual(encode("hi"));
});

test("accepts segments of another copy of the library", async () => {
  const list: readonly Segment[] = [{ mode: "kanji", data: "漢" }];
  const expected = encode(segments(list));
  vi.resetModules();
  const other = await import("../../src/index.ts");
  expect(other.segments).not.toBe(segments);
  expect(encode(other.segments(list))).toEqual(expected);
});
