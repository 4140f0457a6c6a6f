import { rows, table } from "../src/options/table.ts";
import { kinds } from "../src/payload/payload.ts";
import { holdsSecret, kindOf } from "./reading.ts";
import type { FormWords, State } from "./state.ts";

/** Maximum characters of a fragment; longer ones are ignored. */
const MAX_LENGTH = 16_384;

/** Returns `state` as a fragment, without secrets and files; an empty string if the fragment would be too long. */
export function writeFragment({ kind, forms, look }: State): string {
  const words = new URLSearchParams({ kind });
  for (const [name, value] of Object.entries(publicWords(kind, forms[kind] ?? {})))
    words.set(`.${name}`, String(value));
  for (const [name, row] of rows) {
    const word = name === "data" || row.postOnly ? undefined : look[name];
    if (word !== undefined && !holdsSecret(word)) words.set(name, word);
  }
  const fragment = `#${words}`;
  return fragment.length > MAX_LENGTH ? "" : fragment;
}

/** Returns the state in `fragment`; undefined if there is none. */
export function readFragment(fragment: string): State | undefined {
  if (fragment.length > MAX_LENGTH) return undefined;
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

/** Returns the words of a form that may appear in a URL. */
function publicWords(kind: string, form: FormWords): FormWords {
  const { fields } = kindOf(kind);
  const open = Object.entries(form).filter(([name, value]) => {
    if (value === "" || value === false || !fields[name] || fields[name].secret) return false;
    return typeof value !== "string" || !holdsSecret(value);
  });
  return Object.fromEntries(open);
}
