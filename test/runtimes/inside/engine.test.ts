import { expect, test } from "vitest";

test("runs the tests in the requested runtime", () => {
  const { ENGINE = "", ENGINE_VERSION } = process.env;
  expect(process.versions[ENGINE]).toBe(ENGINE_VERSION);
});
