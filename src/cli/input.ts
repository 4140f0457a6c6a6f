import { open, stat } from "node:fs/promises";
import { QrError } from "../errors.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import type { RawOptions } from "../options/parse.ts";
import type { FieldTable, Given, PayloadKind } from "../payload/kind.ts";
import { failure, fileTrouble, usage } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** The bytes of the file at `path`, at most `limit` of them; `-` is the input.
 *  @throws {QrError} with a sentence that names `path`. */
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

/** The bytes of the file at `path`, as they are read; `-` is the input. @throws {QrError} when it cannot be read. */
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

/** Why the file at `path` is not read. */
export function unreadable(path: string, error: unknown): QrError {
  const sentence = `${shownPath(path)} cannot be read: ${fileTrouble(error)}`;
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? usage(sentence) : failure(sentence, error);
}

/** Room for the longest text a code can hold; what is longer is refused by the code itself. */
const MOST_TEXT = 64 * 1024;

/** The text that comes from the input, without the line break that most programs put at its end.
 *  @throws {QrError} when it is no UTF-8. */
export async function readText(terminal: Terminal): Promise<string> {
  const bytes = await readBytes("-", terminal, MOST_TEXT);
  return decodeUtf8(bytes, "the input").replace(/\r?\n$/, "");
}

/** `bytes` as text. @throws {QrError} when they are no UTF-8. */
function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${what} is not UTF-8: save it as UTF-8`);
  }
}

/** `path` as a sentence names it. */
export function shownPath(path: string): string {
  return path === "-" ? "the input" : path || '""';
}

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

/** `words` with a logo that names a file in place of an address as what is in that file; one that is given itself wins.
 *  @throws {QrError} when the file cannot be read, or is too large for a logo. */
export async function withLogoFile(words: RawOptions, terminal: Terminal): Promise<RawOptions> {
  const { logo, ...others } = words;
  if (others.logoData !== undefined) return others;
  if (typeof logo !== "string" || /^https?:\/\//i.test(logo)) return words;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(logo)) throw usage("--logo must be a file, or an http or https address");
  // The input may be the text's.
  if (logo === "" || logo === "-") throw usage("--logo must be a file, or an http or https address");
  const { size } = await stat(logo).catch((error: unknown) => {
    throw usage(`--logo ${logo} cannot be read: ${fileTrouble(error)}`);
  });
  if (size > MAX_LOGO_BYTES) {
    throw new QrError("LOGO_TOO_LARGE", 413, `--logo ${logo} is larger than 2 MB: make it smaller`);
  }
  const bytes = await readBytes(logo, terminal, MAX_LOGO_BYTES);
  return { ...others, logoData: Buffer.from(bytes).toString("base64") };
}
