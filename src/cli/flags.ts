import { optionDocs } from "../options/schema.ts";
import { type Row, rows } from "../options/table.ts";
import type { Field } from "../payload/fields.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { kebab } from "./faults.ts";

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
