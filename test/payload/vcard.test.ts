import { describe, expect, test } from "vitest";
import { requiredUnlessEither } from "../../src/messages/payload-rules.ts";
import { mecard, vcard } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

test("writes the properties that both versions require, and escapes special characters", () => {
  const text = vcard.build({ firstName: "Ada", lastName: "King; Lovelace", note: "one,\r\ntwo\\", city: "London" });
  expect(text).toBe(
    [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:King\\; Lovelace;Ada;;;",
      "FN:Ada King\\; Lovelace",
      "ADR:;;;London;;;",
      "NOTE:one\\,\\ntwo\\\\",
      "END:VCARD",
      "",
    ].join("\r\n"),
  );
});

describe("reads cards from other programs", () => {
  test("reads cards with folded lines, groups, parameters, URIs and any order", () => {
    const text = [
      "BEGIN:VCARD",
      "VERSION:4.0",
      "item1.EMAIL;TYPE=work:ada@exam",
      " ple.com",
      'TEL;VALUE=uri;TYPE="voice,cell":tel:+44-20-7946',
      "TEL;type=WORK:+44 1",
      "FN:Ada Lovelace",
      "PHOTO:data:image/png;base64,AAAA",
      "END:VCARD",
    ].join("\n");
    expect(vcard.parse(text)).toEqual({
      version: "4.0",
      firstName: "Ada Lovelace",
      email: "ada@example.com",
      mobile: "+44-20-7946",
      workPhone: "+44 1",
    });
  });

  test.each([
    ["no end", "BEGIN:VCARD\nFN:x"],
    ["no name", "BEGIN:VCARD\nVERSION:3.0\nTEL:1\nEND:VCARD"],
    ["another end", "BEGIN:VCARD\nFN:x\nEND:VEVENT"],
  ])("rejects a card with %s", (_, text) => {
    expect(vcard.parse(text)).toBeUndefined();
  });
});

test("writes URLs unescaped, and reads them escaped", () => {
  const url = "https://example.com/a,b;c?d=e,f";
  const text = vcard.build({ firstName: "Ada", url });
  expect(text).toContain(`\r\nURL:${url}\r\n`);
  expect(vcard.parse(text)?.url).toBe(url);
  expect(vcard.parse(text.replace(url, "https\\://example.com/a\\,b"))?.url).toBe("https://example.com/a,b");
  expect(vcard.parse(text.replace(url, "www.example.com"))?.url).toBe("https://www.example.com");
});

test.each(["URL:javascript:alert(1)", "TEL:*%2306#", "TEL:*#06#", "BDAY:tomorrow"])(
  "ignores %s in a card from another program",
  (line) => {
    expect(vcard.parse(`BEGIN:VCARD\nFN:Ada\n${line}\nEND:VCARD`)).toEqual({ version: "3.0", firstName: "Ada" });
  },
);

test.each([
  [{ url: "javascript:alert(1)" }, "url must be a URL without spaces that starts with https://"],
  [{ phone: "*#06#" }, "phone must be a phone number"],
  [{ workPhone: "call me" }, "workPhone must be a phone number"],
  [{ birthday: "tomorrow" }, "birthday must be a date"],
  [{ birthday: "2026-02-30", version: "4.0" }, "birthday must be a date"],
  [{ email: "a@b..example" }, "email must be an email address"],
] as const)("rejects %j", (fields, message) => {
  expect(() => vcard.build({ firstName: "Ada", ...fields })).toThrow(message);
});

test("writes birthdays in the format of each version", () => {
  const line = (version: "3.0" | "4.0", birthday: string) =>
    /BDAY:(.*)\r/.exec(vcard.build({ firstName: "Ada", version, birthday }))?.[1];
  expect([line("3.0", "18151210"), line("4.0", "1815-12-10"), line("4.0", "--12-10")]).toEqual([
    ...["1815-12-10", "18151210", "--1210"],
  ]);
  expect(vcard.parse("BEGIN:VCARD\nFN:A\nBDAY:1996-10-22T14:00:00Z\nEND:VCARD")?.birthday).toBe("1996-10-22");
});

test("does not show encoded text of version 2.1 as a name", () => {
  const text = "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen\nEND:VCARD";
  expect(vcard.parse(text)).toBeUndefined();
});

test("rejects a card without a name", () => {
  expect(() => vcard.build({ phone: "1" })).toThrow(
    ruleText(requiredUnlessEither, "firstName", { option: "lastName", other: "organization" }),
  );
  expect(vcard.title(vcard.check({ organization: "Engines Ltd" }))).toBe("Engines Ltd");
});

test.each([
  ["Ada", "Lovelace", "Ada Lovelace"],
  ["花子", "山田", "山田 花子"],
  ["さくら", "佐々木", "佐々木 さくら"],
  ["ジョー", "スミス", "スミス ジョー"],
  ["小明", "王", "王 小明"],
  ["민준", "김", "김 민준"],
  ["Hanako", "山田", "Hanako 山田"],
])("writes the name of %s %s as %s", (firstName, lastName, name) => {
  expect(vcard.build({ firstName, lastName })).toContain(`\r\nN:${lastName};${firstName};;;\r\nFN:${name}\r\n`);
  expect(mecard.title(mecard.check({ firstName, lastName }))).toBe(name);
});
