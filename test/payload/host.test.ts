import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostOf } from "../../src/payload/host.ts";

const bare = (address: string) => hostOf(address).replaceAll("\u200e", "");

describe("a host in one script is shown in this script", () => {
  test.each([
    "example.com",
    "sub.example.co.uk:8080",
    "127.0.0.1",
    "[::1]:8080",
    "bücher.example",
    "straße.de",
    "www.æblegrød.dk:8443",
    "żółw.pl",
    "ışık.com.tr",
    "þór.is",
    "bánhmì.vn",
    "mạng.vn",
    "пример.рф",
    "москва.com",
    "сахара.рф",
    "сор.ru",
    "παράδειγμα.gr",
    "αιν.gr",
    "παράδειγμα.com",
    "օրինակ.am",
    "მაგალითი.ge",
    "דוגמה.il",
    "مثال.إختبار",
    "उदाहरण.भारत",
    "ตัวอย่าง.ไทย",
    "실례.한국",
    "例え.テスト",
    "例子.中国",
    "お名前.com",
    "ソーラー2.jp",
  ])("%s", (host) => {
    expect(bare(`https://${host}/path`)).toBe(host);
  });
});

describe("a host that may deceive readers is shown in ASCII", () => {
  test.each([
    ["Cyrillic letters that look Latin", "https://аррӏе.com"],
    ["Cyrillic letters that look Latin, below a Latin label", "https://www.рауреу.com"],
    ["Cyrillic letters that look Latin, in another country", "https://сор.de"],
    ["Cyrillic letters in a Latin label", "https://pаypal.com"],
    ["Greek letters that look Latin", "https://τον.com"],
    ["Greek letters in a Latin label", "https://gοοgle.com"],
    ["Armenian letters that look Latin", "https://սօս.com"],
    ["Georgian letters that look Latin", "https://იო.com"],
    ["Hebrew letters that look Latin", "https://סס.com"],
    ["Thai letters that look Latin", "https://พร.com"],
    ["a Katakana letter that looks like a slash", "https://example.com.ノ.jp"],
    ["an ideograph that looks like a dash", "https://一.com"],
    ["Latin and Japanese letters", "https://exampleノ.jp"],
    ["a dotless i outside of Turkey", "https://tıme.com"],
    ["a thorn outside of Iceland", "https://þaypal.com"],
    ["a dot below a letter", "https://bạnk.com"],
    ["a phonetic letter", "https://ɡoogle.com"],
    ["digits of another script", "https://१२३.com"],
    ["an Arabic label with digits of another script", "https://مثال٣.com"],
    ["a repeated mark", "https://कीी.com"],
    ["an invisible joiner", "https://क्‍ष.com"],
    ["a symbol", "https://☃.net"],
    ["an emoji", "https://💩.la"],
    ["a script without rules", "https://ꦄꦄ.com"],
    ["one label that is not clear", "https://аррӏе.bücher.de"],
  ])("%s", (_, address) => {
    const { host } = new URL(address);
    expect(host).toContain("xn--");
    expect(hostOf(address)).toBe(host);
  });
});

test("labels stay in order if some are right-to-left", () => {
  expect(hostOf("https://قهوة.example.com")).toBe("\u200eقهوة\u200e.\u200eexample\u200e.\u200ecom");
  expect(hostOf("https://قهوة.مصر")).toBe("قهوة.مصر");
});

test("every host that is shown in its own script leads to the same address", () => {
  const letters = fc.constantFrom(...("abcаеорсдяαβγאבגابجकखกข가나一二ノあüßéıþạ0129-".match(/./gu) ?? []));
  const label = fc.array(letters, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(label, label, fc.constantFrom("com", "ru", "рф", "gr", "jp"), (one, two, topLevel) => {
      const address = `https://${one}.${two}.${topLevel}`;
      if (!URL.canParse(address)) return;
      const shown = bare(address);
      expect(new URL(`https://${shown}`).host).toBe(new URL(address).host);
      if (shown !== new URL(address).host) expect(shown).not.toContain("xn--");
    }),
    { numRuns: 2000 },
  );
});
