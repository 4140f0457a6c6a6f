import { parseArgs } from "node:util";
import { nearest } from "../service/unknown-options.ts";
import { usage } from "./faults.ts";
import { type Flag, namesOf } from "./flags.ts";

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
