import { expect, test } from "vitest";
import { meantBy, otherNameOf } from "../../src/options/unknown-names.ts";
import { nearest } from "../../src/text/nearest.ts";

test.each([
  ["sise", "size"],
  ["Mar_gin", "margin"],
  ["logosiez", "logoSize"],
  ["szie", "size"],
  ["eyeStile", "eyeStyle"],
  ["ce", undefined],
  ["sixes", undefined],
  ["zzzzzzzz", undefined],
  ["", undefined],
  [`size${"e".repeat(100)}`, undefined],
])("the name nearest to %j is %j", (name, meant) => {
  expect(nearest(name, ["ec", "size", "margin", "logoSize", "logoMargin", "eyeStyle"])).toBe(meant);
});

test("the nearest name wins over earlier ones", () => {
  expect(nearest("captions", ["capsions2", "option", "caption"])).toBe("caption");
});

test("a known name of another library wins over a similar one", () => {
  const flags = ["ec", "color", "bg", "size", "dot-style", "level2"];
  expect(meantBy("level", flags)).toBe("ec");
  expect(meantBy("dotsOptions", flags)).toBe("dot-style");
  expect(meantBy("dot_stile", flags)).toBe("dot-style");
  expect(otherNameOf("dot_stile", flags)).toBeUndefined();
  expect(otherNameOf("quietZone", flags)).toBeUndefined();
});
