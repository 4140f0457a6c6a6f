import type { FieldTable } from "../../src/payload/fields.ts";
import type { FormWords } from "../state.ts";

/** Fields that are asked for at first sight; the others are behind "More". */
const MOST_AT_FIRST = 8;

/** Which networks ask for what. */
const ENTERPRISE = ["method", "phase2", "identity", "anonymous"];

/** What was typed into the fields that are asked for: what is out of sight is left out. */
export function wordsInSight(kind: string, form: FormWords): FormWords {
  return Object.fromEntries(Object.entries(form).filter(([name]) => isAsked(kind, name, form)));
}

/** Whether a field with this word says nothing. */
export function isBlank(word: string | boolean | undefined): boolean {
  return word === undefined || word === "" || word === false;
}

/** Whether the field makes sense beside what else is in the form. */
export function isAsked(kind: string, name: string, { security = "WPA" }: FormWords): boolean {
  if (kind !== "wifi") return true;
  if (ENTERPRISE.includes(name)) return security === "WPA2-EAP";
  return name !== "password" || security !== "nopass";
}

/** The names of the fields that are asked for at first sight. */
export function atFirst(fields: FieldTable): readonly string[] {
  const asked = Object.keys(fields).filter((name) => !fields[name]?.formal);
  return asked.slice(0, MOST_AT_FIRST);
}
