import { open, stat } from "node:fs/promises";
import { QrError } from "../errors.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import { verbatim } from "../messages/message.ts";
import { MAX_DESIGN_TEXT, readDesign } from "../options/design-text.ts";
import type { RawOptions } from "../options/parse.ts";
import type { FieldTable, Given, PayloadKind } from "../payload/kind.ts";
import { typoInDesign } from "../report/unknown-options.ts";
import { failure, fileErrorReason, usage } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** Resolves to the content of the file at `path`, or of standard input for `-`.
 *  @throws {QrError} if it cannot be read or has more than `limit` bytes. */
export async function readBytes(path: string, terminal: Terminal, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openInput(path, terminal)) {
    length += chunk.length;
    if (length > limit) throw usage(`${shownPath(path)} must be at most ${limit / 1024} KB: make it smaller`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Yields the content of the file at `path`, or of standard input for `-`. @throws {QrError} if it cannot be read. */
export async function* openInput(path: string, terminal: Terminal): AsyncGenerator<Uint8Array> {
  if (path === "-") {
    yield* terminal.input;
    return;
  }
  try {
    const file = await open(path);
    // Reading the whole stream also closes the file.
    for await (const chunk of file.createReadStream()) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(path, error);
  }
}

export function unreadable(path: string, error: unknown): QrError {
  const message = `reading ${shownPath(path)} failed: ${fileErrorReason(error)}`;
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? usage(message) : failure(message, error);
}

/** Maximum size in bytes of text from standard input: more than any QR code can hold. */
const MAX_TEXT = 64 * 1024;

/** Resolves to the text on standard input without its last line break. @throws {QrError} if it is too long or not
 *  UTF-8. */
async function readText(terminal: Terminal): Promise<string> {
  const bytes = await readBytes("-", terminal, MAX_TEXT);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch {
    throw usage("the input must be UTF-8: convert it");
  }
}

export function shownPath(path: string): string {
  return path === "-" ? "the input" : path || '""';
}

/** Separates the fields of `kind` from options. A name that both have is a field. */
export function splitWords(given: RawOptions, kind?: PayloadKind) {
  const isField = ([name]: [string, unknown]) => kind !== undefined && Object.hasOwn(kind.fields, name);
  const entries = Object.entries(given);
  return {
    fields: Object.fromEntries(entries.filter(isField)) as Given<FieldTable>,
    options: Object.fromEntries(entries.filter((entry) => !isField(entry))) as RawOptions,
  };
}

interface ContentWords {
  readonly texts: readonly string[];
  readonly file: string | boolean | undefined;
  readonly options: RawOptions;
  readonly fields: Given<FieldTable>;
  readonly kind?: PayloadKind | undefined;
}

/** Resolves to the option with the content: the text, or the bytes of a file. With neither, the content may be in
 *  `dataBase64`.
 *  @throws {QrError} like `textOf`, and if both are given. */
export async function contentOf(
  { texts, file, options, fields, kind }: ContentWords,
  terminal: Terminal,
): Promise<RawOptions> {
  const [text] = texts;
  const isEncoded = options.dataBase64 !== undefined;
  if (typeof file !== "string") {
    return isEncoded && text === undefined && !kind ? {} : { data: await textOf(texts, fields, kind, terminal) };
  }
  if (text !== undefined) throw usage(`unexpected argument "${text}": --file replaces the text`);
  if (isEncoded) throw usage("--file cannot be combined with --data-base64: remove one of them");
  const bytes = await readBytes(file, terminal, MAX_TEXT);
  if (bytes.length === 0) throw usage(`${shownPath(file)} must not be empty`);
  return { dataBase64: Buffer.from(bytes).toString("base64") };
}

/** Resolves to the text to encode: the argument, or the payload of `kind`. If the argument or a secret field of the
 *  payload is `-`, or if text is piped and there is no argument, it is read from standard input.
 *  @throws {QrError} if there is no text, or an unexpected argument. */
async function textOf(
  texts: readonly string[],
  fields: Given<FieldTable>,
  kind: PayloadKind | undefined,
  terminal: Terminal,
): Promise<string> {
  const [text, another] = texts;
  if (kind) {
    if (text !== undefined)
      throw usage(`unexpected argument "${text}": use the flags that isoqr ${kind.name} --help lists`);
    const piped = Object.keys(fields).find((name) => kind.fields[name]?.secret && fields[name] === "-");
    const secret = piped === undefined ? {} : { [piped]: await readText(terminal) };
    return (kind as PayloadKind<FieldTable>).build({ ...fields, ...secret });
  }
  if (text === undefined && terminal.isPiped) return readText(terminal);
  if (text === undefined) throw usage('text is required, as in isoqr "https://example.com": see isoqr --help');
  if (another !== undefined) throw usage(`unexpected argument "${another}": put the text in quotes`);
  return text === "-" ? readText(terminal) : text;
}

/** Resolves to `input` with the contents of the files that `logo` and `design` name. A URL in `logo` is left unchanged,
 *  and so is JSON text in `design`.
 *  @throws {QrError} if a file is too large or unreadable. */
export async function withFiles(input: RawOptions, terminal: Terminal): Promise<RawOptions> {
  return withLogoFile(await withDesignFile(input, terminal), terminal);
}

async function withDesignFile(input: RawOptions, terminal: Terminal): Promise<RawOptions> {
  const { design } = input;
  if (typeof design !== "string") return input;
  if (design.trimStart().startsWith("{")) {
    checkDesign(design);
    return input;
  }
  if (design === "" || design === "-") throw usage("--design must be a JSON file");
  const { size } = await stat(design).catch((error: unknown) => {
    throw usage(`reading --design ${design} failed: ${fileErrorReason(error)}`);
  });
  if (size > MAX_DESIGN_TEXT) throw usage(`--design ${design} is larger than 3 MB: use a smaller logo in it`);
  const bytes = await readBytes(design, terminal, MAX_DESIGN_TEXT);
  const text = new TextDecoder().decode(bytes);
  checkDesign(text);
  return { ...input, design: text };
}

/** Checks a design before it is used. @throws {QrError} if a name is a typo, or if its logo is a file, because designs
 *  contain their files. */
function checkDesign(design: string): void {
  const typo = typoInDesign(design);
  if (typo) throw typo;
  const [, logo] = readDesign(design)?.find(([name]) => name === "logo") ?? [];
  if (typeof logo !== "string" || /^https?:/i.test(logo)) return;
  throw usage("the logo in --design must be an http or https URL: put a file into its logoData, or use --logo FILE");
}

/** Resolves to `input` with the content of a logo file as base64 in `logoData`. Removes `logo` if `logoData` is set. */
async function withLogoFile(input: RawOptions, terminal: Terminal): Promise<RawOptions> {
  const { logo, ...others } = input;
  if (others.logoData !== undefined) return others;
  if (typeof logo !== "string" || /^https?:\/\//i.test(logo)) return input;
  // "-" is not allowed, because standard input may contain the text to encode.
  const isUsable = logo !== "" && logo !== "-" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(logo);
  if (!isUsable) throw usage("--logo must be a file, or an http or https URL");
  const { size } = await stat(logo).catch((error: unknown) => {
    throw usage(`reading --logo ${logo} failed: ${fileErrorReason(error)}`);
  });
  if (size > MAX_LOGO_BYTES) {
    throw new QrError("LOGO_TOO_LARGE", verbatim(`--logo ${logo} is larger than 2 MB: use a smaller file`));
  }
  const bytes = await readBytes(logo, terminal, MAX_LOGO_BYTES);
  return { ...others, logoData: Buffer.from(bytes).toString("base64") };
}
