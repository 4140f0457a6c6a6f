import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyString } from "../../src/messages/developer-rules.ts";
import { lineLength } from "../../src/messages/option-rules.ts";
import type { Field } from "../../src/payload/kind.ts";
import { detect, kinds, type PayloadKind, QrError } from "../../src/payload/payload.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";
import { fieldsOf } from "./samples.ts";

/** Control characters, line separators and lone surrogates. */
const strays = ["\0", "\x07", "\v", "\f", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ud800", "\udc00", "\udfff"];

/** Every text field, except those that accept any text without lone surrogates. */
const texts = kinds.flatMap((kind) =>
  Object.entries(kind.fields).flatMap(([name, field]) =>
    "max" in field && field.kind !== "raw" ? [{ kind, name, field, label: `${kind.name}.${name}` }] : [],
  ),
);

/** Returns the text that `kind` builds from `given`, or its error. */
function outcome(kind: PayloadKind, given: Readonly<Record<string, unknown>>): { text?: string; fault?: QrError } {
  try {
    return { text: kind.build(given as Record<string, string>) };
  } catch (fault) {
    if (fault instanceof QrError) return { fault };
    throw fault;
  }
}

/** Returns valid fields of `kind`. They are the same in every run. */
const sampleOf = (kind: PayloadKind) => fc.sample(fieldsOf(kind), { seed: 7, numRuns: 1 })[0] ?? {};

describe.each(texts)("$label", ({ kind, name }) => {
  test.each(strays)("rejects %j", (stray) => {
    const { text, fault } = outcome(kind, { ...sampleOf(kind), [name]: `a${stray}b` });
    expect(text ?? "").not.toContain(stray);
    if (fault) expect(fault).toMatchObject({ code: "INVALID_OPTION", field: expect.any(String) });
  });

  test("rejects text that is too long without parsing it", async () => {
    const long = "9".repeat(5_000_000);
    const read = () => expect(outcome(kind, { ...sampleOf(kind), [name]: long }).fault?.field).toBe(name);
    expect(await processorTime(read)).toBeLessThan(SOON);
  });
});

test.each(texts.filter(({ field }) => field.kind === "line"))("$label rejects line breaks", ({ kind, name }) => {
  for (const end of ["\n", "\r", "\r\n"]) {
    const { fault } = outcome(kind, { ...sampleOf(kind), [name]: `a${end}END:VCARD` });
    expect(fault?.field, JSON.stringify(end)).toBeDefined();
  }
});

test.each([null, undefined, 5, "x"])("rejects %j as fields", (given) => {
  for (const kind of kinds) {
    const { fault } = outcome(kind, given as unknown as Record<string, unknown>);
    expect(fault?.message).toMatch(/^fields must be an object with the payload's fields: /);
  }
});

test.each([undefined, null, 5, {}])("rejects %j as text", (given) => {
  expect(() => detect(given as unknown as string)).toThrow(ruleText(anyString, "text"));
  expect(() => detect(given as unknown as string)).toThrow(QrError);
});

test("detects a secret after an invisible character", () => {
  expect(detect("\u200bWIFI:T:WPA;S:x;P:secret;;").secret).toBe(true);
});

test("no kind accepts a lone surrogate", () => {
  for (const kind of kinds) {
    for (const name of Object.keys(kind.fields)) {
      const { text } = outcome(kind, { ...sampleOf(kind), [name]: "\ud83d" });
      expect(text?.isWellFormed() ?? true, `${kind.name}.${name}`).toBe(true);
    }
  }
});

test("length limits count code points", () => {
  const vcard = kinds.find(({ name }) => name === "vcard") as PayloadKind;
  const { max } = vcard.fields.firstName as Extract<Field, { max: number }>;
  expect(outcome(vcard, { firstName: "𠮷".repeat(max) }).fault).toBeUndefined();
  expect(outcome(vcard, { firstName: "𠮷".repeat(max + 1) }).fault?.message).toBe(
    ruleText(lineLength, "firstName", { max }),
  );
});

const beginnings = [
  ...kinds.map((kind) => kind.build(sampleOf(kind) as Record<string, string>)),
  "WIFI:",
  "BEGIN:VCARD\n",
  "BEGIN:VEVENT\n",
  "MECARD:",
  "MATMSG:",
  "mailto:a@b.example?",
  "geo:1,2?q=",
  "BCD\n002\n1\nSCT\n",
  "https://id.gs1.org",
  "otpauth://totp/a?",
  "bitcoin:",
  "SMSTO:1:",
];
const fillers = [
  "\\",
  ";",
  ":",
  ",",
  "%",
  "%25",
  "&a=",
  "=",
  '"',
  ';"',
  "\n",
  "\n ",
  "BEGIN:VCARD\n",
  "/01/",
  "/01/0",
  "(",
  "@",
  "a@",
  "\u202e",
  "😀",
];

test("detects long hostile text quickly", async () => {
  for (const beginning of beginnings) {
    for (const filler of fillers) {
      const text = (beginning + filler.repeat(7089)).slice(0, 7089);
      const took = await processorTime(() => expect(kinds.map(({ name }) => name)).toContain(detect(text).kind));
      expect(took, JSON.stringify(text.slice(0, 60))).toBeLessThan(SOON / 2);
    }
  }
});

test("hides the secret in damaged text", () => {
  const wifi = "WIFI:T:WPA;S:Guests;P:Hunter2Hunter2;;";
  const otp = "otpauth://totp/Engines:ada?secret=JBSWY3DPEHPK3PXP&issuer=Engines";
  fc.assert(
    fc.property(fc.constantFrom(wifi, otp), fc.nat(), fc.string({ maxLength: 3 }), (text, at, put) => {
      // Keep the prefix of the kind, because without it the text would be plain text.
      const from = Math.max(10, at % text.length);
      const damaged = text.slice(0, from) + put + text.slice(from);
      const { secret, title } = detect(damaged);
      expect(secret || !/P:|secret=/i.test(damaged), damaged).toBe(true);
      expect(title).not.toMatch(/Hunter2|JBSWY/);
    }),
    { numRuns: 300 },
  );
});
