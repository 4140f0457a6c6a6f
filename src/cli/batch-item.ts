import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { QrApi } from "../api.ts";
import { QrError, sentence } from "../errors.ts";
import { memoize } from "../once.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { unknownOptions } from "../service/unknown-options.ts";
import { failure, fileTrouble, usage } from "./faults.ts";
import { createFileNames } from "./file-names.ts";
import { createDigest, openJournal } from "./journal.ts";
import type { ListRow } from "./list-row.ts";
import { harmless } from "./terminal.ts";
import { splitWords } from "./text.ts";
import { writeWhole } from "./whole-file.ts";

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
      if (!told.has(field) && told.size < MOST_WARNINGS) warn(sentence(finding));
      if (told.size < MOST_WARNINGS) told.add(field);
    }
    const merged = { ...options, ...row.options, ...(kind && { data: kind.build(row.fields) }) };
    const checked = checkOptions(merged);
    const file = nameFor(given, number, checked.format);
    const digest = digestOf(checked);
    const state = force ? "stale" : await journal.stateOf(file, digest);
    if (state === "whole") return { status: "kept", file };
    const api = await open(checked.logo !== undefined || checked.logoData !== undefined);
    const { body } = await api.generate(merged);
    if (state === "foreign") throw usage(`${file} is there already, and not from this list: add --force to replace it`);
    // First away with the old one: if the program ended now, the journal would take it for the new one.
    if (state === "stale") await remove(join(folder, file));
    await journal.add(file, digest, Buffer.byteLength(body));
    await writeWhole(join(folder, file), body, state === "stale");
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
        const sentence = error instanceof QrError ? error.message : `something went wrong: ${error}`;
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
