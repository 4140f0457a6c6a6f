import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundMarks, clustersOf, emojiName } from "../../src/card/clusters.ts";

const pictures = dirname(createRequire(import.meta.url).resolve("@twemoji/svg/package.json"));

test.each([
  ["👨‍👩‍👧‍👦", "1f468-200d-1f469-200d-1f467-200d-1f466"],
  ["🏳️‍🌈", "1f3f3-fe0f-200d-1f308"],
  ["🇨🇭", "1f1e8-1f1ed"],
  ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1f3f4-e0067-e0062-e0073-e0063-e0074-e007f"],
  ["👍🏽", "1f44d-1f3fd"],
  ["1️⃣", "31-20e3"],
  ["❤️", "2764"],
  ["👩🏽‍🚀", "1f469-1f3fd-200d-1f680"],
])("%s is one cluster with a picture", (emoji, name) => {
  expect(clustersOf(emoji)).toEqual([{ start: 0, end: emoji.length, text: emoji, emoji: true }]);
  expect(emojiName(emoji)).toBe(name);
  expect(existsSync(join(pictures, `${name}.svg`))).toBe(true);
});

test("treats digits, © and emoji with U+FE0E as letters", () => {
  expect(clustersOf("1#©❤").map(({ emoji }) => emoji)).toEqual([false, false, false, false]);
  expect(clustersOf("😀\uFE0E").every(({ emoji }) => !emoji)).toBe(true);
});

test("a letter includes up to twelve marks", () => {
  const text = `a${"\u0301".repeat(30)}`;
  expect(clustersOf(text).map((cluster) => cluster.text.length)).toEqual([13, 13, 5]);
});

test("limits the marks per letter to the number that real languages use", () => {
  expect(boundMarks(`a${"\u0301".repeat(199)}b\u0301`)).toBe(`a${"\u0301".repeat(4)}b\u0301`);
  expect(boundMarks("\u0301\u2060".repeat(9))).toBe("\u0301\u2060".repeat(4) + "\u2060".repeat(5));
  expect(boundMarks(`\u1000${"\u103d".repeat(50)}`)).toBe(`\u1000${"\u103d".repeat(8)}`);
});

test.each(["ကျွှိုံ့", "बड़ी हिन्दी", "tiếng Việt", "שָׁלוֹם", "مُحَمَّدٌ", "👩🏽‍🚀❤️🏴󠁧󠁢󠁳󠁣󠁴󠁿", "ที่นี่"])("%s keeps all of its marks", (text) => {
  expect(boundMarks(text)).toBe(text);
});

test("clusters cover the whole text in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const clusters = clustersOf(text);
      expect(clusters.map((cluster) => cluster.text).join("")).toBe(text);
      expect(clusters.every(({ start, end }, i) => end > start && start === (clusters[i - 1]?.end ?? 0))).toBe(true);
    }),
  );
});
