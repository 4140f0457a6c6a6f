import fc from "fast-check";
import { expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { rows } from "../../src/options/table.ts";
import { generate } from "../../src/service/generate.ts";
import { inspect } from "../../src/service/service.ts";

/** Codes of issues that also make /api/qr fail. */
const refusing = ["data_missing", "data_too_long", "invalid_option", "logo_invalid", "logo_unreachable"];

/** Valid and invalid values, with known and unknown names. */
const anyWords = fc.dictionary(
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...rows.map(([name]) => name)) }, fc.string()),
  fc.oneof(fc.string(), fc.integer({ min: -1, max: 300 }), fc.jsonValue(), fc.constantFrom("svg", "json", "H", "0.3")),
);

const outcome = (input: Record<string, unknown>) =>
  generate(input, {}).then(
    () => undefined,
    (error: unknown) => error,
  );

test("inspect never rejects, and reports exactly the errors of /api/qr", async () => {
  await fc.assert(
    fc.asyncProperty(anyWords, fc.option(fc.string({ minLength: 1, maxLength: 300 })), async (some, data) => {
      const input = data === null ? some : { ...some, data };
      const report = await inspect(input);
      const refused = await outcome(input);
      const errors = report.issues.filter(({ code }) => refusing.includes(code));
      if (refused === undefined) {
        expect(errors).toEqual([]);
        expect(report.qr).not.toBeNull();
      } else {
        expect(refused).toBeInstanceOf(QrError);
        expect(errors.map(({ message }) => message)).toContain((refused as QrError).message);
      }
      expect(report.valid).toBe(report.issues.every(({ severity }) => severity !== "error"));
      expect(JSON.parse(JSON.stringify(report)).issues).toEqual(report.issues);
    }),
    { numRuns: 1000 },
  );
});

test("every issue names an option or an unknown name, and has a message", async () => {
  await fc.assert(
    fc.asyncProperty(anyWords, async (input) => {
      for (const { field, message } of (await inspect(input)).issues) {
        expect(rows.some(([name]) => name === field) || Object.hasOwn(input, field)).toBe(true);
        expect(message.length).toBeGreaterThan(20);
      }
    }),
    { numRuns: 300 },
  );
});
