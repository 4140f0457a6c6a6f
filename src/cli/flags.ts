import { parseArgs } from "node:util";
import { optionDocs } from "../options/schema.ts";
import { type Row, rows } from "../options/table.ts";
import type { Field, PayloadKind } from "../payload/kind.ts";
import { nearest } from "../service/unknown-options.ts";
import { kebab, usage } from "./errors.ts";

/** One flag of a command. */
export interface Flag {
  /** The option, field or setting it gives a value to. */
  readonly key: string;
  /** The value as help shows it; a flag without one is a switch. */
  readonly value?: string;
  readonly short?: string;
  /** One line for help. */
  readonly about: string;
  /** The value when the flag is left out, as help shows it. */
  readonly default?: string;
  /** A value to name in a sentence. */
  readonly example?: string;
}

/** What is said otherwise here than where options come over a network. */
const otherwise: Readonly<Record<string, Partial<Flag>>> = {
  format: { about: "Kind of picture; otherwise the ending of the file says it." },
  size: { short: "s" },
  logo: { value: "FILE", about: "Picture file, or its public address; at most 2 MB, drawn at the centre." },
};

/** The table of options as flags; the text itself is no flag. */
export const optionFlags: readonly Flag[] = rows
  .filter(([name]) => name !== "data")
  .map(([name, row]) => ({
    key: name,
    about: optionDocs[name],
    ...(row.kind !== "flag" && { value: shapeOf(row) }),
    ...("default" in row && row.kind !== "flag" && { default: String(row.default) }),
    ...otherwise[name],
  }));

/** The fields of a kind of text as flags. */
export function fieldFlags({ fields }: PayloadKind): readonly Flag[] {
  return Object.entries<Field>(fields).map(([name, field]) => ({
    key: name,
    about: `${field.label}.${field.required ? " Required." : ""}${field.secret ? " - reads it from the input." : ""}`,
    ...(field.kind !== "flag" && { value: field.kind === "choice" ? field.of.join("|") : "TEXT" }),
    ...(field.kind === "choice" && { default: field.default }),
  }));
}

export const outputFlags: readonly Flag[] = [
  { key: "output", short: "o", value: "FILE", about: "Where to; - is the standard output.", example: "qr.png" },
  { key: "force", short: "f", about: "Replace what is there already." },
];

export const batchFlags: readonly Flag[] = [
  { key: "output", short: "o", value: "FOLDER", about: "Where to; made if it is not there.", example: "codes" },
  { key: "kind", value: "KIND", about: "Kind of text that the columns are fields of, such as wifi.", example: "wifi" },
  { key: "force", short: "f", about: "Draw everything anew, and replace what is there." },
];

export const jsonFlag: Flag = { key: "json", about: "Answer in JSON, for programs." };

export const helpFlag: Flag = { key: "help", short: "h", about: "Show this." };

/** The flag's names, the preferred one first. */
export function namesOf({ key }: Flag): readonly string[] {
  const name = kebab(key);
  return name === key ? [name] : [name, key];
}

function shapeOf(row: Row): string {
  switch (row.kind) {
    case "integer":
    case "number":
      return `${row.min}..${row.max}`;
    case "choice":
      return row.of.join("|");
    case "color":
      return "RRGGBB";
    case "url":
      return "ADDRESS";
    case "base64":
      return "BASE64";
    default:
      return "TEXT";
  }
}

/** What a command was told. */
export interface Words {
  /** What stands there without a flag, in order. */
  readonly texts: readonly string[];
  /** Values of flags by their keys; of a flag given twice the last one counts. */
  readonly given: Readonly<Record<string, string | boolean>>;
}

/** Reads `words` by `flags`. Node's own parser tells flags, values and texts apart; what is wrong is said here.
 *  @throws {QrError} INVALID_OPTION for an unknown flag, a missing value or one too many. */
export function readWords(words: readonly string[], flags: readonly Flag[]): Words {
  const known = new Map<string, Flag>();
  const negations = new Set<string>();
  for (const flag of flags) {
    for (const name of namesOf(flag)) {
      // The first who has a name keeps it: a kind's fields come before the options.
      if (known.has(name)) continue;
      known.set(name, flag);
      if (flag.value === undefined) negations.add(`no-${name}`);
    }
  }
  const options = Object.fromEntries([
    ...[...known].map(([name, { value, short }]) => {
      const type: "string" | "boolean" = value === undefined ? "boolean" : "string";
      return [name, { type, ...(short && namesOf(known.get(name) as Flag)[0] === name && { short }) }] as const;
    }),
    ...[...negations].map((name) => [name, { type: "boolean" as const }] as const),
  ]);
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const texts: string[] = [];
  const given: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind === "positional") texts.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const flag = known.get(name);
    if (flag) given[flag.key] = flag.value === undefined ? switched(rawName, value) : valued(token, flag);
    else if (negations.has(name) && value === undefined) given[known.get(name.slice(3))?.key ?? name] = false;
    else throw unknown(rawName, [...known.keys()]);
  }
  return { texts, given };
}

/** Whether a flag that has no value is on. */
function switched(rawName: string, value: string | undefined): boolean {
  if (value === undefined || value === "true") return true;
  if (value === "false") return false;
  throw usage(`${rawName} must be true or false, or stand alone`);
}

interface Given {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** The value of a flag that has one; another flag is none. */
function valued({ rawName, value, inlineValue }: Given, flag: Flag): string {
  if (value !== undefined && (inlineValue || !/^--./.test(value))) return value;
  const example = flag.example ?? flag.default ?? flag.value;
  throw usage(`${rawName} needs a value, such as ${rawName} ${example}`);
}

function unknown(rawName: string, names: readonly string[]) {
  const meant = nearest(rawName.replace(/^-+/, ""), names);
  const advice = meant ? `did you mean --${meant}?` : "isoqr --help shows those that there are";
  return usage(`there is no flag ${rawName}: ${advice}`);
}
