import { expect, test } from "vitest";
import { latin1, plainEncoder } from "../../src/text/bytes.ts";

const texts = [
  "",
  "https://example.com",
  "100% a\nb",
  "grüße",
  "漢字かな",
  "😀😀",
  "\u07ff\u0800\uffff\u{10000}\u{10ffff}",
  "a\ud800b\udc00",
];

test.each(texts)("encodes %j like TextEncoder, unless there is too little space", (text) => {
  const theirs = new TextEncoder().encode(text);
  expect(plainEncoder.encode(text)).toEqual(theirs);
  for (let size = 0; size <= theirs.length; size++) {
    const into = new Uint8Array(size);
    const fits = size === theirs.length;
    const counts = fits ? { read: text.length, written: theirs.length } : { read: 0, written: 0 };
    expect(plainEncoder.encodeInto(text, into)).toEqual(counts);
    expect(into).toEqual(fits ? theirs : new Uint8Array(size));
  }
});

test("returns each byte as the character with this code", () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at);
  expect(latin1(bytes)).toBe(Buffer.from(bytes).toString("latin1"));
});
