import { rm } from "node:fs/promises";
import { join } from "node:path";
import { QrError } from "../errors.ts";
import { memoize } from "../once.ts";
import { formats } from "../options/formats.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { unknownOptions } from "../service/unknown-options.ts";
import { writeAtomically } from "./atomic-file.ts";
import { errorMessage, failure, fileTrouble, usage } from "./errors.ts";
import { splitWords } from "./input.ts";
import { createDigest, openJournal } from "./journal.ts";
import type { ListRow } from "./rows.ts";
import { openService } from "./service.ts";
import { harmless } from "./terminal.ts";

/** The outcome of one row. */
export interface Outcome {
  readonly line: number;
  readonly status: "drawn" | "kept" | "failed";
  readonly file?: string;
  readonly error?: string;
}

export interface BatchSettings {
  readonly folder: string;
  /** The options of every row. */
  readonly options: RawOptions;
  /** The kind of text whose fields the rows have. */
  readonly kind: PayloadKind | undefined;
  readonly force: boolean;
  /** Called once for every unknown column. */
  warn(message: string): void;
}

/** Maximum rows of a batch: their file names are kept in memory. */
const MOST_ROWS = 1_000_000;

const MOST_WARNINGS = 20;

interface NumberedRow extends ListRow {
  readonly number: number;
}

/** Returns a function that draws the rows of one batch.
 *  @throws {QrError} if the journal of the folder cannot be read. */
export async function createItems({ folder, options, kind, force, warn }: BatchSettings) {
  const journal = await openJournal(folder);
  const digestOf = createDigest();
  const nameFor = createFileNames();
  const told = new Set<string>();
  const open = memoize((heavy: boolean) => openService({ heavy }));

  async function draw({ words, number }: NumberedRow): Promise<Pick<Outcome, "status" | "file">> {
    if (words instanceof QrError) throw words;
    const { file: given, ...own } = words;
    const row = splitWords(own, kind);
    for (const finding of unknownOptions(row.options)) {
      const { field } = finding;
      if (told.has(field) || told.size >= MOST_WARNINGS) continue;
      told.add(field);
      warn(errorMessage(finding));
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
    const path = join(folder, file);
    // Removed before it is recorded: after a crash, the journal would take the old file for the new one.
    if (state === "stale") {
      await rm(path, { force: true }).catch((error: unknown) => {
        throw failure(`${path} cannot be replaced: ${fileTrouble(error)}`, error);
      });
    }
    await journal.add(file, digest, Buffer.byteLength(body));
    await writeAtomically(path, body, state === "stale");
    return { status: "drawn", file };
  }

  return {
    /** Numbers the rows from 1. */
    async *number(rows: AsyncIterable<ListRow>): AsyncGenerator<NumberedRow> {
      let number = 0;
      for await (const row of rows) {
        if (++number > MOST_ROWS) throw usage(`the list has more than ${MOST_ROWS} rows: split it`);
        yield { ...row, number };
      }
    },
    /** Draws a row. Never rejects: errors are outcomes. */
    async work(row: NumberedRow): Promise<Outcome> {
      try {
        return { line: row.line, ...(await draw(row)) };
      } catch (error) {
        const message = error instanceof QrError ? errorMessage(error) : `something went wrong: ${error}`;
        return { line: row.line, status: "failed", error: harmless(message) };
      }
    },
  };
}

/** Names that every file system allows, including Windows, and that do not look like flags. */
const NAME = /^(?![-.])[^\\/:*?"<>|]{1,100}$/u;

/** Invisible characters, lone surrogates and line separators; joiners are allowed, which some scripts and emoji need. */
const UNSEEN = /[^\P{C}\u200C\u200D]|[\p{Zl}\p{Zp}]/u;

/** Maximum bytes of a name with its extension; file systems allow 255. */
const MOST_BYTES = 250;

/** Reserved on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Returns a function that makes unique file names. A row without a name gets its number, because its text may be secret. */
function createFileNames(): (given: unknown, number: number, extension: string) => string {
  const taken = new Map<string, number>();
  return (given, number, extension) => {
    const stem = given === undefined ? String(number).padStart(4, "0") : checkName(given);
    const name = stem.toLowerCase().endsWith(`.${extension}`) ? stem : `${stem}.${extension}`;
    if (Buffer.byteLength(name) > MOST_BYTES)
      throw usage(`file makes a name of more than ${MOST_BYTES} bytes: choose a shorter one`);
    // Some file systems ignore case.
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
