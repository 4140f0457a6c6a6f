import { describe, expect, test } from "vitest";
import { readJpegHeader } from "../../src/logo/jpeg.ts";
import { logoDamaged, saveBaselineJpeg } from "../../src/messages/logo-rules.ts";
import { ruleText } from "../rule-text.ts";
import { exif, frame, jpeg, scan, segment } from "./jpeg.ts";
import { logoFile } from "./logos.ts";

const broken = ruleText(logoDamaged, "logo", { kind: "JPEG" });

describe("rejects files that decoders read differently", () => {
  const real = frame(12000, 12000);
  test.each([
    ["00", [0xff, 0x00]],
    ["TEM", [0xff, 0x01]],
    ["a reserved marker", segment(0x02)],
    ["a restart", [0xff, 0xd0]],
    ["the last restart", [0xff, 0xd7]],
    ["another start", [0xff, 0xd8]],
    ["an end", [0xff, 0xd9]],
    ["a count of lines", segment(0xdc, 0, 9)],
    ["a hierarchy", segment(0xde, 8, 0, 9, 0, 9, 1)],
    ["JPG0", segment(0xf0)],
    ["zeros", [0, 0]],
    ["an invalid segment length", [0xff, 0xe0, 0, 1]],
    ["a length beyond the end", [0xff, 0xe0, 0xff, 0xff]],
    ["a scan", scan()],
    ["another frame", frame(8, 8)],
  ])("rejects %s before the frame", (_, part) => {
    expect(() => readJpegHeader(jpeg(part, real))).toThrow(broken);
  });

  test.each([
    ["a frame", frame(8, 8)],
    ["a progressive frame", frame(8, 8, 0xc2)],
    ["a start", [0xff, 0xd8]],
    ["a count of lines", segment(0xdc, 0, 9)],
  ])("rejects %s after a scan", (_, part) => {
    expect(() => readJpegHeader(jpeg(frame(9, 9), scan(1, 2, 3), part))).toThrow(broken);
  });

  test("rejects more scans than encoders write", () => {
    const of = (count: number) => jpeg(frame(4096, 4096, 0xc2), ...Array.from({ length: count }, () => scan(0)));
    expect(readJpegHeader(of(32))).toMatchObject({ width: 4096, height: 4096 });
    expect(() => readJpegHeader(of(33))).toThrow(`over 32 scans: ${ruleText(saveBaselineJpeg)}`);
  });
});

test("skips zeros, restarts and fill bytes in scans, and everything after the end", () => {
  const coded = scan(1, 0xff, 0, 2, 0xff, 0xd3, 3, 0xff, 0xff, 0, 0xff, 0xd0);
  const file = jpeg(
    segment(0xfe, 0xff, 0xc0),
    [0xff],
    frame(9, 7),
    segment(0xdd, 0, 1),
    coded,
    segment(0xc4, 0),
    coded,
  );
  expect(readJpegHeader(Uint8Array.from([...file, ...frame(8, 8)]))).toEqual({ width: 9, height: 7, orientation: 1 });
});

test.each(["baseline.jpg", "progressive.jpg", "gray.jpg"])(
  "accepts %s, complete and truncated in its last scan",
  (name) => {
    const file = logoFile(name);
    for (const bytes of [file, file.subarray(0, file.length - 9)]) {
      expect(readJpegHeader(bytes)).toEqual({ width: 64, height: 48, orientation: 1 });
    }
  },
);

describe("orientation", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("reads orientation %i in both byte orders", (orientation) => {
    for (const little of [true, false]) {
      const sides = orientation > 4 ? { width: 7, height: 9 } : { width: 9, height: 7 };
      expect(readJpegHeader(jpeg(exif(orientation, little), frame(9, 7)))).toEqual({ ...sides, orientation });
    }
  });

  test.each([
    ["an undefined orientation", exif(9)],
    ["another kind of data", segment(0xe1, ...Array.from("http://ns.adobe.com/", (c) => c.charCodeAt(0)))],
    ["an empty segment", segment(0xe1)],
    ["a directory beyond the end", exif(6).with(14, 0xff)],
    ["entries beyond the end", exif(6).slice(0, 30).with(3, 28)],
  ])("reads orientation 1 for %s", (_, part) => {
    expect(readJpegHeader(jpeg(part, frame(9, 7)))).toEqual({ width: 9, height: 7, orientation: 1 });
  });
});
