import { QrError } from "../src/errors.ts";
import { parseOptions, type RawOptions } from "../src/options/parse.ts";
import type { QrOptions } from "../src/options/table.ts";
import { detect, kinds, type Payload, type PayloadKind, plainText } from "../src/payload/payload.ts";
import type { FormWords, State } from "./state.ts";

/** What a state evaluates to. */
export interface Reading {
  /** The text to encode; undefined while the form is incomplete or invalid. */
  readonly data: string | undefined;
  /** How phones interpret the text. */
  readonly payload: Payload | undefined;
  /** The error of the form, with its field. */
  readonly fault: QrError | undefined;
  /** Whether the fault is only a required field that is still empty. */
  readonly lacks: boolean;
  /** The request as a program would send it: only what was set. */
  readonly words: RawOptions;
  /** All options, with defaults in place of invalid values. */
  readonly options: QrOptions;
  /** The errors of the options. */
  readonly issues: readonly QrError[];
}

/** Returns the kind of payload called `name`, or plain text. */
export function kindOf(name: string): PayloadKind {
  return kinds.find((kind) => kind.name === name) ?? plainText;
}

export function readState({ kind, forms, look }: State): Reading {
  const form = shownWords(kind, forms[kind] ?? {});
  const { data, fault } = build(kindOf(kind), form);
  const words = { ...(data !== undefined && { data }), ...look };
  const { options, issues } = parseOptions(words);
  return {
    data,
    payload: data === undefined ? undefined : detect(data),
    fault,
    lacks: fault !== undefined && isBlank(form[fault.field ?? ""]),
    words,
    options,
    issues: data === undefined ? issues.filter(({ field }) => field !== "data") : issues,
  };
}

/** Returns what to tell people to do when there is no text yet. */
export function whatToDoFirst({ lacks }: Reading): string {
  return lacks ? "Fill in the form first" : "The form has a mistake: mend it first";
}

function build(kind: PayloadKind, form: FormWords): { data?: string; fault?: QrError } {
  try {
    return { data: kind.build(form) };
  } catch (fault) {
    if (fault instanceof QrError) return { fault };
    throw fault;
  }
}

/** Fields of enterprise networks only. */
const ENTERPRISE = ["method", "phase2", "identity", "anonymous"];

/** Returns the words of the fields that are shown; those of hidden fields are left out. */
export function shownWords(kind: string, form: FormWords): FormWords {
  return Object.fromEntries(Object.entries(form).filter(([name]) => isShown(kind, name, form)));
}

/** Whether a field with this word counts as empty. */
export function isBlank(word: string | boolean | undefined): boolean {
  return word === undefined || word === "" || word === false;
}

/** Whether the field applies, given the rest of the form. */
export function isShown(kind: string, name: string, { security = "WPA" }: FormWords): boolean {
  if (kind !== "wifi") return true;
  if (ENTERPRISE.includes(name)) return security === "WPA2-EAP";
  return name !== "password" || security !== "nopass";
}

/** Whether `word` is a payload of a kind with secrets, pasted into any field, or a URL with a password. */
export function holdsSecret(word: string): boolean {
  const names = /\b(?:WIFI|otpauth(?:-migration)?):/i;
  const beforeQuery = word.split(/[?#]/, 1)[0] ?? "";
  return detect(word).secret || names.test(word) || /:\/\/[^/@:]*:[^/@]*@/.test(beforeQuery);
}

/** Characters of an excerpt. */
const MAX_EXCERPT = 60;

/** Characters that are searched for a secret: the displayed ones may be the beginning of one. */
const MAX_SEARCHED = 10_000;

/** Returns the beginning of `text` for a list that bystanders may see, without secrets. */
export function excerptOf(text: string): string {
  if (holdsSecret(text.slice(0, MAX_SEARCHED))) return "not shown: it holds a secret";
  const characters = [...text.slice(0, 2 * MAX_EXCERPT + 2)];
  return characters.slice(0, MAX_EXCERPT).join("") + (characters.length > MAX_EXCERPT ? "…" : "");
}
