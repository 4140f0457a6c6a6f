import { expect, test } from "vitest";

test("it is the runtime that was asked for which runs the tests", () => {
  const { ENGINE = "", ENGINE_VERSION } = process.env;
  expect(process.versions[ENGINE]).toBe(ENGINE_VERSION);
});
