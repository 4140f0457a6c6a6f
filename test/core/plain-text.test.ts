import { expect, test } from "vitest";
import { plainDecoder, plainEncoder } from "../../src/core/plain-text.ts";

const texts = [
  "",
  "https://example.com",
  "grüße",
  "漢字かな",
  "😀😀",
  "\u07ff\u0800\uffff\u{10000}\u{10ffff}",
  "a\ud800b\udc00",
];

test.each(texts)("encodes %j like TextEncoder, also into too little space", (text) => {
  const encoder = new TextEncoder();
  expect(plainEncoder.encode(text)).toEqual(encoder.encode(text));
  for (let size = 0; size <= encoder.encode(text).length; size++) {
    const [mine, theirs] = [new Uint8Array(size), new Uint8Array(size)];
    expect(plainEncoder.encodeInto(text, mine)).toEqual(encoder.encodeInto(text, theirs));
    expect(mine).toEqual(theirs);
  }
});

test("decodes ASCII like TextDecoder", () => {
  const bytes = Uint8Array.from({ length: 128 }, (_, code) => code);
  expect(plainDecoder.decode(bytes)).toBe(new TextDecoder().decode(bytes));
});
