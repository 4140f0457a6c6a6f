import { open, stat } from "node:fs/promises";
import { QrError } from "../errors.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import type { RawOptions } from "../options/parse.ts";
import type { FieldTable, Given, PayloadKind } from "../payload/kind.ts";
import { failure, fileTrouble, usage } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** Resolves to the file at `path`; `-` is the input. Rejects with QrError if it has more than `limit` bytes. */
export async function readBytes(path: string, terminal: Terminal, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openInput(path, terminal)) {
    length += chunk.length;
    if (length > limit) throw usage(`${shownPath(path)} is larger than ${limit / 1024} KB: use a smaller one`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Yields the bytes of the file at `path`; `-` is the input. @throws {QrError} if it cannot be read. */
export async function* openInput(path: string, terminal: Terminal): AsyncGenerator<Uint8Array> {
  if (path === "-") {
    yield* terminal.input;
    return;
  }
  try {
    const file = await open(path);
    // The stream closes it.
    for await (const chunk of file.createReadStream()) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Returns the error for a file that cannot be read. */
export function unreadable(path: string, error: unknown): QrError {
  const message = `${shownPath(path)} cannot be read: ${fileTrouble(error)}`;
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? usage(message) : failure(message, error);
}

/** Maximum bytes of a text, more than any code holds. */
const MOST_TEXT = 64 * 1024;

/** Resolves to the text of the input without its last line break. Rejects with QrError if it is not UTF-8. */
async function readText(terminal: Terminal): Promise<string> {
  const bytes = await readBytes("-", terminal, MOST_TEXT);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch {
    throw usage("the input is not UTF-8: save it as UTF-8");
  }
}

/** Names `path` in a sentence. */
export function shownPath(path: string): string {
  return path === "-" ? "the input" : path || '""';
}

/** Separates the fields of `kind`, which it checks itself, from options. Fields win over options of the same name. */
export function splitWords(given: RawOptions, kind?: PayloadKind) {
  const isField = ([name]: [string, unknown]) => kind !== undefined && Object.hasOwn(kind.fields, name);
  const entries = Object.entries(given);
  return {
    fields: Object.fromEntries(entries.filter(isField)) as Given<FieldTable>,
    options: Object.fromEntries(entries.filter((entry) => !isField(entry))) as RawOptions,
  };
}

/** Resolves to the text to encode: the argument, the input for `-`, or what `kind` builds from `fields`, of which a secret
 *  can be `-`. Rejects with QrError if there is no text, or more than one. */
export async function textOf(
  texts: readonly string[],
  fields: Given<FieldTable>,
  kind: PayloadKind | undefined,
  terminal: Terminal,
): Promise<string> {
  const [text, another] = texts;
  if (kind) {
    if (text !== undefined) throw usage(`"${text}" has no flag: isoqr ${kind.name} --help shows those that there are`);
    const piped = Object.keys(fields).find((name) => kind.fields[name]?.secret && fields[name] === "-");
    const secret = piped === undefined ? {} : { [piped]: await readText(terminal) };
    return (kind as PayloadKind<FieldTable>).build({ ...fields, ...secret });
  }
  if (text === undefined) throw usage('there is no text: isoqr "https://example.com", or isoqr --help');
  if (another !== undefined) throw usage(`"${another}" is a text too many: put one text in quotes`);
  return text === "-" ? readText(terminal) : text;
}

/** Resolves to `words` with the logo's file read into `logoData`. Rejects with QrError if it is too large or unreadable. */
export async function withLogoFile(words: RawOptions, terminal: Terminal): Promise<RawOptions> {
  const { logo, ...others } = words;
  if (others.logoData !== undefined) return others;
  if (typeof logo !== "string" || /^https?:\/\//i.test(logo)) return words;
  // The input may be the text.
  const isUsable = logo !== "" && logo !== "-" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(logo);
  if (!isUsable) throw usage("--logo must be a file, or an http or https URL");
  const { size } = await stat(logo).catch((error: unknown) => {
    throw usage(`--logo ${logo} cannot be read: ${fileTrouble(error)}`);
  });
  if (size > MAX_LOGO_BYTES) {
    throw new QrError("LOGO_TOO_LARGE", 413, `--logo ${logo} is larger than 2 MB: make it smaller`);
  }
  const bytes = await readBytes(logo, terminal, MAX_LOGO_BYTES);
  return { ...others, logoData: Buffer.from(bytes).toString("base64") };
}
