import { expect, test } from "vitest";
import { createEncodingDetector, type Encoding, encodings } from "../../src/list/encoding.ts";

function detect(bytes: Uint8Array | readonly number[]): Encoding | undefined {
  const detector = createEncodingDetector();
  // Parts of three bytes split characters.
  for (let at = 0; at < bytes.length; at += 3) detector.push(Uint8Array.from(bytes.slice(at, at + 3)));
  return detector.end();
}

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each<[string, Uint8Array | readonly number[], Encoding | undefined]>([
  ["ASCII", Buffer.from("data\nx"), "utf-8"],
  ["UTF-8", Buffer.from("Café, 店"), "utf-8"],
  ["UTF-8 with a mark", Buffer.from("\uFEFFCafé"), "utf-8"],
  ["UTF-16 LE with a mark", Buffer.from("\uFEFF店", "utf16le"), "utf-16le"],
  ["UTF-16 BE with a mark", utf16be("\uFEFF店"), "utf-16be"],
  ["UTF-16 LE", Buffer.from("name;店\r\n", "utf16le"), "utf-16le"],
  ["UTF-16 BE", utf16be("name;店\r\n"), "utf-16be"],
  ["Windows-1252", latin1("Name;Straße\nJosé Müller;Übergasse"), "windows-1252"],
  [
    "Windows-1252 with a euro sign and quotes",
    [...latin1("5 "), 0x80, 0x20, 0x93, ...latin1("Café"), 0x94],
    "windows-1252",
  ],
  ["Windows-1252 with an apostrophe", [...latin1("l"), 0x92, ...latin1("été")], "windows-1252"],
  ["DOS", [...latin1("M"), 0x81, ...latin1("ller")], undefined],
  ["Mac OS Roman", [...latin1("Caf"), 0x8e, ...latin1(" au lait")], undefined],
  ["Shift JIS", [0x93, 0x8c, 0x8b, 0x9e, 0x2c, 0x83, 0x65], undefined],
  ["GB 18030", [0xb1, 0xb1, 0xbe, 0xa9, 0x2c, 0x61], undefined],
  ["Cyrillic", [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0], undefined],
])("detects %s", (_, bytes, encoding) => {
  expect(detect(bytes)).toBe(encoding);
});

test("can decode every encoding that it offers", () => {
  for (const name of encodings) expect(new TextDecoder(name).encoding).toBe(name);
});
