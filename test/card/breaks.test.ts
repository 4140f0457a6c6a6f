import { describe, expect, test } from "vitest";
import { breaksOf } from "../../src/card/breaks.ts";
import { clustersOf } from "../../src/card/clusters.ts";
import type { HanStyle } from "../../src/card/families.ts";

/** Returns `text` with a bar wherever a line may begin. */
function barred(text: string, han: HanStyle, kind: "words" | "all" | "letters" = "words"): string {
  const places = new Set(breaksOf(text, clustersOf(text), han)[kind]);
  return [...text].reduce(
    ({ at, out }, character) => ({ at: at + character.length, out: out + (places.has(at) ? "|" : "") + character }),
    { at: 0, out: "" },
  ).out;
}

describe("lines break between words and phrases", () => {
  test.each([
    ["after spaces and hyphens", "sc", "A well-known QR code", "A |well-|known |QR |code"],
    ["not before a dash", "sc", "Launch day – tonight", "Launch |day – |tonight"],
    ["not within an address", "sc", "see example.com", "see |example.com"],
    ["between Thai words", "sc", "ลงทะเบียนเข้าร่วมงาน", "ลง|ทะเบียน|เข้า|ร่วม|งาน"],
    [
      "between Chinese words, with punctuation at the end of a line",
      "sc",
      "扫描二维码，加入我们",
      "扫描|二维码，|加入|我们",
    ],
    ["before Japanese phrases", "jp", "QRコードを読み取って、参加しよう", "QRコードを|読み取って、|参加しよう"],
    ["not after Japanese prefixes and stems", "jp", "本日のお申し込みは終了", "本日のお申し込みは|終了"],
    ["between Korean words", "kr", "신제품 발표회에 참여하세요", "신제품 |발표회에 |참여하세요"],
    ["not within a sequence of emoji", "sc", "👨‍👩‍👧‍👦🇨🇭👍🏽", "👨‍👩‍👧‍👦|🇨🇭|👍🏽"],
    ["between Arabic words", "sc", "مرحبا بكم", "مرحبا |بكم"],
  ] as const)("line breaks: %s", (_, han, text, expected) => {
    expect(barred(text, han)).toBe(expected);
  });

  test("can break at every position that the Unicode standard allows", () => {
    expect(barred("신제품", "kr", "all")).toBe("신|제|품");
    expect(barred("新製品、", "jp", "all")).toBe("新|製|品、");
  });

  test("can break between any two letters, but not between a letter and its marks", () => {
    expect(barred("e\u0301te\u0301", "sc", "letters")).toBe("e\u0301|t|e\u0301");
  });
});
