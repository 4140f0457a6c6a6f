import type { PictureCode } from "../api.ts";
import "../core/fast.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import { checkValues } from "../options/kinds.ts";
import { pictureTable } from "../options/picture-table.ts";
import { drawPictureCode } from "../picture-code/picture-code.ts";
import { createHeavyWork } from "../runtime/heavy-work.ts";
import { writeAtomically } from "./atomic-file.ts";
import { EXIT, usage } from "./errors.ts";
import { jsonFlag, outputFlags, pictureFlags, readWords } from "./flags.ts";
import { readBytes } from "./input.ts";
import { print, say, type Terminal } from "./terminal.ts";

/** Runs `isoqr picture FILE TEXT -o FILE`: writes a PNG of a code that shows a picture, and prints its strength and grade.
 *  Resolves to the exit code. @throws {QrError} like `drawPictureCode`, or if a file cannot be read or written. */
export async function picture(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [...pictureFlags, ...outputFlags, jsonFlag]);
  const [path, text, another] = texts;
  const { output, force, json, ...options } = given;
  if (path === undefined || !text) {
    throw usage('an image and a text are required, as in isoqr picture photo.jpg "https://example.com" -o code.png');
  }
  if (another !== undefined) throw usage(`unexpected argument "${another}": put the text in quotation marks`);
  if (typeof output !== "string") throw usage("an output file is required: add -o FILE");
  const settings = checkValues(pictureTable, options);
  const bytes = await readBytes(path, terminal, MAX_LOGO_BYTES);
  const code = await drawPictureCode(text, bytes, settings, createHeavyWork());
  if (output === "-") {
    await terminal.output.write(code.png);
    return EXIT.ok;
  }
  const replaced = await writeAtomically(output, code.png, force === true);
  if (json) await print(terminal, JSON.stringify({ file: output, replaced, ...summaryOf(code) }));
  else await say(terminal, `${output} ${replaced ? "replaced" : "written"}, ${sentenceOf(code)}`);
  return EXIT.ok;
}

function summaryOf({ png, symbol: { modules: _, ...shown }, scan, ...others }: PictureCode) {
  return { bytes: png.length, ...others, ...shown, grade: scan?.grade ?? null, score: scan?.score ?? null };
}

function sentenceOf({ strength, scan, finderLike }: PictureCode): string {
  const grade = scan ? `grade ${scan.grade}` : "not scanned: run npm install zxing-wasm @undecaf/zbar-wasm";
  const pattern = finderLike
    ? ", but a part of the picture looks like a finder pattern, which misleads some scanners"
    : "";
  return `strength ${strength}, ${grade}${pattern}`;
}
