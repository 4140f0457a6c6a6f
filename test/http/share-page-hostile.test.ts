import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharePage } from "../../src/http/share/page.ts";
import { kinds } from "../../src/payload/payload.ts";
import { base, copied, id, inHead, page, visible, withoutJson } from "./share-pages.ts";

describe("hostile text", () => {
  const hostile = [
    `"><script>alert(1)</script>`,
    `' onmouseover='alert(1)`,
    "</pre></details></script><img src=x onerror=alert(1)>",
    "<!--<script>",
    'https://example.com/"><svg onload=alert(1)>',
    'WIFI:T:WPA;S:</title><script>x</script>;P:"<b>12345;;',
    "BEGIN:VCARD\nFN:<img src=x>\nURL:javascript:alert(1)\nEMAIL:a@b.c?bcc=x\nEND:VCARD",
    "&lt;script&gt;".repeat(200),
    "<".repeat(2953),
  ];
  test.each(hostile.map((data) => [data.slice(0, 40), data]))("%s is escaped", (_, data) => {
    const { html } = page(data);
    const marks = html.replace(`<figure class="code"><img src="${id}.svg"`, "").match(/<\/?[a-zA-Z!][^>]*>/g) ?? [];
    expect(marks.filter((mark) => /^<\/?(?:img|b|svg onload)\b/i.test(mark))).toEqual([]);
    expect(copied(html)).toBe(data);
    expect(withoutJson(html).match(/<script/g)).toHaveLength(1);
    expect(withoutJson(html).match(/<\/script/g)).toHaveLength(1);
    expect(marks.filter((mark) => / on\w+=/.test(mark))).toEqual([]);
    expect(html).not.toContain('href="javascript:');
  });

  const value = `"'><img src=x onerror=alert(1)>javascript:alert(1)\u202e</title>`;
  test.each([
    ["wifi", { ssid: "<img src=x onerror=x>\u202e", security: "WPA3", password: value.replace("\u202e", "") }],
    ["vcard", { firstName: value, lastName: value, organization: value, note: value, city: value }],
    ["mecard", { firstName: value, address: value, note: value }],
    ["event", { title: value, start: "2027-06-18", location: value, description: value }],
    ["otp", { account: value.replace(":", ""), issuer: value.replace(":", ""), secret: "JBSWY3DPEHPK3PXP" }],
    ["sepa", { name: value.replaceAll("\u202e", ""), iban: "DE89370400440532013000", text: value }],
    ["bitcoin", { address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", label: value, message: value }],
    ["mail", { to: "a@b.example", subject: value, body: value }],
    ["sms", { number: "112", message: value }],
    ["geo", { latitude: "1", longitude: "2", name: value }],
  ])("%s: every field is escaped", (name, fields) => {
    const data = kinds.find((kind) => kind.name === name)?.build(fields as never) ?? "";
    const { html } = page(data);
    expect(html).toContain(`<p class="kind">${kinds.find((kind) => kind.name === name)?.label}</p>`);
    const names = (text: string) => text.replace(/"[^"]*"/g, '""').match(/<[a-z!/][^>]*>/gi) ?? [];
    expect(names(visible(html)).filter((tag) => /^<img src=x|\son\w+=|title/i.test(tag))).toEqual([
      "<title>",
      "</title>",
    ]);
    expect(html).not.toMatch(/href="\s*javascript:/i);
    expect(html).not.toContain("\u202e");
  });

  test("shows characters that hide or reorder text", () => {
    const { html } = page("abc\u202edcb\u2066\u200b\u0007\r");
    expect(visible(html)).toContain("abc<i>U+202E</i>dcb<i>U+2066</i><i>U+200B</i><i>U+0007</i><i>U+000D</i>");
    expect(html).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  });

  test("shows CRLF as a line break, and copies it exactly", () => {
    const data = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n";
    const { html } = page(data);
    expect(visible(html)).toContain("BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD\n</pre>");
    expect(html).not.toContain("U+000D");
    const copied = html.match(/<script type="application\/json" id="data">(.*?)<\/script>/)?.[1];
    expect(JSON.parse(copied ?? "null")).toBe(data);
  });

  test("titles are short and contain no bidirectional controls", () => {
    expect(inHead(page(`WIFI:T:nopass;S:abc\u202edef;;`).html)).toContain("<title>abcdef – WiFi network</title>");
    const name = `BEGIN:VCARD\nFN:${"👩‍👧".repeat(39)}\nEND:VCARD`;
    const title = /<title>(.*) – Contact<\/title>/.exec(inHead(page(name).html))?.[1] ?? "";
    expect([...title]).toHaveLength(100);
    expect(title.isWellFormed()).toBe(true);
  });

  test("keeps a leading line break", () => {
    expect(page("\nx").html).toContain(">\n\nx</pre>");
  });

  test("keeps the structure of the page for any text", () => {
    const frame = (data: string) =>
      (
        withoutJson(sharePage({ id, data, base, svg: "" }).html).match(/<\/?(?:script|style|title|main|body)\b/g) ?? []
      ).join();
    const usual = frame("x");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (data) => {
        expect(frame(data)).toBe(usual);
        expect(copied(sharePage({ id, data, base, svg: "" }).html)).toBe(data);
      }),
    );
  });
});
