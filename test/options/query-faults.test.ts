import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CUT, CUT_TEXT, HTML_ESCAPED, LOST_PLUS, OTHER_NAME } from "../../src/options/query-faults.ts";
import { readQuery } from "../../src/options/read.ts";
import { rows } from "../../src/options/table.ts";
import { ruleText } from "../rule-text.ts";

/** Returns the messages and fields of all faults in a query. */
function faultsIn(search: string) {
  const faults: [message: string, field: string | undefined][] = [];
  readQuery(search, ({ message, field }) => faults.push([message, field]));
  return faults;
}

describe("a text that is cut off at an unescaped &", () => {
  const advice = "write & as %26 if it belongs to data, and otherwise ? as %3F and = as %3D";

  test.each([
    ["?data=https://e.com/?a=1&b=2", "b"],
    ["?data=https://e.com/?a&b", "b"],
    ["?size=300&data=https://e.com/?a=1&format=svg&b=2", "b"],
    ["?data=a=1&utm_source=x&utm_medium=y", "utm_source"],
    ["?data=x%3D?&%7B=1", "{"],
    ["?data=x?&__proto__=1", "__proto__"],
    ["?data=x?&ecc=H", "ecc"],
    ["?data=https://e.com/?a=1&data=2", "data"],
    ["?data=https://e.com/?a=1&size=300&data=2", "data"],
    ["?b=1&data=https://e.com/?a=1&b=2", "b"],
    [`?data=x?&${"b".repeat(40)}=1`, `${"b".repeat(30)}...`],
  ])("%s is rejected", (search, next) => {
    expect(faultsIn(search)).toEqual([[`data ends before "&${next}": ${advice}`, "data"]]);
    expect(() => readQuery(search)).toThrow(advice);
  });

  test("the URL of a logo is text too", () => {
    const [[message, field] = []] = faultsIn("?data=x&logo=https://e.com/?w=9&h=9");
    expect([field, message]).toEqual(["logo", expect.stringMatching(/^logo ends before "&h": write & as %26/)]);
  });

  test.each([
    "?data=https://e.com/?a=1",
    "?data=https://e.com/?a=1&size=300&ec=H",
    "?data=https%3A%2F%2Fe.com%2F%3Fa%3D1%26b%3D2&_=17",
    "?b=2&data=https://e.com/?a=1",
    "?data=https://e.com/&utm_source=x&v=2",
    "?title=a?&b=2&data=x",
    "?data=x&data=y",
    "?data=a=1&data=2",
    "?data=https://e.com/?a=1&size=300&size=400",
  ])("%s is accepted", (search) => expect(faultsIn(search)).toEqual([]));
});

describe("other texts that are cut off", () => {
  test.each([
    ["?data=WIFI:T:WPA;S:ab;P:x&y;;", "y;;"],
    ["?data=WIFI:T:WPA;S:ab;P:x&y=1;;", "y"],
    ["?data=WIFI:T:WPA;S:a&b;P:x=1;;", "b;P:x"],
    ["?data=MECARD:N:Ann;NOTE:a&b;;&size=300", "b;;"],
    ["?data=BEGIN:VCARD%0AORG:A&B%0AEND:VCARD", "B\nEND:VCARD"],
    ["?data=Tom+&+Ann", " Ann"],
  ])("%s is rejected", (search, next) => {
    const isUrl = /=[^&]*[?=]/.test(search.split("&")[0] ?? "");
    const rule = ruleText(isUrl ? CUT : CUT_TEXT, "data", { next, option: "data" });
    expect(faultsIn(search)).toEqual([[rule, "data"]]);
  });

  test.each(["?data=x&download", "?data=WIFI:T:WPA;S:ab;P:x&v=2", "?data=a&b", "?size=300&;&data=x"])(
    "%s is accepted",
    (search) => expect(faultsIn(search)).toEqual([]),
  );
});

test.each([
  ["?data=x&amp;size=300", "size"],
  ["?size=300&amp;data=x", "data"],
  ["?data=https://e.com/?a=1&amp;b=2", "b"],
])("an & that is escaped for HTML is rejected: %s", (search, rest) => {
  expect(faultsIn(search)).toEqual([[ruleText(HTML_ESCAPED, { rest }), `amp;${rest}`]]);
});

test.each([
  ["ecc=H", "ec"],
  ["ECC=H", "ec"],
  ["level=H", "ec"],
  ["errorCorrectionLevel=H", "ec"],
  ["error_correction=H", "ec"],
  ["colour=f00", "color"],
  ["fg=f00", "color"],
  ["bgcolor=f00", "bg"],
  ["background-color=f00", "bg"],
  ["height=300", "size"],
  ["qzone=4", "margin"],
  ["dot-style=dots", "dotStyle"],
  ["DOTSTYLE=dots", "dotStyle"],
])("%s names another option", (pair, option) => {
  const [name = ""] = pair.split("=");
  expect(faultsIn(`?data=x&${pair}`)).toEqual([[ruleText(OTHER_NAME, { name, option }), name]]);
});

test("reads every name of an option, and ignores names of other things", () => {
  for (const [name] of rows)
    expect(faultsIn(`?${name}=1`).filter(([message]) => /not an option/.test(message))).toEqual([]);
  for (const name of ["_", "v", "utm_source", "fbclid", "cache", "t", "download", "link", "{}", "constructor"]) {
    expect(faultsIn(`?data=x&${name}=1`)).toEqual([]);
  }
});

test.each(["tel:+49170", "TEL:+49170", "sms:+49170?body=a", "smsto:+49170:a", "tel:%2049170"])(
  "a lost plus sign is rejected: %s",
  (written) => {
    const [scheme = ""] = written.split(":");
    const message = ruleText(LOST_PLUS, "data", { scheme });
    expect(faultsIn(`?data=${written}`)).toEqual([[message, "data"]]);
    expect(readQuery(`?data=${written}`, () => undefined).data).toBe(undefined);
  },
);

test.each([
  ["mms:+49170", "mms"],
  ["mmsto:+49170", "mmsto"],
  ["facetime:+49170", "facetime"],
  ["facetime-audio:+49170", "facetime-audio"],
  ["sip:+49170@e.com", "sip"],
  ["whatsapp://send?phone=+49170", "whatsapp"],
  ["whatsapp://send/?text=a%26phone=+49170", "whatsapp"],
  ["https://wa.me/+49170", "https"],
  ["https%3A%2F%2Fapi.whatsapp.com%2Fsend%3Fphone%3D+49170", "https"],
  ["mailto:a+b@c.d", "mailto"],
  ["mailto:a+b%40c.d%3Fsubject=hello+world", "mailto"],
  ["MAILTO:x@y.z,a+b@c.d", "MAILTO"],
  ["mailto:x@y.z?cc=a+b@c.d", "mailto"],
  ["MATMSG:TO:a+b@c.d;SUB:x;BODY:y;;", "TO"],
  ["MECARD:N:Ann;TEL:+49170;;", "TEL"],
  ["MECARD:TEL:+49170;EMAIL:a@b.c;;", "TEL"],
  ["MECARD:N:Ann;EMAIL:a+b@c.d;;", "EMAIL"],
  ["BEGIN:VCARD%0D%0ATEL:+49170%0D%0AEND:VCARD", "TEL"],
  ["BEGIN:VCARD%0ATEL;TYPE=CELL:+49170%0AEND:VCARD", "TEL"],
  ["BEGIN:VCARD%0Aitem1.TEL;TYPE=CELL;TYPE=VOICE:+49170%0AEND:VCARD", "TEL"],
  ["BEGIN:VCARD%0ATEL;VALUE=uri:tel:+49170%0AEND:VCARD", "TEL"],
  ["BEGIN:VCARD%0AEMAIL;TYPE=WORK:a+b@c.d%0AEND:VCARD", "EMAIL"],
])("a lost plus sign is rejected: %s", (written, scheme) => {
  expect(faultsIn(`?data=${written}`)).toEqual([[ruleText(LOST_PLUS, "data", { scheme }), "data"]]);
});

test("texts with spaces are accepted", () => {
  for (const text of [
    "tel:%2B49170",
    "tel:49170",
    "tel: me",
    "call+tel:+49170",
    "a:+1",
    "mailto:a%2Bb@c.d",
    "mailto:a@b.c,+d@e.f",
    "mailto:a@b.c?subject=mail+to+x@y.z",
    "mailto:a%20b@c.d",
    "mailto:Ann+Smith+%3Ca@b.c%3E",
    "write+to+a+b@c.d",
    "mailto%3AAnn+Smith+a@b.c",
    "MECARD:N:Ann+Smith;TEL:49170;NOTE:+1+more;EMAIL:a@b.c;;",
    "MECARD%3AN%3AAnn%3BTEL%3A+555%3B%3B",
    "BEGIN:VCARD%0AFN:Ann+Smith%0ATEL:%20555%0ANOTE:TEL+a+b@c.d%0AEND:VCARD",
    "MATMSG:TO:a@b.c;SUB:a+b;BODY:to+x@y.z;;",
    "https://e.com/?q=1+2",
    "whatsapp://send?phone=49170%26text=a+b",
    "sip:ann@e.com+1",
    "WIFI:T:WPA;S:my+home;P:a+b;;",
    "TEL:+b",
  ]) {
    expect([text, ...faultsIn(`?data=${text}`)]).toEqual([text]);
  }
});

/** Starts of texts that may need a plus sign. */
const HEADS = ["mailto:", "MECARD:TEL:", "MATMSG:TO:", "BEGIN:VCARD\nTEL;TYPE=CELL:", "WIFI:T:WPA;P:"];

test("escaped texts are never rejected", () => {
  fc.assert(
    fc.property(fc.constantFrom("x", ...HEADS), fc.string({ unit: "grapheme", minLength: 1 }), (head, text) => {
      const data = `${head}${text.toWellFormed()}`;
      expect(readQuery(`?data=${encodeURIComponent(data)}&_=1`).data).toBe(data);
      expect(readQuery(`?${new URLSearchParams({ data, _: "1" })}`).data).toBe(data);
    }),
  );
});
