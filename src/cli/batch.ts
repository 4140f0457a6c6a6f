import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { makeFolder } from "../adapters/make-folder.ts";
import { inLanes } from "../lanes.ts";
import { checkOptions } from "../options/parse.ts";
import type { Field, PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { removeDrafts } from "./atomic-file.ts";
import { createItems, type Outcome } from "./batch-items.ts";
import { EXIT, failure, fileTrouble, usage } from "./errors.ts";
import { batchFlags, jsonFlag, optionFlags, readWords } from "./flags.ts";
import { openInput, shownPath, unreadable, withLogoFile } from "./input.ts";
import { type Count, createDoneBytes, createProgress } from "./progress.ts";
import { readRows } from "./rows.ts";
import { harmless, print, say, type Terminal } from "./terminal.ts";

/** Pictures drawn concurrently: enough for the disk, and few enough for memory. */
const LANES = 8;

/** Failures that are listed one by one. */
const MOST_TOLD = 100;

/** Runs `isoqr batch LIST -o FOLDER`: draws a picture for every row. Resolves to 1 if some failed. */
export async function batch(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [...batchFlags, jsonFlag, ...optionFlags]);
  const { output: folder, force, json, kind: kindName, ...shared } = given;
  const [path, another] = texts;
  if (path === undefined) throw usage("batch needs a list: isoqr batch list.csv -o codes");
  if (another !== undefined) throw usage(`"${another}" is a list too many: batch takes one`);
  if (typeof folder !== "string" || folder === "" || folder === "-") throw usage("batch needs a folder: add -o FOLDER");
  const kind = kinds.find(({ name }) => name === kindName);
  if (kindName !== undefined && !kind) {
    throw usage(`--kind must be one of ${kinds.map(({ name }) => name).join(", ")}`);
  }
  const options = await withLogoFile(shared, terminal);
  // An error of all rows is reported once, before anything is written.
  checkOptions({ ...options, data: "isoqr" });
  // Before the folder is created, which must not be left behind if there is no list.
  const list = path === "-" ? undefined : await stat(path).catch((error) => Promise.reject(unreadable(path, error)));
  const size = list?.size;
  await prepareFolder(folder);

  const bytes = createDoneBytes();
  let doneBytes = 0;
  const progress = createProgress(terminal, () => (size ? doneBytes / size : undefined));
  const stopping = new AbortController();
  const done = terminal.onInterrupt(() => stopping.abort());
  const items = await createItems({
    folder,
    options,
    kind,
    force: force === true,
    warn: (message) => void say(terminal, `isoqr: ${harmless(message)}`),
  });
  const count: Count = { drawn: 0, kept: 0, failed: 0 };
  const failures: Outcome[] = [];
  const rows = items.number(readRows(bytes.watch(openInput(path, terminal)), shownPath(path), neededBy(kind)));
  try {
    for await (const outcome of inLanes(rows, LANES, items.work, stopping.signal)) {
      count[outcome.status]++;
      doneBytes = bytes.of(outcome.line);
      if (outcome.status === "failed" && failures.length < MOST_TOLD) failures.push(outcome);
      if (json) await print(terminal, JSON.stringify(outcome));
      await progress.show(count);
    }
  } finally {
    await progress.clear();
    done();
    if (!json) await tell(terminal, folder, count, failures);
  }
  const stopped = stopping.signal.aborted;
  if (json) await print(terminal, JSON.stringify({ ...count, stopped }));
  if (stopped) await say(terminal, "isoqr: stopped; the same command goes on from here");
  if (count.drawn + count.kept + count.failed === 0 && !stopped) throw usage(`${shownPath(path)} has no rows`);
  return stopped ? EXIT.interrupted : count.failed > 0 ? EXIT.failed : EXIT.fine;
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
  } catch (error) {
    const isNowhere = (error as NodeJS.ErrnoException).code === "ENOENT";
    const trouble = isNowhere ? "no folder can be made there, choose another place" : fileTrouble(error);
    throw failure(`${folder} cannot be made: ${trouble}`, error);
  }
  await removeDrafts(folder).catch((error: unknown) => {
    throw failure(`${folder} cannot be used: ${fileTrouble(error)}`, error);
  });
}

/** Returns the columns that every row needs. */
function neededBy(kind: PayloadKind | undefined): readonly string[] {
  if (!kind) return ["data"];
  return Object.entries<Field>(kind.fields).flatMap(([name, { required }]) => (required ? [name] : []));
}

/** Prints the summary. */
async function tell(terminal: Terminal, folder: string, count: Count, failures: readonly Outcome[]): Promise<void> {
  const number = (value: number, what: string) => (value > 0 ? [`${value.toLocaleString("en")} ${what}`] : []);
  const parts = [
    ...number(count.drawn, "drawn"),
    ...number(count.kept, "already there"),
    ...number(count.failed, "failed"),
  ];
  if (parts.length > 0) await say(terminal, `${folder}: ${parts.join(", ")}`);
  for (const { line, error } of [...failures].sort((a, b) => a.line - b.line)) {
    await say(terminal, `  line ${line}: ${error}`);
  }
  if (count.failed > failures.length) await say(terminal, `  and ${count.failed - failures.length} more`);
}
