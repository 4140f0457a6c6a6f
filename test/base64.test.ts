import { expect, test } from "vitest";
import { decodeBase64, encodeBase64, useEncoder } from "../src/base64.ts";

const lengths = [0, 1, 2, 3, 255, 3 * 8192, 3 * 8192 + 1, 100_000];
/** Every value of a byte, in a part of a larger buffer. */
const bytesOf = (length: number) => Uint8Array.from({ length: length + 7 }, (_, i) => 167 * i).subarray(7);

test.each(lengths)("encodes %i bytes as Node does", (length) => {
  expect(encodeBase64(bytesOf(length))).toBe(Buffer.from(bytesOf(length)).toString("base64"));
});

test.each(lengths)("decodes %i bytes", (length) => {
  expect(decodeBase64(encodeBase64(bytesOf(length)))).toEqual(Uint8Array.from(bytesOf(length)));
});

test("encodes with the function of the host", () => {
  useEncoder((bytes) => `${bytes.length} bytes`);
  expect(encodeBase64(bytesOf(3))).toBe("3 bytes");
});
