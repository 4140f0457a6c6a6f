import { extname } from "node:path";
import { encodeSymbol } from "../core/core.ts";
import { messageOf } from "../messages/message.ts";
import "../core/fast.ts";
import { type FormatRow, formatNames, formatOfExtension, formats } from "../options/formats.ts";
import { logoOf, needsHost } from "../options/logo.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import { freeTable, table } from "../options/table.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { drawTerminal } from "../render/blocks.ts";
import { examine } from "../report/examine.ts";
import type { Finding } from "../report/issues.ts";
import { writeAtomically } from "./atomic-file.ts";
import { EXIT, failure, flagNames, kebab, usage } from "./errors.ts";
import { fieldFlags, fileFlag, jsonFlag, optionFlags, outputFlags, readWords } from "./flags.ts";
import { contentOf, splitWords, withFiles } from "./input.ts";
import { loadLogoParts, openService } from "./service.ts";
import { print, say, type Terminal } from "./terminal.ts";

/** Runs `isoqr TEXT` and `isoqr KIND`: writes a QR code to a file or to the terminal. Resolves to the exit code. */
export async function draw(args: readonly string[], terminal: Terminal, kind?: PayloadKind): Promise<number> {
  const flags = [
    ...(kind ? fieldFlags(kind) : []),
    ...outputFlags,
    jsonFlag,
    ...(kind ? [] : [fileFlag]),
    ...optionFlags,
  ];
  const read = readWords(args, flags);
  const { output, force, json, file, ...rest } = read.given;
  const { options, fields } = splitWords(rest, kind);
  const content = await contentOf({ ...read, file, options, fields, kind }, terminal);
  const format = formatOf(options.format, output);
  const printsJson = formatNames.some((name) => name === format && formats[name].body === "json");
  const isFile = output !== undefined && output !== "-";
  if (json && !isFile && !printsJson) throw usage("--json needs an output file: add -o FILE");
  rejectIgnoredLogo(options, format);
  const input = await withFiles({ ...options, ...content, ...(format && { format }) }, terminal);
  const checked = checkOptions(input, freeTable);
  if (output === undefined && format === undefined) return show(input, terminal);
  const heavy = needsHost(checked);
  const { body, contentType } = await (await openService({ heavy })).generate(input);
  for (const warning of await warnings(input, flagNames(args))) await say(terminal, `isoqr: ${warning}`);
  if (typeof output !== "string" || output === "-") {
    if (typeof body !== "string" && terminal.output.columns) {
      throw usage(`a ${checked.format.toUpperCase()} cannot be shown in a terminal: add -o FILE`);
    }
    await terminal.output.write(body);
    return EXIT.ok;
  }
  const replaced = await writeAtomically(output, body, force === true);
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  if (json) await print(terminal, JSON.stringify({ file: output, contentType, bytes, replaced }));
  else await say(terminal, `${output} ${replaced ? "replaced" : "written"}, ${bytes.toLocaleString("en")} bytes`);
  return EXIT.ok;
}

async function show(input: RawOptions, terminal: Terminal): Promise<number> {
  const options = checkOptions(input, freeTable);
  if (logoOf(options) !== undefined) {
    throw usage("a logo cannot be shown in a terminal: add -o FILE");
  }
  const symbol = encodeSymbol(options.data, options);
  const { columns } = terminal.output;
  const width = symbol.side + 2 * options.margin;
  if (columns !== undefined && columns < width) {
    throw failure(
      `the code needs ${width} columns, but the terminal has ${columns}: widen the terminal, or add -o FILE`,
    );
  }
  await terminal.output.write(drawTerminal(symbol, options, columns !== undefined && takesColor(terminal)));
  return EXIT.ok;
}

/** Returns whether to use colours, according to no-color.org. */
function takesColor({ environment }: Terminal): boolean {
  return !environment.NO_COLOR && environment.TERM !== "dumb";
}

/** Returns the format in `--format` or, without that flag, of the file's extension. The default is PNG for standard output,
 *  and undefined for the terminal.
 *  @throws {QrError} INVALID_OPTION if the two differ, or if there is no format and the extension is unknown. */
export function formatOf(given: unknown, output: unknown): string | undefined {
  const named = typeof given === "string" ? given.toLowerCase() : undefined;
  if (typeof output !== "string") return named;
  if (output === "-") return named ?? table.format.default;
  if (output === "") throw usage("-o must name a file, such as -o qr.png");
  const ending = extname(output).slice(1).toLowerCase();
  const known = formatOfExtension(ending);
  if (!known && named === undefined) {
    const endings = formatNames.map((name) => `.${formats[name].extension}`).join(", ");
    throw usage(`${output} must end in one of ${endings}: change the extension, or add --format`);
  }
  if (known && named !== undefined && named !== known) {
    throw usage(`${output} does not match --format ${named}: change the extension or remove --format`);
  }
  return named ?? known;
}

/** Rejects a logo that the format would ignore. @throws {QrError} INVALID_OPTION. */
function rejectIgnoredLogo(options: RawOptions, format: string | undefined): void {
  const flag = ["logo", "logoData"].find((name) => options[name] !== undefined);
  const ignores = formatNames.some((name) => name === format && !formats[name].image);
  if (!flag || !ignores) return;
  const name = `--${kebab(flag)}`;
  throw usage(
    `${name} works only with the formats ${formatNames.filter((one) => (formats[one] as FormatRow).image).join(", ")}, not ${format}: change the format, or remove ${name}`,
  );
}

/** Options whose other issues become errors when they are drawn, so these issues need no warning. */
const DRAWN = ["logo", "logoData", "caption"];

/** Resolves to the messages of issues that make the image hard to scan, or its caption hard to read. Leaves out other
 *  issues of logos and captions, because drawing reports them as errors. */
async function warnings(input: RawOptions, nameOf: ReturnType<typeof flagNames>): Promise<string[]> {
  const heavy = checkOptions(input, freeTable).caption === undefined ? undefined : (await loadLogoParts()).heavy;
  const { issues } = await examine(input, { rows: freeTable, heavy });
  const isShown = ({ code, field }: Finding) =>
    code === "caption_characters" || (code !== "scan_skipped" && !DRAWN.includes(field));
  const shown = issues.filter(isShown);
  return shown.map((finding) => messageOf(finding, nameOf));
}
