import { describe, expect, test } from "vitest";
import { vcard } from "../../src/payload/payload.ts";

test("writes the properties that both versions demand, and escapes what has a meaning", () => {
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

describe("reads what others write", () => {
  test("folded lines, groups, parameters, URIs and the order of others", () => {
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
  ])("a card with %s is none", (_, text) => {
    expect(vcard.parse(text)).toBeUndefined();
  });
});

test("a card without any name is refused", () => {
  expect(() => vcard.build({ phone: "1" })).toThrow("firstName must be given, or else lastName or organization");
  expect(vcard.title(vcard.check({ organization: "Engines Ltd" }))).toBe("Engines Ltd");
});
