import { expect, test } from "vitest";
import { bareType, formatNames, formatOfExtension, formatOfType, formats } from "../../src/options/formats.ts";

test("finds every format by its unique content type and extension", () => {
  for (const name of formatNames) {
    const { contentType, extension } = formats[name];
    expect(formatOfType(contentType)).toBe(name);
    expect(formatOfType(`${bareType(contentType)};charset=UTF-8`)).toBe(name);
    expect(formatOfExtension(extension)).toBe(name);
  }
  expect([formatOfType("text/html"), formatOfType(""), formatOfExtension("gif"), formatOfExtension("")]).toEqual(
    Array(4).fill(undefined),
  );
});

test("text content types have a charset", () => {
  for (const { body, contentType } of Object.values(formats)) {
    if (body === "text" && contentType.startsWith("text/")) expect(contentType).toMatch(/; charset=utf-8$/);
  }
});
