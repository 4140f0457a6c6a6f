import { dataMissing } from "../errors.ts";
import { invalidOption } from "../options/kinds.ts";
import type { RawOptions } from "../options/parse.ts";
import { cardTable } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { CardJob, HeavyWork } from "../ports.ts";

/** Draws a social card. @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG, BUSY, or NOT_SUPPORTED if an
 *  optional package is missing. */
export async function drawCard(words: RawOptions, heavy: HeavyWork): Promise<Picture> {
  const input = readCard(words);
  return { contentType: "image/png", body: await heavy.run({ name: "drawCard", input }) };
}

/** Checks the options of a card, and fills in defaults. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
export function readCard(words: RawOptions): CardJob {
  const { data } = words;
  if (data === undefined || data === "") throw dataMissing();
  const { title, color } = words;
  return {
    title: title === undefined || title === "" ? cardTable.title.default : read("title", title),
    data: read("data", data),
    color: color === undefined ? cardTable.color.default : read("color", color),
  };
}

function read(name: keyof typeof cardTable, word: unknown): string {
  const value = cardTable[name].read(word);
  if (typeof value === "string") return value;
  throw invalidOption(name, cardTable[name]);
}
