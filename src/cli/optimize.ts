import type { Optimization, Report } from "../api.ts";
import "../core/fast.ts";
import { messageOf } from "../messages/message.ts";
import { freeTable } from "../options/table.ts";
import type { Examination } from "../report/examine.ts";
import { toIssue } from "../report/issues.ts";
import { generate } from "../service/generate.ts";
import { cacheJobs } from "../service/job-cache.ts";
import { searchBetter, splitSearch } from "../service/optimize.ts";
import { writeAtomically } from "./atomic-file.ts";
import { formatOf } from "./draw.ts";
import { EXIT, flagNames, kebab, usage } from "./errors.ts";
import { fileFlag, jsonFlag, optionFlags, outputFlags, readWords, searchFlags, type Words } from "./flags.ts";
import { contentOf, withFiles } from "./input.ts";
import { loadLogoParts } from "./service.ts";
import { countOf, escapeControls, print, say, type Terminal } from "./terminal.ts";

/** Runs `isoqr optimize TEXT`: searches for a design that scans better, and prints the grades before and after, the changes, and
 *  a command with them. With `-o`, also writes the image. Resolves to the exit code.
 *  @throws {QrError} like `searchBetter`, or if a file cannot be read or written. */
export async function optimizeText(args: readonly string[], terminal: Terminal): Promise<number> {
  const words = readWords(args, [...searchFlags, ...outputFlags, jsonFlag, fileFlag, ...optionFlags]);
  const { json, file, output, force, ...options } = words.given;
  if (output === "-") throw usage("-o must name a file, such as -o qr.png");
  const format = formatOf(options.format, output);
  const content = await contentOf({ texts: words.texts, file, options, fields: {} }, terminal);
  const input = await withFiles({ ...options, ...content, ...(format && { format }) }, terminal);
  const { heavy, logos } = await loadLogoParts();
  const parts = { rows: freeTable, heavy: cacheJobs(heavy), logos };
  const found = await searchBetter(input, parts);
  if (typeof output === "string") {
    const { body } = await generate({ ...splitSearch(input).input, ...found.changes }, parts);
    const replaced = await writeAtomically(output, body, force === true);
    await say(terminal, `${output} ${replaced ? "replaced" : "written"}`);
  }
  const nameOf = flagNames(args);
  const reportOf = (report: Examination): Report => ({
    ...report,
    issues: report.issues.map((finding) => ({ ...toIssue(finding), message: messageOf(finding, nameOf) })),
  });
  const result = { ...found, before: reportOf(found.before), after: reportOf(found.after) };
  await print(terminal, json ? JSON.stringify(result, null, 2) : formatResult(result, words));
  return EXIT.ok;
}

/** Sentences about searches that ended early. */
const ENDS: Readonly<Record<Optimization["end"], string>> = {
  finished: "",
  candidates: ": more --candidates may find a better design",
  seconds: ": the time was up, so more --seconds may find a better design",
  busy: ": the decoders were busy",
};

function formatResult({ before, after, changes, candidates, end }: Optimization, words: Words): string {
  const names = Object.keys(changes);
  const scanned = `${countOf(candidates, "design")} scanned${ENDS[end]}`;
  if (names.length === 0) return [`No better design found: ${gradeOf(before)}.`, `  ${scanned}`].join("\n");
  const width = Math.max(...names.map((name) => kebab(name).length)) + 2;
  const valueIn = ({ options }: Report, name: string) => String(options[name as keyof Report["options"]] ?? "none");
  return [
    `Before: ${gradeOf(before)}`,
    `After:  ${gradeOf(after)}`,
    ...names.map((name) => `  ${kebab(name).padEnd(width)}${valueIn(before, name)} -> ${changes[name]}`),
    `  ${scanned}`,
    ...after.issues.map(({ severity, message }) => `${severity}: ${escapeControls(message)}`),
    "",
    commandOf(words, changes),
  ].join("\n");
}

const gradeOf = ({ scan }: Report) => `grade ${scan?.grade}, score ${scan?.score.toFixed(2)}`;

/** The flags that are about the search and not about the code. */
const ownKeys = [...searchFlags, jsonFlag].map(({ key }) => key);

/** Returns the command that draws the design with `changes`. */
function commandOf({ texts, given }: Words, changes: Optimization["changes"]): string {
  const options = Object.entries({ ...given, ...changes }).filter(([key]) => !ownKeys.includes(key));
  const flags = options.map(([key, value]) => {
    const isSwitch = typeof value === "boolean";
    return isSwitch ? `--${value ? "" : "no-"}${kebab(key)}` : `--${kebab(key)} ${quoted(String(value))}`;
  });
  // Standard input stays standard input.
  const text = given.file === undefined && given.dataBase64 === undefined ? [quoted(texts[0] ?? "-")] : [];
  return ["isoqr", ...flags, ...(texts[0]?.startsWith("-") && texts[0] !== "-" ? ["--"] : []), ...text].join(" ");
}

/** Quotes a word for a shell, if necessary. */
function quoted(word: string): string {
  return /^[\w.,:/@%+=-]+$/.test(word) ? word : `'${escapeControls(word).replaceAll("'", "'\\''")}'`;
}
