import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { rounds } from "../sweep.ts";
import { readMessage } from "./segment-reader.ts";
import { fewestBits, smallestVersion } from "./segment-rule.ts";
import { createRandom, levels, mixedText, pick, randomText } from "./texts.ts";

/** Checks that the split into segments takes the minimum number of bits. */

function expectShortest(text: string, version = 1): void {
  const symbol = encodeSymbol(text, { ec: "L", version });
  const message = readMessage(symbol);
  expect(message.text).toBe(text);
  expect(symbol.version, text).toBe(smallestVersion(text, "L", version));
  expect(message.bits, text).toBe(fewestBits(text, symbol.version));
}

describe.each([
  ["versions 1 to 9", 1],
  ["versions 10 to 26", 10],
  ["versions 27 to 40", 27],
])("%s", (_, version) => {
  test("uses the fewest bits for runs of digits, capitals, letters and UTF-8 in every order", () => {
    const random = createRandom(version);
    const count = rounds(version === 27 ? 150 : 600);
    for (let round = 0; round < count; round++) expectShortest(mixedText(random, 7, 12), version);
  });

  test("uses the fewest bits for every length of a run between letters", () => {
    for (let length = 1; length <= 24; length++) {
      const digits = "7".repeat(length);
      const capitals = "K".repeat(length);
      for (const text of [
        `a${digits}b`,
        `a${capitals}b`,
        `${digits}b`,
        `b${digits}`,
        `K${digits}K`,
        `a${capitals}${digits}`,
        `${digits}${capitals}b${digits}`,
      ]) {
        expectShortest(text, version);
      }
    }
  });

  test("uses the fewest bits for random characters of all kinds", () => {
    const random = createRandom(version + 1);
    for (let round = 0; round < rounds(150); round++) {
      expectShortest(randomText(random, "0123456789012345ABC:/?ab€", 1 + random(60)), version);
    }
  });
});

test("uses the fewest bits for typical text", () => {
  for (const text of [
    "https://example.com",
    "HTTPS://EXAMPLE.COM/ABC?ID=123456789",
    "https://shop.example/p/0123456789012345678901234567890",
    "WIFI:T:WPA;S:Home 24;P:correct horse 123456789012;;",
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane\r\nTEL:+491701234567890\r\nEND:VCARD",
    "tel:+491701234567890",
    "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia\nDE33100205000001194700\nEUR123.45",
    "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=A",
  ]) {
    for (const version of [1, 10, 27]) expectShortest(text, version);
  }
});

test("uses the fewest bits for a long text with hundreds of mode changes", () => {
  const random = createRandom(400);
  for (let round = 0; round < 6; round++) {
    let text = "";
    while (text.length < 900) text += mixedText(random, 40, pick(random, [6, 12, 30]));
    expectShortest(text.slice(0, 700).replace(/[\ud800-\udfff]/g, ""), 1);
  }
});

test("uses the smallest version that fits, but at least the requested one, at all levels", () => {
  const random = createRandom(17);
  for (let round = 0; round < rounds(300); round++) {
    const text = mixedText(random, 8, 20);
    const ec = pick(random, levels);
    const version = 1 + random(40);
    const expected = smallestVersion(text, ec, version);
    expect(encodeSymbol(text, { ec, version }).version, `${ec} ${text}`).toBe(expected);
    expect(encodeSymbol(text, { ec }).version, `${ec} ${text}`).toBe(smallestVersion(text, ec));
  }
});
