import { QrError } from "../src/errors.ts";
import { parseOptions, type RawOptions } from "../src/options/parse.ts";
import type { QrOptions } from "../src/options/table.ts";
import { detect, kinds, type Payload, type PayloadKind, plainText } from "../src/payload/payload.ts";
import { isBlank, wordsInSight } from "./content/fields.ts";
import type { FormWords, State } from "./state.ts";

/** What a state comes to. */
export interface Reading {
  /** The text to encode; undefined where the form is not filled in rightly. */
  readonly data: string | undefined;
  /** What phones take the text for. */
  readonly payload: Payload | undefined;
  /** What is wrong with the form, and in which field. */
  readonly fault: QrError | undefined;
  /** Whether the fault is that something is still to be given: nothing that was typed is wrong. */
  readonly lacks: boolean;
  /** The request as a program would send it: what was set and nothing else. */
  readonly words: RawOptions;
  /** The options complete, with defaults in place of what is wrong. */
  readonly options: QrOptions;
  /** What is wrong with the options. */
  readonly issues: readonly QrError[];
}

/** The kind of payload of this name. */
export function kindOf(name: string): PayloadKind {
  return kinds.find((kind) => kind.name === name) ?? plainText;
}

export function readState({ kind, forms, look }: State): Reading {
  const form = wordsInSight(kind, forms[kind] ?? {});
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

/** What to do before anything can be done with the text, where there is none. */
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
