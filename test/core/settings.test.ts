import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { QrError } from "../../src/errors.ts";
import { belowVersion, versionTooLarge } from "../../src/messages/option-rules.ts";
import { readMessage } from "./segment-reader.ts";
import { fewestBits, smallestVersion } from "./segment-rule.ts";
import { readHeader } from "./symbol-reader.ts";
import { blockPlan, capacity } from "./tables.ts";
import { byteOnly, createRandom, levels, mixedText, pick, randomText } from "./texts.ts";

test("the returned version, level and mask match the modules", () => {
  const random = createRandom(1);
  for (let round = 0; round < 100; round++) {
    const symbol = encodeSymbol(mixedText(random, 5, 20), { ec: pick(random, levels) });
    const { version, ec, mask } = symbol;
    expect(readHeader(symbol)).toEqual({ version, ec, mask });
    expect(symbol.modules).toHaveLength(symbol.side ** 2);
    expect(symbol.modules.every((module) => module === 0 || module === 1)).toBe(true);
  }
});

test("defaults to level M, no boost and no ECI", () => {
  const plain = encodeSymbol("A");
  expect(plain).toEqual(encodeSymbol("A", { ec: "M", version: 1, boost: false, eci: false }));
  expect(readHeader(plain).ec).toBe("M");
});

test("treats undefined settings as omitted", () => {
  const undefinedOnes = { ec: undefined, version: undefined, mask: undefined };
  expect(encodeSymbol("A", undefinedOnes)).toEqual(encodeSymbol("A"));
});

describe("boost", () => {
  test("boost raises the level as far as the version allows, and never changes the version", () => {
    const random = createRandom(12);
    for (let round = 0; round < 250; round++) {
      const text = mixedText(random, 5, 25);
      const ec = pick(random, levels);
      const version = pick(random, [1, 1, 1, 3, 12]);
      const boosted = encodeSymbol(text, { ec, version, boost: true });
      const chosen = smallestVersion(text, ec, version) ?? 0;
      expect(boosted.version).toBe(chosen);
      const bits = fewestBits(text, chosen);
      const fitting = levels.filter((level) => bits <= blockPlan(chosen, level).data * 8);
      expect(boosted.ec, text).toBe(fitting.at(-1));
      expect(readHeader(boosted).ec).toBe(boosted.ec);
    }
  });
});

describe("eci", () => {
  test("eci declares UTF-8 by assignment number 26 and keeps the text", () => {
    const random = createRandom(8);
    for (let round = 0; round < 200; round++) {
      const text = mixedText(random, 4, 12);
      const message = readMessage(encodeSymbol(text, { eci: true }));
      expect(message.segments[0]).toEqual({ mode: "eci", text: "", count: 26 });
      expect(message.text).toBe(text);
    }
  });

  test("with eci, text that fills a version needs the next one", () => {
    for (const version of [1, 5, 9, 10, 20, 39]) {
      const most = capacity("byte", version, "M");
      const text = "q".repeat(most);
      expect(encodeSymbol(text, { ec: "M" }).version).toBe(version);
      expect(encodeSymbol(text, { ec: "M", eci: true }).version).toBe(version + 1);
      expect(encodeSymbol(text.slice(1), { ec: "M", eci: true }).version).toBe(version);
    }
  });

  test("eci reduces the capacity of version 40 by a byte", () => {
    const most = capacity("byte", 40, "L");
    expect(encodeSymbol("q".repeat(most - 1), { ec: "L", eci: true }).version).toBe(40);
    expect(() => encodeSymbol("q".repeat(most), { ec: "L", eci: true })).toThrow(QrError);
  });
});

describe("rejects", () => {
  test("rejects an empty or missing text", () => {
    expect(() => encodeSymbol("")).toThrow(
      expect.objectContaining({ name: "QrError", code: "DATA_MISSING", field: "data" }),
    );
  });

  test.each(["\ud800", "a\udc00b", "\ude00\ud83d", `${"x".repeat(3000)}\ud83d`])(
    "rejects a lone surrogate: %j",
    (text) => {
      expect(() => encodeSymbol(text)).toThrow(
        expect.objectContaining({ name: "QrError", code: "INVALID_OPTION", field: "data" }),
      );
    },
  );

  test("rejects text of any length above the capacity", () => {
    for (const length of [2954, 4000, 65_536, 1_000_000, 20_000_000]) {
      expect(() => encodeSymbol("é".repeat(length), { ec: "L" })).toThrow(
        expect.objectContaining({ code: "DATA_TOO_LONG" }),
      );
    }
    expect(encodeSymbol("a").version).toBe(1);
  });
});

test("the symbols of two calls do not share memory", () => {
  const first = encodeSymbol("first");
  const kept = first.modules.slice();
  encodeSymbol(randomText(createRandom(1), byteOnly, 500));
  expect(first.modules).toEqual(kept);
});

test("a maxVersion below version is an invalid option for every text", () => {
  const values = { min: 7, option: { option: "version" } };
  const error = { code: "INVALID_OPTION", field: "maxVersion", rule: belowVersion, values };
  for (const text of ["x", "x".repeat(100), "x".repeat(200)]) {
    expect(() => encodeSymbol(text, { maxVersion: 6, version: 7 })).toThrow(expect.objectContaining(error));
  }
});

test("a text that needs a version above maxVersion is rejected with the version", () => {
  const text = "x".repeat(100); // version 6 at level M
  expect(encodeSymbol(text, { maxVersion: 6 }).version).toBe(6);
  expect(encodeSymbol(text, { maxVersion: 6, boost: true }).version).toBe(6);
  expect(encodeSymbol(text, { maxVersion: 40, version: 9 }).version).toBe(9);
  const rejects = (settings: object, version: number, max: number) => {
    const values = { version, max, level: { option: "ec" } };
    const error = {
      code: "DATA_TOO_LONG",
      field: "data",
      rule: versionTooLarge,
      values: expect.objectContaining(values),
    };
    expect(() => encodeSymbol(text, settings)).toThrow(expect.objectContaining(error));
  };
  rejects({ maxVersion: 5 }, 6, 5);
  rejects({ maxVersion: 6, ec: "H" }, 10, 6);
  rejects({ maxVersion: 4, ec: "L" }, 5, 4);
  rejects({ maxVersion: 5, version: 5 }, 6, 5);
});
