import "../core/fast.ts";
import { QrError } from "../errors.ts";
import { buildText } from "../list/rows.ts";
import { messageOf } from "../messages/message.ts";
import type { RawOptions } from "../options/parse.ts";
import { GRID } from "../options/sheet-table.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { READABLE_MODULE } from "../print/labels.ts";
import { labelTemplates } from "../print/templates.ts";
import { writeAtomically } from "./atomic-file.ts";
import { readLayout } from "./batch.ts";
import { EXIT, kebab, usage } from "./errors.ts";
import { optionFlags, readWords, SHEET_NAMES, sheetCommandFlags, sheetFlags, sheetSettingsOf } from "./flags.ts";
import { openInput, shownPath, splitWords, withFiles } from "./input.ts";
import { readRows } from "./lists.ts";
import { openService } from "./service.ts";
import { countOf, escapeControls, print, say, type Terminal } from "./terminal.ts";

/** Maximum number of labels in a file. */
const MAX_ROWS = 10_000;

/** Maximum number of labels that are listed. */
const MAX_TOLD = 20;

/** Runs `isoqr sheet LIST -o FILE`: draws a PDF with a label for every row. Resolves to the exit code.
 *  @throws {QrError} if a row is invalid, with its line; then nothing is written. */
export async function sheet(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [...sheetCommandFlags, ...optionFlags]);
  if (given.templates) {
    await print(terminal, given.json ? JSON.stringify(labelTemplates) : templateLines());
    return EXIT.ok;
  }
  const { output, force, json, kind: kindName, columns, encoding, delimiter, header, sheet: table, ...others } = given;
  const [path, another] = texts;
  if (path === undefined) throw usage("a list is required, as in isoqr sheet guests.csv -o labels.pdf");
  if (another !== undefined) throw usage(`unexpected argument "${another}": sheet takes one list`);
  if (typeof output !== "string" || !/\.pdf$/i.test(output)) throw usage("a file is required: add -o labels.pdf");
  const kind = kinds.find(({ name }) => name === kindName);
  if (kindName !== undefined && !kind) throw usage(`--kind must be one of ${kinds.map(({ name }) => name).join(", ")}`);
  const layout = readLayout({ columns, encoding, delimiter, header, sheet: table }, kind);
  const ownNames = new Set(sheetFlags.map(({ key }) => key));
  const design = Object.fromEntries(Object.entries(others).filter(([name]) => !ownNames.has(name)));
  const options = await withFiles(design, terminal);
  const warn = (message: string) => void say(terminal, `isoqr: ${escapeControls(message)}`);
  const again = path === "-" ? undefined : () => openInput(path, terminal);
  const settings = { ...layout, name: shownPath(path), kind, captions: true, again, warn };
  const items: RawOptions[] = [];
  const lines: number[] = [];
  for await (const { line, input } of readRows(openInput(path, terminal), settings)) {
    if (input instanceof QrError) throw usage(`${shownPath(path)}, line ${line}: ${messageOf(input)}`);
    if (items.length === MAX_ROWS) throw usage(`${shownPath(path)} has more than ${MAX_ROWS} rows: split it`);
    items.push(itemOf(input, kind, () => `${shownPath(path)}, line ${line}`));
    lines.push(line);
  }
  if (items.length === 0) throw usage(`${shownPath(path)} has no rows`);
  const service = await openService({ heavy: true, maxLabels: MAX_ROWS });
  const placed = (error: unknown) => {
    const at = error instanceof QrError ? /^items\[(\d+)\]\.(.+)$/.exec(error.field ?? "") : null;
    if (!(error instanceof QrError)) throw error;
    const { code, rule, values, field = "" } = error;
    if (rule === GRID) {
      const flag = kebab(SHEET_NAMES[field] ?? field);
      throw usage(`--${flag} is required without --template: give --across, --down, --label-width and --label-height`);
    }
    if (!at) throw new QrError(code, { rule, values, field: SHEET_NAMES[field] ?? field });
    throw usage(`${shownPath(path)}, line ${lines[Number(at[1])]}: ${messageOf({ rule, values, field: at[2] })}`);
  };
  const drawn = await service.drawSheet({ ...sheetSettingsOf(given), options, items }).catch(placed);
  const report = await drawn.report().catch(placed);
  for (const { index, grade, module } of report.weak.slice(0, MAX_TOLD)) {
    const fix =
      module < READABLE_MODULE
        ? `its modules are only ${module} mm wide: use larger labels or a shorter text`
        : "see isoqr inspect for its colours and its design";
    warn(`line ${lines[index]}: grade ${grade}: ${fix}`);
  }
  for (const index of report.cut.slice(0, MAX_TOLD)) warn(`line ${lines[index]}: the caption does not fit and was cut`);
  for (const index of report.unchecked.slice(0, MAX_TOLD)) {
    warn(`line ${lines[index]}: not graded, because the list has many designs: see isoqr inspect`);
  }
  const parts: Uint8Array[] = [];
  for await (const part of drawn.pdf()) parts.push(part);
  await writeAtomically(output, Buffer.concat(parts), force === true);
  if (json) await print(terminal, JSON.stringify(report));
  else {
    const summary = `${output} written: ${countOf(drawn.labels, "label")} on ${countOf(drawn.pages, "page")}`;
    await say(terminal, `${summary}${report.weak.length > 0 ? `, ${report.weak.length} below grade B` : ""}`);
  }
  return EXIT.ok;
}

/** Returns the item of a row. */
function itemOf(input: RawOptions, kind: PayloadKind | undefined, place: () => string): RawOptions {
  const { file: _, ...own } = input;
  if (!kind) return own;
  const { options, fields } = splitWords(own, kind);
  try {
    return { ...options, data: buildText(kind, fields) };
  } catch (error) {
    throw error instanceof QrError ? usage(`${place()}: ${messageOf(error)}`) : error;
  }
}

function templateLines(): string {
  return Object.entries(labelTemplates)
    .map(([name, { title, paper, columns, rows, width, height }]) => {
      const size = `${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10} mm`;
      return `${name.padEnd(18)}${title.padEnd(24)}${paper.padEnd(8)}${`${columns} x ${rows}`.padEnd(9)}${size}`;
    })
    .join("\n");
}
