import { expect, test } from "vitest";
import { bareType, formatNames, formatOfExtension, formatOfType, formats } from "../../src/options/formats.ts";

test("every format is found by its content type and by its extension, and no two share one", () => {
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

test("content types say how text is encoded, where they can", () => {
  for (const { body, contentType } of Object.values(formats)) {
    if (body === "text" && contentType.startsWith("text/")) expect(contentType).toMatch(/; charset=utf-8$/);
  }
});
