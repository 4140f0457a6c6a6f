import { rows } from "../src/options/table.ts";
import { kinds } from "../src/payload/payload.ts";
import { holdsSecret, kindOf } from "./reading.ts";
import { type FormValues, openLook, type State } from "./state.ts";

/** Maximum length of a fragment in characters. Longer ones are ignored. */
const MAX_LENGTH = 16_384;

/** Returns `state` as a fragment without secrets and files, or an empty string if the fragment would be too long. */
export function writeFragment({ kind, forms, look }: State): string {
  const query = new URLSearchParams({ kind });
  for (const [name, value] of Object.entries(publicValues(kind, forms[kind] ?? {}))) {
    query.set(`.${name}`, String(value));
  }
  for (const [name, row] of rows) {
    const value = name === "data" || row.postOnly ? undefined : look[name];
    if (value !== undefined && !holdsSecret(value)) query.set(name, value);
  }
  const fragment = `#${query}`;
  return fragment.length > MAX_LENGTH ? "" : fragment;
}

/** Returns the state in `fragment`, or undefined if the fragment is too long or has no known kind. */
export function readFragment(fragment: string): State | undefined {
  if (fragment.length > MAX_LENGTH) return undefined;
  const query = new URLSearchParams(fragment.replace(/^#/, ""));
  const kind = kinds.find(({ name }) => name === query.get("kind"));
  if (!kind) return undefined;
  const form: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = field.secret ? null : query.get(`.${name}`);
    if (value !== null) form[name] = field.kind === "flag" ? value === "true" : value;
  }
  const look: Record<string, string> = {};
  for (const [name, row] of rows) {
    const value = query.get(name);
    if (name !== "data" && !row.postOnly && value !== null) look[name] = value;
  }
  return { kind: kind.name, forms: { [kind.name]: form }, look: openLook(look) };
}

/** Returns the form values that may appear in a URL. */
function publicValues(kind: string, form: FormValues): FormValues {
  const { fields } = kindOf(kind);
  const shareable = Object.entries(form).filter(([name, value]) => {
    if (value === "" || value === false || !fields[name] || fields[name].secret) return false;
    return typeof value !== "string" || !holdsSecret(value);
  });
  return Object.fromEntries(shareable);
}
