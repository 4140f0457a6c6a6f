import { expect, test } from "vitest";
import { decodeBase64, encodeBase64, useBase64 } from "../../src/text/base64.ts";

const lengths = [0, 1, 2, 3, 255, 3 * 8192, 3 * 8192 + 1, 100_000];
/** Every value of a byte, in a part of a larger buffer. */
const bytesOf = (length: number) => Uint8Array.from({ length: length + 7 }, (_, i) => 167 * i).subarray(7);

test.each(lengths)("encodes %i bytes as Node does", (length) => {
  expect(encodeBase64(bytesOf(length))).toBe(Buffer.from(bytesOf(length)).toString("base64"));
});

test.each(lengths)("decodes %i bytes", (length) => {
  expect(decodeBase64(encodeBase64(bytesOf(length)))).toEqual(Uint8Array.from(bytesOf(length)));
});

test.each(["AAAA", "+/-_", " QU\tJD\r\nRA = = ", "QUJDR", ""])(
  "decodes %j as Node does, in both alphabets, with white space and without padding",
  (text) => {
    expect(decodeBase64(text)).toEqual(new Uint8Array(Buffer.from(text, "base64")));
  },
);

test("uses the functions of the host", () => {
  useBase64({ encode: (bytes) => `${bytes.length} bytes`, decode: (text) => new Uint8Array(text.length) });
  expect(encodeBase64(bytesOf(3))).toBe("3 bytes");
  expect(decodeBase64("AA")).toEqual(new Uint8Array(2));
});
