import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import { memoize } from "../once.ts";
import { formats } from "../options/formats.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { unknownOptions } from "../service/unknown-options.ts";
import { writeAtomically } from "./atomic-file.ts";
import { failure, fileTrouble, sentenceOf, usage } from "./errors.ts";
import { splitWords } from "./input.ts";
import { createDigest, openJournal } from "./journal.ts";
import type { ListRow } from "./rows.ts";
import { harmless } from "./terminal.ts";

/** What became of one row. */
export interface Outcome {
  readonly line: number;
  readonly status: "drawn" | "kept" | "failed";
  readonly file?: string;
  readonly error?: string;
}

export interface BatchSettings {
  readonly folder: string;
  /** What holds for every row. */
  readonly options: RawOptions;
  /** The kind of text whose fields the rows have. */
  readonly kind: PayloadKind | undefined;
  readonly force: boolean;
  /** The service, opened when the first row wants it. */
  service(needs: { readonly heavy: boolean }): Promise<QrApi>;
  /** Is told once of every column that changes nothing. */
  warn(sentence: string): void;
}

/** Rows of one batch: their names are remembered, and so memory holds so many. */
const MOST_ROWS = 1_000_000;

const MOST_WARNINGS = 20;

interface NumberedRow extends ListRow {
  readonly number: number;
}

/** What does the rows of one batch. */
export interface Items {
  /** The rows with their numbers, from 1. */
  number(rows: AsyncIterable<ListRow>): AsyncGenerator<NumberedRow>;
  /** Draws a row. Never rejects: what goes wrong is its outcome. */
  work(row: NumberedRow): Promise<Outcome>;
}

/** @throws {QrError} when the journal of the folder cannot be read. */
export async function createItems({ folder, options, kind, force, service, warn }: BatchSettings): Promise<Items> {
  const journal = await openJournal(folder);
  const digestOf = createDigest();
  const nameFor = createFileNames();
  const told = new Set<string>();
  const open = memoize((heavy: boolean) => service({ heavy }));

  async function draw({ words, number }: NumberedRow): Promise<Pick<Outcome, "status" | "file">> {
    if (words instanceof QrError) throw words;
    const { file: given, ...own } = words;
    const row = splitWords(own, kind);
    for (const finding of unknownOptions(row.options)) {
      const { field } = finding;
      if (!told.has(field) && told.size < MOST_WARNINGS) warn(sentenceOf(finding));
      if (told.size < MOST_WARNINGS) told.add(field);
    }
    const merged = { ...options, ...row.options, ...(kind && { data: kind.build(row.fields) }) };
    const checked = checkOptions(merged);
    const file = nameFor(given, number, formats[checked.format].extension);
    const digest = digestOf(checked);
    const state = force ? "stale" : await journal.stateOf(file, digest);
    if (state === "whole") return { status: "kept", file };
    const api = await open(checked.logo !== undefined || checked.logoData !== undefined);
    const { body } = await api.generate(merged);
    if (state === "foreign") throw usage(`${file} is there already, and not from this list: add --force to replace it`);
    // First away with the old one: if the program ended now, the journal would take it for the new one.
    if (state === "stale") await remove(join(folder, file));
    await journal.add(file, digest, Buffer.byteLength(body));
    await writeAtomically(join(folder, file), body, state === "stale");
    return { status: "drawn", file };
  }

  return {
    async *number(rows: AsyncIterable<ListRow>): AsyncGenerator<NumberedRow> {
      let number = 0;
      for await (const row of rows) {
        if (++number > MOST_ROWS) throw usage(`the list has more than ${MOST_ROWS} rows: split it`);
        yield { ...row, number };
      }
    },
    async work(row: NumberedRow): Promise<Outcome> {
      try {
        return { line: row.line, ...(await draw(row)) };
      } catch (error) {
        const sentence = error instanceof QrError ? sentenceOf(error) : `something went wrong: ${error}`;
        return { line: row.line, status: "failed", error: harmless(sentence) };
      }
    },
  };
}

/** @throws {QrError} when something is there and stays. */
async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw failure(`${path} cannot be replaced: ${fileTrouble(error)}`, error);
  });
}

/** What no file system minds, Windows' included, and what nobody takes for a flag; the picture's ending is added where it is missing. */
const NAME = /^(?![-.])[^\\/:*?"<>|]{1,100}$/u;

/** What nobody sees, half a character, and ends of lines. Joiners are letters' in some scripts, and emoji's. */
const UNSEEN = /[^\P{C}\u200C\u200D]|[\p{Zl}\p{Zp}]/u;

/** Bytes of a name with its ending; file systems have 255. */
const MOST_BYTES = 250;

/** What Windows keeps for itself, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Gives every row of a batch a file of its own. A row without a name has its number: texts, which may be secret, name
 *  nothing. */
function createFileNames(): (given: unknown, number: number, extension: string) => string {
  const taken = new Map<string, number>();
  return (given, number, extension) => {
    const stem = given === undefined ? String(number).padStart(4, "0") : checkName(given);
    const name = stem.toLowerCase().endsWith(`.${extension}`) ? stem : `${stem}.${extension}`;
    if (Buffer.byteLength(name) > MOST_BYTES)
      throw usage(`file makes a name of more than ${MOST_BYTES} bytes: choose a shorter one`);
    // Some file systems take capitals for small letters.
    const key = name.normalize("NFC").toLowerCase();
    const other = taken.get(key);
    if (other !== undefined) throw usage(`file ${name} is already the name of picture ${other}: choose another`);
    taken.set(key, number);
    return name;
  };
}

function checkName(given: unknown): string {
  const name = typeof given === "number" ? String(given) : given;
  if (typeof name === "string" && NAME.test(name) && !UNSEEN.test(name) && !/[. ]$/.test(name) && !DEVICE.test(name)) {
    return name;
  }
  throw usage(
    'file must be a name of 1 to 100 characters without folders, without any of \\ / : * ? " < > | and characters that ' +
      "nobody sees, and without - or . at its beginning",
  );
}
