import { parseArgs } from "node:util";
import { pictureDocs } from "../options/picture-docs.ts";
import { pictureTable } from "../options/picture-table.ts";
import { logoLimits, optionDocs } from "../options/schema.ts";
import { searchDocs } from "../options/search-docs.ts";
import { searchTable } from "../options/search-table.ts";
import { sheetDocs } from "../options/sheet-docs.ts";
import { sheetTable } from "../options/sheet-table.ts";
import { freeTable, type OptionName, type Row } from "../options/table.ts";
import { meantBy } from "../options/unknown-names.ts";
import type { Field, PayloadKind } from "../payload/kind.ts";
import { kebab, usage } from "./errors.ts";

export interface Flag {
  /** The name of the option, field or setting that the flag sets. */
  readonly key: string;
  /** The placeholder for the flag's value; undefined for a switch. */
  readonly value?: string;
  /** The values that the flag can have, if there are few. */
  readonly of?: readonly string[];
  readonly short?: string;
  readonly about: string;
  readonly default?: string;
  /** An example value, which error messages show. */
  readonly example?: string;
}

/** Flags that differ from the options of the HTTP API. */
const overrides: Readonly<Record<string, Partial<Flag>>> = {
  format: {
    about: "Output format. Defaults to the format that the file extension names, or to png.",
    default: "",
    example: "png",
  },
  size: { short: "s" },
  design: { value: "FILE", about: "JSON file with look options. Other flags override its values." },
  logo: { value: "FILE", about: `Image file or public URL. ${logoLimits}` },
};

const PLACEHOLDERS: Readonly<Partial<Record<Row["kind"], string>>> = {
  color: "COLOUR",
  url: "URL",
  base64: "BASE64",
  length: "LENGTH",
};

/** Returns the flag of an option. `about` describes it. */
function flagOf(name: string, row: Row, about: string): Flag {
  return {
    key: name,
    about: isLong(row) ? `${about} One of ${shapeOf(row).replaceAll("|", ", ")}.` : about,
    ...(row.kind !== "flag" && { value: isLong(row) ? "NAME" : shapeOf(row) }),
    ...(row.kind === "choice" && { of: row.of }),
    ...("default" in row && row.default !== undefined && row.kind !== "flag" && { default: String(row.default) }),
  };
}

/** All options except the text as flags. */
export const optionFlags: readonly Flag[] = (Object.entries(freeTable) as [OptionName, Row][])
  .filter(([name]) => name !== "data")
  .map(([name, row]) => ({ ...flagOf(name, row, optionDocs[name]), ...overrides[name] }));

/** The options of picture codes as flags. */
export const pictureFlags: readonly Flag[] = (Object.entries(pictureTable) as [keyof typeof pictureTable, Row][]).map(
  ([name, row]) => flagOf(name, row, pictureDocs[name]),
);

/** The settings of a search as flags. */
export const searchFlags: readonly Flag[] = (Object.entries(searchTable) as [keyof typeof searchTable, Row][]).map(
  ([name, row]) => ({ ...flagOf(name, row, searchDocs[name]), ...(name === "allow" && { value: "PARTS" }) }),
);

/** The names of settings of sheets whose flags have other names, because --columns is about the list. */
export const SHEET_NAMES: Readonly<Record<string, string>> = { columns: "across", rows: "down" };

/** The settings of a sheet of labels as flags. */
export const sheetFlags: readonly Flag[] = (Object.entries(sheetTable) as [keyof typeof sheetTable, Row][])
  .filter(([name]) => name !== "format")
  .map(([name, row]) => ({
    ...flagOf(SHEET_NAMES[name] ?? name, row, sheetDocs[name]),
    ...(name === "template" && { value: "NAME", example: "avery-l7160" }),
  }));

/** Returns the settings of a sheet in the values of flags. */
export function sheetSettingsOf(given: Words["given"]): Record<string, unknown> {
  const names = Object.keys(sheetTable).filter((name) => name !== "format");
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[SHEET_NAMES[name] ?? name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function fieldFlags({ fields }: PayloadKind): readonly Flag[] {
  return Object.entries<Field>(fields).map(([name, field]) => ({
    key: name,
    about: `${field.label}.${field.required ? " Required." : ""}${field.secret ? " Use - to read it from standard input." : ""}`,
    ...(field.kind !== "flag" && { value: field.kind === "choice" ? field.of.join("|") : "TEXT" }),
    ...(field.kind === "choice" && { default: field.default, of: field.of }),
  }));
}

export const outputFlags: readonly Flag[] = [
  { key: "output", short: "o", value: "FILE", about: "Output file, or - for standard output.", example: "qr.png" },
  { key: "force", short: "f", about: "Replace an existing file." },
];

export const fileFlag: Flag = {
  key: "file",
  value: "FILE",
  about: "File whose bytes to encode, or - for standard input, instead of a text.",
  example: "data.bin",
};

export const batchFlags: readonly Flag[] = [
  {
    key: "output",
    short: "o",
    value: "FOLDER",
    about: "Output folder; created if it does not exist.",
    example: "codes",
  },
  { key: "kind", value: "KIND", about: "Kind of content, such as wifi. Its fields are the columns.", example: "wifi" },
  {
    key: "columns",
    value: "FIELD=COLUMN,...",
    about: "Columns by heading or number. FIELD is data, file, an option, or a field of the kind.",
    example: "data=Link,file=Name",
  },
  {
    key: "encoding",
    value: "NAME",
    about: "Encoding of a CSV file, if the detected one is wrong.",
    example: "shift_jis",
  },
  { key: "delimiter", value: "CHARACTER", about: "Delimiter of a CSV file: , ; | tab, or none.", example: ";" },
  { key: "header", about: "Whether the list has headings, if not detected correctly: --no-header." },
  {
    key: "sheet",
    value: "NAME",
    about: "Sheet of an .xlsx file, by name or number. Default: the first suitable one.",
    example: "2",
  },
  {
    key: "report",
    value: "FILE",
    about: "CSV file for a report on each failed row, its problem and the fix.",
    example: "failed.csv",
  },
  { key: "force", short: "f", about: "Draw all images again and replace existing files." },
];

export const jsonFlag: Flag = { key: "json", about: "Print JSON." };

/** The flags of `isoqr sheet`, besides those of the design. Those about the list are as in `isoqr batch`. */
export const sheetCommandFlags: readonly Flag[] = [
  { key: "output", short: "o", value: "FILE", about: "The PDF.", example: "labels.pdf" },
  ...sheetFlags,
  { key: "templates", about: "List the templates." },
  ...batchFlags.filter(({ key }) => key !== "output" && key !== "report"),
  jsonFlag,
];

export const helpFlag: Flag = { key: "help", short: "h", about: "Show this help." };

/** Returns the names of the flag, starting with the one in kebab case. */
export function namesOf({ key }: Flag): readonly string[] {
  const name = kebab(key);
  return name === key ? [name] : [name, key];
}

function shapeOf(row: Row): string {
  if (row.kind === "integer" || row.kind === "number") return `${row.min}..${row.max}`;
  return row.kind === "choice" ? row.of.join("|") : (PLACEHOLDERS[row.kind] ?? "TEXT");
}

/** Returns whether the values of an option do not fit on the flag's line in the help. */
function isLong(row: Row): boolean {
  return shapeOf(row).length > 80;
}

export interface Words {
  readonly texts: readonly string[];
  /** Values of flags by key. If a flag is repeated, the last value wins. */
  readonly given: Readonly<Record<string, string | boolean>>;
}

/** Parses arguments. @throws {QrError} INVALID_OPTION for an unknown flag, or a missing or unexpected value. */
export function readWords(words: readonly string[], flags: readonly Flag[]): Words {
  const known = new Map<string, Flag>();
  const negations = new Set<string>();
  for (const flag of flags) {
    for (const name of namesOf(flag)) {
      // If several flags have the same name, the first one wins: the fields of a kind come before the options.
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
    const { name, rawName, value, inlineValue } = token;
    const flag = known.get(name);
    if (flag?.value) given[flag.key] = readValue(rawName, value, inlineValue, flag);
    else if (flag) given[flag.key] = readSwitch(rawName, value);
    else if (negations.has(name) && value === undefined) given[known.get(name.slice(3))?.key ?? name] = false;
    else throw unknownFlag(rawName, [...known.keys()]);
  }
  return { texts, given };
}

function readSwitch(rawName: string, value: string | undefined): boolean {
  if (value === undefined || value === "true") return true;
  if (value === "false") return false;
  throw usage(`${rawName} must be true or false, or have no value`);
}

/** Returns the value of a flag, which may be the next argument, unless that starts with --. */
function readValue(rawName: string, value: string | undefined, inline: boolean | undefined, flag: Flag): string {
  if (value !== undefined && (inline || !/^--./.test(value))) return value;
  const example = flag.example ?? flag.default ?? flag.value;
  throw usage(`${rawName} needs a value, such as ${rawName} ${example}`);
}

function unknownFlag(rawName: string, names: readonly string[]) {
  const meant = meantBy(rawName.replace(/^-+/, ""), names);
  const advice = meant ? `did you mean --${meant}?` : "see isoqr --help";
  return usage(`unknown flag ${rawName}: ${advice}`);
}
