import { rows, table } from "../src/options/table.ts";
import { detect, kinds } from "../src/payload/payload.ts";
import { kindOf } from "./reading.ts";
import type { FormWords, State } from "./state.ts";

/** Characters a fragment may have; longer ones are not read. */
const LONGEST = 16_384;

/** `state` as a fragment that reads back as it, but for what is secret and for files; empty where nothing is left. */
export function writeFragment({ kind, forms, look }: State): string {
  const words = new URLSearchParams({ kind });
  for (const [name, value] of Object.entries(publicWords(kind, forms[kind] ?? {})))
    words.set(`.${name}`, String(value));
  for (const [name, row] of rows) {
    const word = name === "data" || row.postOnly ? undefined : look[name];
    if (word !== undefined && !holdsSecret(word)) words.set(name, word);
  }
  const fragment = `#${words}`;
  return fragment.length > LONGEST ? "" : fragment;
}

/** The state that a fragment tells; undefined where it tells none. */
export function readFragment(fragment: string): State | undefined {
  if (fragment.length > LONGEST) return undefined;
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const kind = kinds.find(({ name }) => name === words.get("kind"));
  if (!kind) return undefined;
  const form: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    const word = field.secret ? null : words.get(`.${name}`);
    if (word !== null) form[name] = field.kind === "flag" ? word === "true" : word;
  }
  const look: Record<string, string> = {};
  for (const [name, row] of rows) {
    const word = words.get(name);
    if (name !== "data" && !row.postOnly && word !== null && Object.hasOwn(table, name)) look[name] = word;
  }
  return { kind: kind.name, forms: { [kind.name]: form }, look };
}

/** What of a form may stand in an address. */
function publicWords(kind: string, form: FormWords): FormWords {
  const { fields } = kindOf(kind);
  const open = Object.entries(form).filter(([name, value]) => {
    if (value === "" || value === false || !fields[name] || fields[name].secret) return false;
    return typeof value !== "string" || !holdsSecret(value);
  });
  return Object.fromEntries(open);
}

/** Whether a word is a text of a kind that has secrets, pasted wherever it was, or an address with a password. */
export function holdsSecret(word: string): boolean {
  const names = /\b(?:WIFI|otpauth(?:-migration)?):/i;
  const beforeQuery = word.split(/[?#]/, 1)[0] ?? "";
  return detect(word).secret || names.test(word) || /:\/\/[^/@:]*:[^/@]*@/.test(beforeQuery);
}
