import { describe, expect, test } from "vitest";
import { readJson, readQuery } from "../../src/options/read.ts";
import { searchTable } from "../../src/options/search-table.ts";
import { table } from "../../src/options/table.ts";
import { processorTime, SOON } from "../processor-time.ts";

describe("a query string", () => {
  test.each([
    ["", {}],
    ["?", {}],
    ["?data=x", { data: "x" }],
    ["data=x&size=64", { data: "x", size: "64" }],
    ["?data=a&data=b", { data: "a" }],
    ["?data=&data=b", { data: "" }],
    ["?data", { data: "" }],
    ["?&&data=x&", { data: "x" }],
    ["?data=a=b=c", { data: "a=b=c" }],
    ["?data=a+b%20c", { data: "a b c" }],
    ["?data=%2B%26%3D%23", { data: "+&=#" }],
    ["?data=%F0%9D%84%9E", { data: "𝄞" }],
    ["?%64ata=x", { data: "x" }],
    ["?unknown=%zz&%zz=1&data=x", { unknown: "%zz", "%zz": "1", data: "x" }],
    ["?=x&data=y", { "": "x", data: "y" }],
  ])("reads %s", (search, input) => {
    expect({ ...readQuery(search) }).toEqual(input);
  });

  test.each(["?data=%", "?data=100%", "?data=%zz", "?data=%ff", "?data=%ed%a0%80", "?size=%e2%82"])(
    "rejects invalid percent-encoding: %s",
    (search) => {
      expect(() => readQuery(search)).toThrow(
        /^(data|size) must be valid percent-encoded UTF-8: write a percent sign as %25$/,
      );
    },
  );

  test("reads the parameters of other tables like options", () => {
    const known = { ...table, ...searchTable };
    const given = { data: "https://a.b/?x=1", allow: "colors, ec", seconds: "5" };
    expect({ ...readQuery(`?${new URLSearchParams(given)}`, undefined, known) }).toEqual(given);
    // Without the table, the parameter looks like the rest of the URL.
    expect(readQuery("?data=https://a.b/?x=1&allow=colors", undefined, known).allow).toBe("colors");
    expect(() => readQuery("?data=https://a.b/?x=1&allow=colors")).toThrow("&allow");
    expect(() => readQuery("?data=x&allow=%zz", undefined, known)).toThrow("allow must be valid percent-encoded");
  });

  test("rejects logoData in a query", () => {
    expect(() => readQuery("?data=x&logoData=aGk=")).toThrow("logoData must be sent in a JSON body");
  });

  test("treats names of Object.prototype like any other", () => {
    const input = readQuery("?__proto__=a&constructor=b&hasOwnProperty=c&data=x");
    expect(Object.getPrototypeOf(input)).toBe(null);
    expect(Object.entries(input)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["hasOwnProperty", "c"],
      ["data", "x"],
    ]);
  });

  test("the first value of a repeated name wins, even if it is invalid", () => {
    const faults: string[] = [];
    const input = readQuery("?data=%E0%A4&data=second&size=64", ({ message }) => faults.push(message));
    expect([input.data, input.size, faults.length]).toEqual([undefined, "64", 1]);
    expect(() => readQuery("?data=%E0%A4&data=second")).toThrow("data must be valid percent-encoded UTF-8");
  });

  test.each(["%", "%FF", "%ed%a0%80"])("reads malformed names as quickly as others: %s", async (name) => {
    const queryOf = (each: string) => `?data=x${`&${each}`.repeat(20_000)}`;
    const [usual, malformed] = [queryOf("a_b%C3%A9"), queryOf(name)];
    expect(readQuery(malformed).data).toBe("x");
    const time = await processorTime(() => readQuery(usual));
    // An exception per name took ten times as long.
    expect(await processorTime(() => readQuery(malformed))).toBeLessThan(5 * time);
  });

  test("parses many empty pairs in linear time", async () => {
    expect(await processorTime(() => readQuery(`?${"a&".repeat(100_000)}`))).toBeLessThan(SOON);
  });
});

describe("a JSON body", () => {
  test("reads a JSON object", () => {
    expect(readJson(' {"data":"x","size":64} ')).toEqual({ data: "x", size: 64 });
  });
  test.each(["", "{", "data=x", "{'data':1}", "undefined"])("rejects %j, which is not JSON", (text) => {
    expect(() => readJson(text)).toThrow("the body must be valid JSON");
  });
  test.each(["null", "[]", '"x"', "1", "true", '[{"data":"x"}]'])("rejects %s, which is not an object", (text) => {
    expect(() => readJson(text)).toThrow("the body must be a JSON object");
  });
});
