import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { makeFolder } from "../adapters/make-folder.ts";
import { inLanes } from "../async/lanes.ts";
import { encodings } from "../list/encoding.ts";
import { plainHeading } from "../list/headings.ts";
import { reportOf, type Skipped } from "../list/report.ts";
import { delimiters } from "../list/shape.ts";
import { checkOptions } from "../options/parse.ts";
import { freeTable } from "../options/table.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { removeTempFiles, writeAtomically } from "./atomic-file.ts";
import { createItems, type Outcome } from "./batch-items.ts";
import { EXIT, failure, fileErrorReason, usage } from "./errors.ts";
import { batchFlags, jsonFlag, optionFlags, readWords, type Words } from "./flags.ts";
import { openInput, shownPath, unreadable, withFiles } from "./input.ts";
import { readRows } from "./lists.ts";
import { type Count, createDoneBytes, createProgress } from "./progress.ts";
import { escapeControls, print, say, type Terminal } from "./terminal.ts";

/** Maximum number of images drawn concurrently. Enough to keep the disk busy, and few enough to limit memory. */
const LANES = 8;

/** Maximum number of failures that are listed. */
const MAX_TOLD = 100;

/** Runs `isoqr batch LIST -o FOLDER`: draws an image for every row. Resolves to the exit code: 1 if any row failed, or
 *  130 if the batch was interrupted. */
export async function batch(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [...batchFlags, jsonFlag, ...optionFlags]);
  const { output: folder, force, json, kind: kindName, ...others } = given;
  const { columns, encoding, delimiter, header, sheet, report, ...shared } = others;
  const [path, another] = texts;
  if (path === undefined) throw usage("a list is required, as in isoqr batch list.csv -o codes");
  if (another !== undefined) throw usage(`unexpected argument "${another}": batch takes one list`);
  if (typeof folder !== "string" || folder === "" || folder === "-") throw usage("a folder is required: add -o FOLDER");
  const kind = kinds.find(({ name }) => name === kindName);
  if (kindName !== undefined && !kind) {
    throw usage(`--kind must be one of ${kinds.map(({ name }) => name).join(", ")}`);
  }
  const layout = readLayout({ columns, encoding, delimiter, header, sheet }, kind);
  const options = await withFiles(shared, terminal);
  // Checks the shared options before anything is written, so that an error in them is reported only once.
  checkOptions({ ...options, data: "isoqr" }, freeTable);
  // Checks the list before creating the folder, so that a missing list leaves no empty folder.
  const list = path === "-" ? undefined : await stat(path).catch((error) => Promise.reject(unreadable(path, error)));
  const size = list?.size;
  if (typeof report === "string") await checkReport(report, force === true);
  await prepareFolder(folder);

  const bytes = createDoneBytes();
  let doneBytes = 0;
  const progress = createProgress(terminal, () => (size ? doneBytes / size : undefined));
  const stopping = new AbortController();
  const done = terminal.onInterrupt(() => stopping.abort());
  const warn = (message: string) => void say(terminal, `isoqr: ${escapeControls(message)}`);
  const tidiesNames = layout.columns?.file !== undefined;
  const items = await createItems({ folder, options, kind, force: force === true, tidiesNames, warn });
  const count: Count = { drawn: 0, kept: 0, failed: 0 };
  const failures: Outcome[] = [];
  const reported: Skipped[] = [];
  const again = path === "-" ? undefined : () => openInput(path, terminal);
  const settings = { ...layout, name: shownPath(path), kind, again, warn };
  const rows = items.number(readRows(bytes.watch(openInput(path, terminal)), settings));
  try {
    for await (const outcome of inLanes(rows, LANES, items.work, stopping.signal)) {
      count[outcome.status]++;
      doneBytes = bytes.of(outcome.line);
      if (outcome.status === "failed" && failures.length < MAX_TOLD) failures.push(outcome);
      if (outcome.status === "failed" && report !== undefined) reported.push(skippedOf(outcome));
      if (json) await print(terminal, JSON.stringify(outcome));
      await progress.show(count);
    }
  } finally {
    await progress.clear();
    done();
    if (!json) await printSummary(terminal, folder, count, failures);
  }
  const stopped = stopping.signal.aborted;
  if (typeof report === "string") {
    await writeAtomically(report, reportOf(reported.sort((a, b) => a.line - b.line)), true);
  }
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

/** Returns a failed row for the report. */
function skippedOf({ line, error = "" }: Outcome): Skipped {
  return { line, column: "", text: "", message: error };
}

/** Checks that `path` can be overwritten. @throws {QrError} if it is a file other than an older report, unless `force` is
 *  set. */
async function checkReport(path: string, force: boolean): Promise<void> {
  if (path === "" || path === "-") throw usage("--report must be a file, such as --report failed.csv");
  const start = await readFile(path).catch(() => undefined);
  if (force || start === undefined || start.subarray(0, REPORT_START.length).equals(REPORT_START)) return;
  throw usage(`--report ${path} already exists and is not a report: choose another name, or add --force`);
}

const REPORT_START = Buffer.from(reportOf([]));

/** Returns the flags for reading the list. @throws {QrError} if one of them is invalid. */
export function readLayout(given: Partial<Words["given"]>, kind: PayloadKind | undefined) {
  const { columns, encoding, delimiter, header, sheet } = given;
  const name = typeof encoding === "string" ? encodings.find((one) => one === encoding.toLowerCase()) : undefined;
  if (encoding !== undefined && !name) throw usage(`--encoding must be one of ${encodings.join(", ")}`);
  const characters = new Map([
    ["tab", "\t"],
    ["\\t", "\t"],
    ["none", ""],
  ]);
  const character = typeof delimiter === "string" ? (characters.get(delimiter) ?? delimiter) : undefined;
  if (character && !delimiters.some((one) => one === character)) throw usage("--delimiter must be , ; | tab or none");
  return {
    encoding: name,
    delimiter: character,
    header: typeof header === "boolean" ? header : undefined,
    sheet: typeof sheet === "string" ? sheet : undefined,
    columns: typeof columns === "string" ? readColumns(columns, kind) : undefined,
  };
}

/** Reads --columns. @throws {QrError} if a field is unknown or has no column. */
function readColumns(text: string, kind: PayloadKind | undefined): Readonly<Record<string, string>> {
  const fields = [...(kind ? Object.keys(kind.fields) : ["data"]), "file", ...optionFlags.map(({ key }) => key)];
  const pairs = text.split(",").map((pair) => {
    const at = pair.indexOf("=");
    const field = pair.slice(0, Math.max(0, at)).trim();
    const column = pair.slice(at + 1).trim();
    if (at < 0 || column === "") throw usage("--columns must be pairs such as --columns data=Link,file=Name");
    const found = fields.find((name) => plainHeading(name) === plainHeading(field));
    if (found === undefined)
      throw usage(`--columns: ${field} is not a field: use ${fields.slice(0, 10).join(", ")} or an option`);
    return [found, column] as const;
  });
  return Object.fromEntries(pairs);
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
