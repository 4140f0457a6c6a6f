import { describe, expect, test } from "vitest";
import { clustersOf } from "../../src/card/clusters.ts";
import { hanStyleOf } from "../../src/card/families.ts";
import { createFonts, inRanges, loadHarfBuzz, parseRanges } from "../../src/card/fonts.ts";
import type { CardAssets } from "../../src/ports.ts";
import { assets } from "./tools.ts";

describe("the style of ideographs", () => {
  test.each([
    ["kana", "東京へようこそ", "jp"],
    ["hangul", "大韓民國 만세", "kr"],
    ["characters of Japan", "駅前広場", "jp"],
    ["simplified characters", "欢迎参加发布会", "sc"],
    ["traditional characters", "歡迎參加臺北設計週", "tc"],
    ["characters that China reformed", "東京", "tc"],
    ["characters that all share", "上海", "sc"],
    ["no ideographs", "Shanghai", "sc"],
  ])("draws ideographs in the style that %s requires", (_, title, style) => {
    expect(hanStyleOf(title)).toBe(style);
  });
});

describe("character ranges", () => {
  const ranges = parseRanges("U+4??,U+0-7F, U+131, u+20a0-20c0");

  test.each([0, 0x7f, 0x131, 0x400, 0x4ff, 0x20a0, 0x20c0])("the ranges include code point %i", (codePoint) => {
    expect(inRanges(ranges, codePoint)).toBe(true);
  });

  test.each([0x80, 0x130, 0x132, 0x3ff, 0x500, 0x209f, 0x20c1])("the ranges exclude code point %i", (codePoint) => {
    expect(inRanges(ranges, codePoint)).toBe(false);
  });
});

describe("fonts", () => {
  const cluster = (text: string) => clustersOf(text)[0] ?? { start: 0, end: 0, text, emoji: false };

  /** Resolves to the font files that are loaded for `titles`, such as "noto-sans latin". */
  async function loadedBy(...titles: readonly string[]): Promise<string[]> {
    const loaded: string[] = [];
    const watched: CardAssets = {
      ...assets,
      font: (family, part) => {
        loaded.push(`${family} ${part}`);
        return assets.font(family, part);
      },
    };
    const fonts = createFonts(await loadHarfBuzz(), watched);
    for (const title of titles) {
      for (const one of clustersOf(title)) await fonts.fontFor(one, hanStyleOf(title), { weight: 700 });
    }
    return loaded;
  }

  test("loads fonts once, when they are first needed", async () => {
    expect(await loadedBy("Latin", "more Latin", "Ωmega")).toEqual(["noto-sans latin", "noto-sans greek"]);
    expect(await loadedBy("مرحبا")).toEqual(["noto-sans-arabic arabic"]);
    expect(await loadedBy("สวัสดี")).toEqual(["noto-sans-thai thai"]);
    expect((await loadedBy("東京へ")).every((part) => part.startsWith("noto-sans-jp"))).toBe(true);
    expect((await loadedBy("서울")).every((part) => part.startsWith("noto-sans-kr"))).toBe(true);
  });

  test("draws a box for characters that no font has", async () => {
    const fonts = createFonts(await loadHarfBuzz(), assets);
    const font = await fonts.fontFor(cluster("𓀀"), "sc", { weight: 700 });
    expect(font.has(0x13000)).toBe(false);
    expect(font.outline(0)).toMatch(/^M.*Z.*M.*Z$/);
  });

  test("loads fonts again after a failure", async () => {
    let calls = 0;
    const flaky: CardAssets = {
      ...assets,
      font: (family, part) => (calls++ === 0 ? Promise.reject(new Error("disk")) : assets.font(family, part)),
    };
    const fonts = createFonts(await loadHarfBuzz(), flaky);
    await expect(fonts.fontFor(cluster("a"), "sc", { weight: 700 })).rejects.toThrow("disk");
    expect((await fonts.fontFor(cluster("a"), "sc", { weight: 700 })).has(0x61)).toBe(true);
  });
});
