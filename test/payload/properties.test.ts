import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detect, kinds, QrError } from "../../src/payload/payload.ts";
import { fieldsOf } from "./samples.ts";

const quick = { numRuns: 60 };

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (_, kind) => {
  test("parse reverses build", () => {
    fc.assert(
      fc.property(fieldsOf(kind), (given) => {
        expect(kind.parse(kind.build(given))).toEqual(kind.check(given));
      }),
      quick,
    );
  });

  test("check is idempotent", () => {
    fc.assert(
      fc.property(fieldsOf(kind), (given) => {
        const checked = kind.check(given);
        expect(kind.check(checked)).toEqual(checked);
      }),
      quick,
    );
  });

  test("damaged text parses to fields that can be built again, or to undefined", () => {
    const damaged = fc
      .tuple(fieldsOf(kind), fc.nat(), fc.nat(20), fc.string({ maxLength: 5 }))
      .map(([given, at, cut, put]) => {
        const text = kind.build(given);
        const from = at % (text.length + 1);
        return text.slice(0, from) + put + text.slice(from + cut);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        const fields = kind.parse(text);
        if (fields) expect(kind.parse(kind.build(fields))).toEqual(fields);
      }),
      quick,
    );
  });

  test("accepts any fields, or rejects them with an error that names a field", () => {
    const input = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(kind.fields)), fc.string()), fc.anything());
    fc.assert(
      fc.property(input, (given) => {
        try {
          kind.build(given as Record<string, string>);
        } catch (error) {
          expect(error).toBeInstanceOf(QrError);
          expect(error).toMatchObject({ code: "INVALID_OPTION", field: expect.any(String) });
          const { message, field } = error as QrError;
          expect(message.startsWith(`${field} `)).toBe(true);
        }
      }),
      quick,
    );
  });
});

// The kinds text and url are left out, because their text may also be valid for another kind.
test.each(kinds.filter(({ name }) => name !== "text" && name !== "url"))(
  "detect recognizes the text that build returns: $name",
  (kind) => {
    fc.assert(
      fc.property(fieldsOf(kind), (given) => {
        expect(detect(kind.build(given)).kind).toBe(kind.name);
      }),
      quick,
    );
  },
);

test.each(
  kinds
    .flatMap((kind) => Object.keys(kind.fields).map((name) => [kind, name] as const))
    .filter(([kind, name]) => kind.fields[name]?.secret),
)("secrets are marked, and appear in no title: $0.name $1", (kind, name) => {
  fc.assert(
    fc.property(fieldsOf(kind), (given) => {
      const value = kind.check(given)[name];
      if (typeof value !== "string" || value.length < 8) return;
      const found = detect(kind.build(given));
      expect(found.title).not.toContain(value);
      expect(found.secret).toBe(true);
      expect(found.fields.filter((field) => field.value === value).every((field) => field.secret)).toBe(true);
    }),
  );
});

test("detect recognizes any text and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
      expect(kinds.map((kind) => kind.name)).toContain(detect(text).kind);
    }),
  );
});
