import { rm } from "node:fs/promises";
import { join } from "node:path";
import { memoize } from "../async/once.ts";
import { QrError } from "../errors.ts";
import { createFileNames } from "../list/file-names.ts";
import { buildText } from "../list/rows.ts";
import { messageOf } from "../messages/message.ts";
import { formats } from "../options/formats.ts";
import { needsHost } from "../options/logo.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import { overlay } from "../options/presets.ts";
import { freeTable, table } from "../options/table.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { type Finding, shapeIssues } from "../report/issues.ts";
import { ignoredOptions, unknownOptions } from "../report/unknown-options.ts";
import { writeAtomically } from "./atomic-file.ts";
import { failure, fileErrorReason, usage } from "./errors.ts";
import { splitWords } from "./input.ts";
import { createDigest, openJournal } from "./journal.ts";
import type { ListRow } from "./rows.ts";
import { openService } from "./service.ts";
import { escapeControls } from "./terminal.ts";

export interface Outcome {
  readonly line: number;
  readonly status: "drawn" | "kept" | "failed";
  readonly file?: string;
  readonly error?: string;
}

export interface BatchSettings {
  readonly folder: string;
  /** The options for every row. */
  readonly options: RawOptions;
  /** The kind of payload to build from each row. The columns of the list are its fields. */
  readonly kind: PayloadKind | undefined;
  readonly force: boolean;
  /** Whether to turn any text into a valid and unique file name. Otherwise, rows with invalid names fail. */
  readonly tidiesNames?: boolean;
  /** Called once for each different warning: about an unknown column, an ignored option, or a shape that some scanners
   *  read less often. Called at most MAX_WARNINGS times. */
  warn(message: string): void;
}

/** Maximum number of rows in a batch. The file names of all rows are kept in memory. */
const MAX_ROWS = 1_000_000;

const MAX_WARNINGS = 20;

interface NumberedRow extends ListRow {
  readonly number: number;
}

/** Resolves to the functions that number and draw the rows of one batch.
 *  @throws {QrError} if the journal of the folder cannot be read. */
export async function createItems({ folder, options, kind, force, tidiesNames = false, warn }: BatchSettings) {
  const journal = await openJournal(folder);
  const digestOf = createDigest();
  const nameFor = createNames();
  const tidyFor = createFileNames(MAX_ROWS);
  const warned = new Set<string>();
  const open = memoize((heavy: boolean) => openService({ heavy }));

  function warnOnce(finding: Finding): void {
    const message = messageOf(finding);
    if (warned.has(message) || warned.size >= MAX_WARNINGS) return;
    warned.add(message);
    warn(message);
  }

  async function draw({ input, number }: NumberedRow): Promise<Pick<Outcome, "status" | "file">> {
    if (input instanceof QrError) throw input;
    const { file: given, ...own } = input;
    const row = splitWords(own, kind);
    for (const finding of unknownOptions(row.options)) warnOnce(finding);
    const merged = { ...overlay(options, row.options), ...(kind && { data: buildText(kind, row.fields) }) };
    const checked = checkOptions(merged, freeTable);
    for (const finding of [...ignoredOptions(merged, checked), ...shapeIssues(checked)]) warnOnce(finding);
    const wanted = tidiesNames && given !== undefined ? tidyFor(String(given), number) : given;
    const file = nameFor(wanted, number, formats[checked.format].extension);
    const digest = digestOf(checked);
    const state = force ? "stale" : await journal.stateOf(file, digest);
    if (state === "whole") return { status: "kept", file };
    const api = await open(needsHost(checked));
    // Unknown columns cause a warning instead of an error, because a list may have columns for other programs.
    const { body } = await api.generate(knownIn(merged));
    if (state === "foreign")
      throw usage(`${file} already exists and was not written by isoqr batch: add --force to replace it`);
    const path = join(folder, file);
    // Removed before the new file is written. Otherwise, after a crash, the journal could mistake the old file for the new one.
    if (state === "stale") {
      await rm(path, { force: true }).catch((error: unknown) => {
        throw failure(`replacing ${path} failed: ${fileErrorReason(error)}`, error);
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
        if (++number > MAX_ROWS) throw usage(`the list has more than ${MAX_ROWS} rows: split it`);
        yield { ...row, number };
      }
    },
    /** Draws a row. Never rejects, because errors become outcomes. */
    async work(row: NumberedRow): Promise<Outcome> {
      try {
        return { line: row.line, ...(await draw(row)) };
      } catch (error) {
        const message = error instanceof QrError ? messageOf(error) : `unexpected error: ${error}`;
        return { line: row.line, status: "failed", error: escapeControls(message) };
      }
    },
  };
}

/** Matches names of 1 to 100 characters that Windows allows. Does not match hidden files and names that look like flags. */
const NAME = /^(?![-.])[^\\/:*?"<>|]{1,100}$/u;

/** Invisible characters, lone surrogates and line separators, but not joiners, which some scripts and emoji need. */
const INVISIBLE = /[^\P{C}\u200C\u200D]|[\p{Zl}\p{Zp}]/u;

/** Maximum length of a file name in bytes, a little below the 255 that most file systems allow. */
const MAX_BYTES = 250;

/** Names that Windows reserves, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Returns the options in `input`, without unknown columns. */
function knownIn(input: RawOptions): RawOptions {
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(table, name)));
}

/** Returns a function that creates unique file names. Rows without a name get a number, because their text may be
 *  secret. */
function createNames(): (given: unknown, number: number, extension: string) => string {
  const taken = new Map<string, number>();
  return (given, number, extension) => {
    const stem = given === undefined ? String(number).padStart(4, "0") : checkName(given);
    const name = stem.toLowerCase().endsWith(`.${extension}`) ? stem : `${stem}.${extension}`;
    if (Buffer.byteLength(name) > MAX_BYTES)
      throw usage(`file must be a name of at most ${MAX_BYTES} bytes, including the extension: choose a shorter name`);
    // Ignores case, because some file systems do.
    const key = name.normalize("NFC").toLowerCase();
    const other = taken.get(key);
    if (other !== undefined) throw usage(`file ${name} is already used by row ${other}: choose another name`);
    taken.set(key, number);
    return name;
  };
}

function checkName(given: unknown): string {
  const name = typeof given === "number" ? String(given) : given;
  if (
    typeof name === "string" &&
    NAME.test(name) &&
    !INVISIBLE.test(name) &&
    !/[. ]$/.test(name) &&
    !DEVICE.test(name)
  ) {
    return name;
  }
  throw usage(
    'file must be a name of 1 to 100 visible characters other than \\ / : * ? " < > |, and must not ' +
      "start with - or .",
  );
}
