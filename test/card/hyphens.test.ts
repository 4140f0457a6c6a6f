import { describe, expect, test } from "vitest";
import { cutsOf, withHyphens } from "../../src/card/breaks.ts";

/** Returns `text` hyphenated for lines that are `width` letters wide. Every letter is as wide as a hyphen. */
function hyphenated(text: string, width: number): string {
  const letters = Array.from({ length: text.length }, (_, index) => index + 1);
  const words = [...text.matchAll(/\S+\s*/gu)].map((word) => word.index + word[0].length);
  const measured = { text, words, letters, widthOf: (start: number, end: number) => end - start };
  return withHyphens(text, cutsOf(measured, width, 1).flat());
}

describe("a word that is wider than a line", () => {
  test.each([
    ["German", "Donaudampfschifffahrt", 12, "Donaudampf‐schifffahrt"],
    ["English", "workshopping", 9, "workshop‐ping"],
    ["Russian", "рассмотрительствующий", 12, "рассмотри‐тельствующий"],
    ["Greek", "εγκεφαλογραφήματα", 12, "εγκεφαλογρα‐φήματα"],
  ])("hyphenates a long word before a syllable: %s", (_, word, width, expected) => {
    expect(hyphenated(word, width)).toBe(expected);
  });

  test("hyphenates a long word anywhere if necessary, at least three letters from its ends", () => {
    expect(hyphenated("WWWWWWWWWW", 6)).toBe("WWWWW‐WWWWW");
    expect(hyphenated("WWWWWWWWWW", 10)).toBe("WWWWWWWWWW");
    expect(hyphenated("WWWWWWWWWW", 9)).toBe("WWWWWWW‐WWW");
    expect(hyphenated("W".repeat(12), 2)).toBe("W".repeat(12));
  });

  test("a long word does not cause other words to be hyphenated", () => {
    expect(hyphenated("a short and a veryverylong word", 9)).toBe("a short and a veryvery‐long word");
  });

  test.each(["東京都新宿区西新宿二丁目", "สแกนคิวอาร์โค้ด", "مرحبابكم في المعرض", "1234567890123", "👨‍👩‍👧‍👦🇨🇭👍🏽😀😀"])(
    "adds no hyphen in other scripts: %s",
    (text) => {
      expect(hyphenated(text, 6)).toBe(text);
    },
  );
});
