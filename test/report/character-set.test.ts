import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentText } from "../../src/core/core.ts";
import { toPng } from "../../src/index.ts";
import { writeHost } from "../../src/messages/report-rules.ts";
import { asciiAddress } from "../../src/payload/url.ts";
import { shownByZbar, windows1252Of } from "../../src/report/character-set.ts";
import { examine } from "../../src/report/examine.ts";
import { toIssue } from "../../src/report/issues.ts";
import { checkScan } from "../../src/report/proof.ts";
import { nuintun } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { ruleText } from "../rule-text.ts";
import { heavy } from "../service/reports.ts";

const measured: { readonly texts: readonly (readonly [text: string, shown?: string])[] } = JSON.parse(
  readFileSync(new URL("character-sets.json", import.meta.url), "utf8"),
);
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

async function found(data: string, options: Readonly<Record<string, unknown>> = {}) {
  const { issues } = await examine({ data, ...options });
  return issues.filter(({ code }) => code === "text_misread");
}

async function messagesFor(data: string): Promise<string[]> {
  return (await found(data)).map((finding) => toIssue(finding).message);
}

describe("what ZBar shows", () => {
  test("agrees with zbarimg for every measured text", () => {
    const known = measured.texts.map(([text]) => [text, shownByZbar(text, segmentText(text).segments)]);
    expect(known).toEqual(measured.texts.map(([text, shown = text]) => [text, shown]));
    expect(measured.texts.filter(([, shown]) => shown !== undefined).length).toBeGreaterThan(80);
  });

  test.each(measured.texts.map(([text, shown]) => [text, shown]))(
    "is reported for %j only if it is wrong",
    async (text, shown) => {
      const [message, ...others] = await messagesFor(text);
      expect(others).toEqual([]);
      expect(message !== undefined).toBe(!isAscii(text));
      expect(message?.startsWith("ZBar shows ") ?? false).toBe(shown !== undefined);
      expect(await found(text, { eci: true })).toEqual([]);
    },
  );

  test("is unknown after a byte order mark", () => {
    expect(shownByZbar("\ufeffé", [{ mode: "byte", chars: 5 }])).toBeUndefined();
  });

  test("depends on earlier guesses in the same code", () => {
    const parts = (...chars: number[]) =>
      chars.map((count, at) => ({ mode: at % 2 ? "numeric" : "byte", chars: count }));
    expect(shownByZbar("日本語", parts(9))).toBe("日本語");
    expect(shownByZbar("é1日本語", parts(2, 1, 9))).toBe("矇1日本語");
    expect(shownByZbar("日1é", parts(3, 1, 2))).toBe("日1é".replace("日", "譌･").replace("é", "矇"));
  });
});

test("scanners that expect Windows-1252 show what @nuintun/qrcode shows", async () => {
  for (const [text] of measured.texts.slice(0, 60)) {
    const { width, height, data } = readPng(toPng(text, { size: 400 }));
    const shown = await nuintun.read({ width, height, data: new Uint8ClampedArray(data) });
    // The decoder of Node.js 20 leaves the bytes from 0x80 to 0x9f unchanged.
    const character = (control: string) => windows1252Of(control).slice(-1);
    expect(shown?.replace(/[\x80-\x9f]/g, character)).toBe(windows1252Of(text));
  }
});

describe("the warning", () => {
  test.each([
    ["café", 'ZBar shows "caf矇" instead of "café", and scanners that expect Windows-1252 show "cafÃ©": turn on eci'],
    ["日本語", 'scanners that expect Windows-1252 show "æ—¥æœ¬èªž" instead of "日本語": turn on eci'],
    [
      "https://bär.de",
      `ZBar shows "b瓣r.de" instead of "bär.de", and scanners that expect Windows-1252 show "bÃ¤r.de": ${ruleText(writeHost, { host: "xn--br-via.de or turn on eci" })}`,
    ],
    [
      "https://example.com/menu/café?x",
      'ZBar shows "caf矇" instead of "café", and scanners that expect Windows-1252 show "cafÃ©": percent-encode the non-ASCII characters or turn on eci',
    ],
    [
      "https://bär.de/für",
      `ZBar shows "b瓣r.de" instead of "bär.de", and scanners that expect Windows-1252 show "bÃ¤r.de": ${ruleText(writeHost, { host: "xn--br-via.de and percent-encode the non-ASCII characters or turn on eci" })}`,
    ],
    [
      "WIFI:T:WPA;S:Müller;P:geheim123;;",
      'ZBar shows "羹" instead of "ü", and scanners that expect Windows-1252 show "Ã¼": turn on eci',
    ],
    [
      "WIFI:T:WPA;S:a\\;b;P:ア;;",
      'ZBar shows "繧｢" instead of "ア", and scanners that expect Windows-1252 show "ã‚¢": turn on eci',
    ],
    [
      "{size}é",
      'ZBar shows "{size}矇" instead of "{size}é", and scanners that expect Windows-1252 show "{size}Ã©": turn on eci',
    ],
    [
      "\u202eé",
      'ZBar shows "窶ｮﾃｩ" instead of "\ufffdé", and scanners that expect Windows-1252 show "â€®Ã©": turn on eci',
    ],
  ])("for %j names a scanner, what it shows, and the fixes", async (text, message) => {
    expect(await messagesFor(text)).toEqual([message]);
  });

  test("quotes at most 24 characters", async () => {
    const [message = ""] = await messagesFor("é".repeat(500));
    expect(message).toContain(`instead of "${"é".repeat(24)}…"`);
    expect(message.length).toBeLessThan(250);
  });

  test("leaves the code valid, and the grade unchanged", async () => {
    const [marked, guessed] = await Promise.all(
      [true, false].map((eci) => examine({ data: "café", eci, size: 300 }, { heavy }, checkScan)),
    );
    expect([marked?.scan?.grade, guessed?.scan?.grade]).toEqual(["A", "A"]);
    expect(guessed).toMatchObject({
      valid: true,
      issues: [{ code: "text_misread", severity: "warning", field: "eci" }],
    });
    expect(marked?.issues).toEqual([]);
  });

  test.each(measured.texts.map(([text]) => text).filter((text) => !isAscii(text)))(
    "each fix for %j removes it",
    async (data) => {
      const [finding] = await found(data);
      expect(finding?.ways?.length).toBe(/^https?:/.test(data) ? 2 : 1);
      for (const way of finding?.ways ?? []) expect(await found(data, way as never)).toEqual([]);
    },
  );
});

describe("a URL in ASCII", () => {
  test.each([
    ["https://bär.de", { url: "https://xn--br-via.de", host: "xn--br-via.de", isEncoded: false }],
    ["HTTPS://BÄR.de:8443", { url: "HTTPS://xn--br-via.de:8443", host: "xn--br-via.de", isEncoded: false }],
    ["https://bär.de:443/a", { url: "https://xn--br-via.de:443/a", host: "xn--br-via.de", isEncoded: false }],
    [
      "https://ü@bär.de/ö?ä=%20#ß",
      { url: "https://%C3%BC@xn--br-via.de/%C3%B6?%C3%A4=%20#%C3%9F", host: "xn--br-via.de", isEncoded: true },
    ],
    ["http://example.com/日本", { url: "http://example.com/%E6%97%A5%E6%9C%AC", isEncoded: true }],
    ["https://example.com", undefined],
    ["bär.de", undefined],
    ["https://bär.de/a b", undefined],
    ["Käse", undefined],
  ])("of %j is %j", (text, ascii) => {
    expect(asciiAddress(text)).toEqual(ascii);
  });

  test("leads to the same page", () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.string({ unit: "grapheme" }),
        (url, extra) => {
          const text = `${url}${extra}`;
          const ascii = asciiAddress(text);
          if (!ascii) return;
          expect(ascii.url).toMatch(/^[\0-\x7f]+$/);
          expect(new URL(ascii.url).href).toBe(new URL(text).href);
        },
      ),
    );
  });
});
