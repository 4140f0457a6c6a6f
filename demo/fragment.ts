import { rows } from "./product/options.ts";
import { kinds } from "./product/payload.ts";
import { holdsSecret, kindOf } from "./reading.ts";
import { createUpload, type FormValues, openLook, type State } from "./state.ts";

/** Maximum length of a fragment in characters. Longer ones are ignored. */
const MAX_LENGTH = 16_384;

/** Matches the ids of uploaded logos. */
const UPLOAD = /^\d{1,10}-\d{1,10}$/;

/** Returns `state` as a fragment without secrets and files, or "" if it would be too long. It names an uploaded logo, which
 *  stays in the storage of this browser, but does not contain it. */
export function writeFragment({ kind, forms, look, upload }: State): string {
  const query = new URLSearchParams({ kind });
  for (const [name, value] of Object.entries(publicValues(kind, forms[kind] ?? {}))) {
    query.set(`.${name}`, String(value));
  }
  for (const [name, row] of rows) {
    const value = name === "data" || row.postOnly ? undefined : look[name];
    if (value !== undefined && !holdsSecret(value)) query.set(name, value);
  }
  if (upload) query.set("upload", upload.id);
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
  const opened = openLook(look);
  const id = query.get("upload") ?? "";
  const isNamed = UPLOAD.test(id) && opened.logo === undefined;
  const upload = opened.logoData !== undefined ? createUpload() : isNamed ? { id } : undefined;
  return { kind: kind.name, forms: { [kind.name]: form }, look: opened, upload };
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
