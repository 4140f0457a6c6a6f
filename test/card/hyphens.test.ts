import { describe, expect, test } from "vitest";
import { cutsOf, withHyphens } from "../../src/card/breaks.ts";

/** Returns `text` broken for lines that are `width` letters wide, with "|" for breaks without a hyphen. Every letter is
 *  as wide as a hyphen, except for soft hyphens, which have no width. */
function broken(text: string, width: number): string {
  const letters = Array.from({ length: text.length }, (_, index) => index + 1);
  const words = [...text.matchAll(/\S+\s*/gu)].map((word) => word.index + word[0].length);
  const widthOf = (start: number, end: number) => text.slice(start, end).replaceAll("\u00ad", "").length;
  const { text: hyphenated, plain } = withHyphens(text, cutsOf({ text, words, letters, widthOf }, width, 1).flat());
  const ends = [...plain, hyphenated.length];
  return ends.map((end, index) => hyphenated.slice(ends[index - 1] ?? 0, end)).join("|");
}

describe("a word that is wider than a line", () => {
  test.each([
    ["Russian", "рассмотрительствующий", 12, "рассмотри‐тельствующий"],
    ["Greek", "εγκεφαλογραφήματα", 12, "εγκεφαλογρα‐φήματα"],
  ])("has a hyphen before a single consonant between vowels: %s", (_, word, width, expected) => {
    expect(broken(word, width)).toBe(expected);
  });

  test.each([
    ["German", "Schifffahrtselektrizitäten", 16, "Schifffahrtselek|trizitäten"],
    ["English", "workshopping", 9, "workshopp|ing"],
    ["Russian, between consonants", "сссссссссс", 6, "сссссс|сссс"],
  ])("has no hyphen without a rule for its place: %s", (_, word, width, expected) => {
    expect(broken(word, width)).toBe(expected);
  });

  test("has a hyphen where the author allows one", () => {
    expect(broken("Schiff\u00adfahrts\u00adelektrizi\u00adtäten", 16)).toBe(
      "Schiff\u00adfahrts\u00ad‐elektrizi\u00adtäten",
    );
    expect(broken("Schiff\u00adfahrts\u00adelektrizi\u00adtäten", 26)).not.toContain("‐");
    expect(broken("Schiff\u00adfahrtselektrizitäten", 8)).toBe("Schiff\u00ad‐fahrtsel|ektrizit|äten");
  });

  test("breaks at least three letters from its ends", () => {
    expect(broken("WWWWWWWWWW", 6)).toBe("WWWWWW|WWWW");
    expect(broken("WWWWWWWWWW", 10)).toBe("WWWWWWWWWW");
    expect(broken("WWWWWWWWWW", 9)).toBe("WWWWWWW|WWW");
    expect(broken("W".repeat(12), 2)).toBe("W".repeat(12));
  });

  test.each([
    ["Maschinenbau", 5, "Masch|inen|bau"],
    ["Tischtuchschrank", 8, "Tischtu|chschr|ank"],
  ])("does not break within letters that form one sound: %s", (word, width, expected) => {
    expect(broken(word, width)).toBe(expected);
  });

  test("does not cause other words to break", () => {
    expect(broken("a short and a veryverylong word", 9)).toBe("a short and a veryveryl|ong word");
  });

  test.each(["東京都新宿区西新宿二丁目", "สแกนคิวอาร์โค้ด", "مرحبابكم في المعرض", "1234567890123", "👨‍👩‍👧‍👦🇨🇭👍🏽😀😀"])(
    "is left to other rules in other scripts: %s",
    (text) => {
      expect(broken(text, 6)).toBe(text);
    },
  );
});
