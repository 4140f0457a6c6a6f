import { expect, test } from "vitest";
import { shareLanguages } from "../../src/http/share/language.ts";
import type { Texts } from "../../src/languages/language.ts";
import { payloadLabels } from "../../src/languages/payload-labels.ts";
import { guessColumns, guessKind } from "../../src/list/headings.ts";
import type { Field } from "../../src/payload/kind.ts";
import { kinds } from "../../src/payload/payload.ts";

const languages = { en: { labels: payloadLabels() }, ...shareLanguages };

/** Labels that are also headings of other columns, or too short to be headings. */
const UNCLEAR = ["fr mail.to", "ja wifi.identity"];

test.each(Object.entries(languages))("finds the columns of all fields by their labels in %s", (tag, { labels }) => {
  for (const { name, fields } of kinds) {
    const shown = Object.entries<Field>(fields).filter(([, { formal }]) => !formal);
    const names = shown.map(([field]) => field);
    const headings = shown.map(([field]) => String((labels as Texts)[`${name}.${field}`]));
    const found = guessColumns(headings, names, name);
    const expected = names.flatMap((field, at) => (UNCLEAR.includes(`${tag} ${name}.${field}`) ? [] : [[field, at]]));
    expect(found, name).toEqual(Object.fromEntries(expected));
  }
});

test.each([
  ["Empfänger;IBAN;Betrag;Verwendungszweck", "sepa"],
  ["Beneficiario;IBAN;Importe;Concepto", "sepa"],
])("finds the column for the text of a transfer: %s", (line, name) => {
  const headings = line.split(";");
  expect(guessKind(headings)).toBe(name);
  const fields = ["name", "iban", "amount", "purpose", "reference", "text"];
  expect(guessColumns(headings, fields, name)).toEqual({ name: 0, iban: 1, amount: 2, text: 3 });
});

test("an account with a secret is a one-time password, and not a bank transfer", () => {
  expect(guessKind(["Konto", "Geheimnis"])).toBe("otp");
  expect(guessKind(["Name", "Konto", "Betrag"])).toBe("sepa");
});

test("a name is a first name next to a last name, and otherwise a last name", () => {
  const fields = ["firstName", "lastName", "phone"];
  expect(guessColumns(["Nome", "Sobrenome"], fields)).toEqual({ firstName: 0, lastName: 1 });
  expect(guessColumns(["Nome", "Telefone"], fields)).toEqual({ lastName: 0, phone: 1 });
});
