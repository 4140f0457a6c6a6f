import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { makeFolder } from "../adapters/make-folder.ts";
import { inLanes } from "../lanes.ts";
import { checkOptions } from "../options/parse.ts";
import { freeColors } from "../options/table.ts";
import type { Field, PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { removeTempFiles } from "./atomic-file.ts";
import { createItems, type Outcome } from "./batch-items.ts";
import { EXIT, failure, fileErrorReason, usage } from "./errors.ts";
import { batchFlags, jsonFlag, optionFlags, readWords } from "./flags.ts";
import { openInput, shownPath, unreadable, withFiles } from "./input.ts";
import { type Count, createDoneBytes, createProgress } from "./progress.ts";
import { readRows } from "./rows.ts";
import { escapeControls, print, say, type Terminal } from "./terminal.ts";

/** Maximum number of images drawn concurrently: enough to keep the disk busy, without using too much memory. */
const LANES = 8;

/** Maximum number of failures that are listed. */
const MOST_TOLD = 100;

/** Runs `isoqr batch LIST -o FOLDER`: draws an image for every row. Resolves to the exit code: 1 if any row failed, or
 *  130 if the batch was interrupted. */
export async function batch(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [...batchFlags, jsonFlag, ...optionFlags]);
  const { output: folder, force, json, kind: kindName, ...shared } = given;
  const [path, another] = texts;
  if (path === undefined) throw usage("a list is required, as in isoqr batch list.csv -o codes");
  if (another !== undefined) throw usage(`unexpected argument "${another}": batch takes one list`);
  if (typeof folder !== "string" || folder === "" || folder === "-") throw usage("a folder is required: add -o FOLDER");
  const kind = kinds.find(({ name }) => name === kindName);
  if (kindName !== undefined && !kind) {
    throw usage(`--kind must be one of ${kinds.map(({ name }) => name).join(", ")}`);
  }
  const options = await withFiles(shared, terminal);
  // Checks the options that all rows share before anything is written, so that an error in them is reported only once.
  checkOptions({ ...options, data: "isoqr" }, freeColors);
  // The list is checked before the folder is created, so that a missing list leaves no empty folder behind.
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
    warn: (message) => void say(terminal, `isoqr: ${escapeControls(message)}`),
  });
  const count: Count = { drawn: 0, kept: 0, failed: 0 };
  const failures: Outcome[] = [];
  const rows = items.number(readRows(bytes.watch(openInput(path, terminal)), shownPath(path), requiredColumns(kind)));
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
    if (!json) await printSummary(terminal, folder, count, failures);
  }
  const stopped = stopping.signal.aborted;
  if (json) await print(terminal, JSON.stringify({ ...count, stopped }));
  if (stopped) await say(terminal, "isoqr: stopped; run the same command again to continue");
  if (count.drawn + count.kept + count.failed === 0 && !stopped) throw usage(`${shownPath(path)} has no rows`);
  return stopped ? EXIT.interrupted : count.failed > 0 ? EXIT.failed : EXIT.ok;
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissing ? "folders cannot be created there; choose another place" : fileErrorReason(error);
    throw failure(`creating ${folder} failed: ${reason}`, error);
  }
  await removeTempFiles(folder).catch((error: unknown) => {
    throw failure(`reading ${folder} failed: ${fileErrorReason(error)}`, error);
  });
}

function requiredColumns(kind: PayloadKind | undefined): readonly string[] {
  if (!kind) return ["data"];
  return Object.entries<Field>(kind.fields).flatMap(([name, { required }]) => (required ? [name] : []));
}

async function printSummary(terminal: Terminal, folder: string, count: Count, failures: readonly Outcome[]) {
  const number = (value: number, what: string) => (value > 0 ? [`${value.toLocaleString("en")} ${what}`] : []);
  const parts = [
    ...number(count.drawn, "drawn"),
    ...number(count.kept, "unchanged"),
    ...number(count.failed, "failed"),
  ];
  if (parts.length > 0) await say(terminal, `${folder}: ${parts.join(", ")}`);
  for (const { line, error } of [...failures].sort((a, b) => a.line - b.line)) {
    await say(terminal, `  line ${line}: ${error}`);
  }
  if (count.failed > failures.length) await say(terminal, `  and ${count.failed - failures.length} more`);
}
