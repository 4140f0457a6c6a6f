import { text } from "./languages/language.ts";
import { QrError } from "./product/messages.ts";
import { parseOptions, type QrOptions, type RawOptions } from "./product/options.ts";
import { detect, kinds, type Payload, type PayloadKind, plainText, understand } from "./product/payload.ts";
import { downloadLook, type FormValues, type State } from "./state.ts";

/** The values that are derived from a state. */
export interface Reading {
  /** The text to encode, or undefined while the form is incomplete or invalid. */
  readonly data: string | undefined;
  /** How phones interpret the text. */
  readonly payload: Payload | undefined;
  /** The first error of the form, with its field. */
  readonly error: QrError | undefined;
  /** Whether the error only means that a required field is still empty. */
  readonly isIncomplete: boolean;
  /** The request that a program would send, with only the options that were set. */
  readonly rawOptions: RawOptions;
  /** All options, with defaults in place of invalid values. */
  readonly options: QrOptions;
  /** Validation errors in the options. */
  readonly issues: readonly QrError[];
}

/** Returns the kind of payload called `name`, or plain text if there is no such kind. */
export function kindOf(name: string): PayloadKind {
  return kinds.find((kind) => kind.name === name) ?? plainText;
}

export function readState({ kind, forms, look }: State): Reading {
  const form = visibleValues(kind, forms[kind] ?? {});
  const built = attempt(() => kindOf(kind).build(understoodValues(kind, form)));
  const [data, error] = built instanceof QrError ? [undefined, built] : [built, undefined];
  const rawOptions = { ...(data !== undefined && { data }), ...look };
  const { options, issues } = parseOptions(rawOptions);
  return {
    data,
    payload: data === undefined ? undefined : detect(data),
    error,
    isIncomplete: error !== undefined && isBlank(form[error.field ?? ""]),
    rawOptions,
    options,
    issues: data === undefined ? issues.filter(({ field }) => field !== "data") : issues,
  };
}

/** Returns the values of the PNG to download, which is larger than the default of the API. */
export const readDownload = (state: State): Reading => readState({ ...state, look: downloadLook(state.look) });

/** Returns the message to show while there is no text to encode. */
export function nextStep({ isIncomplete }: Reading): string {
  return isIncomplete ? text("fillInFirst") : text("fixFieldFirst");
}

/** Returns the result of `work`, or the QrError that it throws. */
export function attempt<Value>(work: () => Value): Value | QrError {
  try {
    return work();
  } catch (error) {
    if (error instanceof QrError) return error;
    throw error;
  }
}

/** Names of fields that exist only for enterprise networks. */
const ENTERPRISE_FIELDS = ["method", "phase2", "identity", "anonymous"];

export function visibleValues(kind: string, form: FormValues): FormValues {
  return Object.fromEntries(Object.entries(form).filter(([name]) => isVisible(kind, name, form)));
}

/** Returns the interpretation of the values, which users may write in another notation. */
export function understoodValues(kind: string, form: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === "string" ? understand(kind, name, value).value : value,
    ]),
  );
}

/** Returns whether `value` counts as empty. */
export function isBlank(value: string | boolean | undefined): boolean {
  return value === undefined || value === "" || value === false;
}

/** Returns whether the form shows the field `name`, which depends on its other values. */
export function isVisible(kind: string, name: string, { security = "WPA" }: FormValues): boolean {
  if (kind !== "wifi") return true;
  if (ENTERPRISE_FIELDS.includes(name)) return security === "WPA2-EAP";
  return name !== "password" || security !== "nopass";
}

/** Returns whether the field `name` is required, which may depend on the other values. */
export function isRequired(kind: string, name: string, { security = "WPA" }: FormValues): boolean {
  if (kind === "wifi" && name === "password") return security !== "nopass" && security !== "WPA2-EAP";
  return kindOf(kind).fields[name]?.required === true;
}

/** Returns whether `content` contains a secret: a payload with a secret, even in the middle, or a URL with a
 *  password. */
export function holdsSecret(content: string): boolean {
  const names = /\b(?:WIFI|otpauth(?:-migration)?):/i;
  const beforeQuery = content.split(/[?#]/, 1)[0] ?? "";
  return detect(content).secret || names.test(content) || /:\/\/[^/@:]*:[^/@]*@/.test(beforeQuery);
}

/** Maximum length of an excerpt in characters. */
const MAX_EXCERPT = 60;

/** Number of characters that are searched for a secret. This is more than an excerpt shows, because a secret may extend
 *  beyond it. */
const MAX_SEARCHED = 10_000;

/** Returns the beginning of `content` for a list that other people may see. Replaces content that contains a secret. */
export function excerptOf(content: string): string {
  if (holdsSecret(content.slice(0, MAX_SEARCHED))) return text("containsSecret");
  const characters = [...content.slice(0, 2 * MAX_EXCERPT + 2)];
  return characters.slice(0, MAX_EXCERPT).join("") + (characters.length > MAX_EXCERPT ? "…" : "");
}
