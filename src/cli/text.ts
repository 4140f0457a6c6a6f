import type { RawOptions } from "../options/parse.ts";
import type { FieldTable, Given } from "../payload/fields.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { usage } from "./faults.ts";
import { readText } from "./read-input.ts";
import type { Terminal } from "./terminal.ts";

/** The values of a kind's fields, and those of options. A name that both have is the field's. */
export interface SplitWords {
  readonly options: RawOptions;
  readonly fields: Given<FieldTable>;
}

/** Tells fields of `kind` from options. */
export function splitWords(given: RawOptions, kind?: PayloadKind): SplitWords {
  const isField = ([name]: [string, unknown]) => kind !== undefined && Object.hasOwn(kind.fields, name);
  const entries = Object.entries(given);
  return {
    // What they may be, the kind itself judges.
    fields: Object.fromEntries(entries.filter(isField)) as Given<FieldTable>,
    options: Object.fromEntries(entries.filter((entry) => !isField(entry))),
  };
}

/** The text to encode: the one that stands there, the input's for `-`, or what `kind` makes of `fields`; there, a secret that
 *  is `-` comes from the input.
 *  @throws {QrError} when there is none, or more than one. */
export async function textOf(
  texts: readonly string[],
  fields: SplitWords["fields"],
  kind: PayloadKind | undefined,
  terminal: Terminal,
): Promise<string> {
  const [text, another] = texts;
  if (kind) {
    if (text !== undefined) throw usage(`"${text}" has no flag: isoqr ${kind.name} --help shows those that there are`);
    return (kind as PayloadKind<FieldTable>).build(await withSecrets(kind, fields, terminal));
  }
  if (text === undefined) throw usage('there is no text: isoqr "https://example.com", or isoqr --help');
  if (another !== undefined) throw usage(`"${another}" is a text too many: put one text in quotes`);
  return text === "-" ? readText(terminal) : text;
}

async function withSecrets(
  kind: PayloadKind,
  fields: SplitWords["fields"],
  terminal: Terminal,
): Promise<SplitWords["fields"]> {
  const from = Object.keys(fields).find((name) => kind.fields[name]?.secret && fields[name] === "-");
  return from === undefined ? fields : { ...fields, [from]: await readText(terminal) };
}
