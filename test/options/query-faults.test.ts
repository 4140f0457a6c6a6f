import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOST_PLUS, OTHER_NAME } from "../../src/options/query-faults.ts";
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
  ])("%s is accepted", (search) => expect(faultsIn(search)).toEqual([]));
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
  ["width=300", "size"],
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

test("texts with spaces are accepted", () => {
  for (const text of ["tel:%2B49170", "tel:49170", "tel: me", "call+tel:+49170", "a:+1"]) {
    expect(faultsIn(`?data=${text}`)).toEqual([]);
  }
});

test("escaped texts are never rejected", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
      const data = `x${text.toWellFormed()}`;
      expect(readQuery(`?data=${encodeURIComponent(data)}&_=1`).data).toBe(data);
    }),
  );
});
