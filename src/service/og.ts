import { panelFor, QUIET_ZONE } from "../card/layout.ts";
import { encodeSymbol } from "../core/core.ts";
import type { DrawingParts } from "../drawing/draw-plan.ts";
import { aspectOf, type Logo, readLogo } from "../drawing/logo.ts";
import { QrError } from "../errors.ts";
import { logoLayoutOf } from "../logo/placement.ts";
import { checkOptions, type RawOptions, textIn } from "../options/parse.ts";
import { cardLookNames, cardTable, type QrOptions, table } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { CardJob, HeavyWork } from "../ports.ts";
import { pageForColor, readableOn } from "../render/colors.ts";
import { firstColor, paintsOf } from "../render/paints.ts";
import { generate } from "./generate.ts";

interface CardParts extends DrawingParts {
  readonly heavy: HeavyWork;
}

/** Draws a social card. @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG, a logo error, BUSY, or
 *  NOT_SUPPORTED if an optional package is missing. */
export async function drawCard(input: RawOptions, parts: CardParts): Promise<Picture> {
  const job = await readCard(input, parts);
  return { contentType: "image/png", body: await parts.heavy.run({ name: "drawCard", input: job }) };
}

/** Checks the options of a card, fills in defaults, and draws its code if there are look options. If no look option sets a
 *  colour, the code has the accent colour. Rejects like `drawCard`. */
async function readCard(input: RawOptions, parts: CardParts): Promise<CardJob> {
  const { title, data, color } = readOptions(input, parts);
  const look = cardLookNames.filter((name) => (input[name] ?? undefined) !== undefined);
  if (look.length === 0) return { title, data, color: color ?? cardTable.color.default };
  const picked = Object.fromEntries(look.map((name) => [name, input[name]]));
  const options = checkOptions({ ...picked, data, format: "png", boost: true }, parts.rows);
  const hasColor = paintsOf(options).modules.value !== cardTable.color.default;
  const tinted = color === undefined || hasColor ? options : { ...options, color: readableOn(backOf(options), color) };
  return { title, data, color: color ?? mainColor(options), code: await drawCode(tinted, parts) };
}

/** Checks all options like those of an image, even those that a card ignores, because an invalid option is a mistake. The
 *  format does not matter: unlike an image, a card has a logo in any format. @throws {QrError} DATA_MISSING or
 *  INVALID_OPTION. */
function readOptions(
  input: RawOptions,
  { rows }: CardParts,
): Pick<QrOptions, "title"> & { readonly data: string; readonly color: string | undefined } {
  const format = table.format.read(input.format) === undefined ? input.format : "png";
  const options = checkOptions({ ...input, format }, { ...rows, title: cardTable.title });
  const { title, color } = options;
  return {
    data: textIn(options),
    title: input.title === undefined ? cardTable.title.default : title,
    color: input.color === undefined ? undefined : color,
  };
}

/** Draws the code of a card for its panel, without a frame, and at level L if the data does not fit otherwise. */
async function drawCode(options: QrOptions, parts: CardParts): Promise<NonNullable<CardJob["code"]>> {
  const bare = { ...options, margin: QUIET_ZONE, frame: "none", caption: undefined } as const;
  const logo = await readLogo(bare, parts);
  const { side, ec } = sizeOf(bare, logo);
  const input = { ...bare, ec, size: panelFor(side) };
  const { body } = await generate(input, parts, () => logo && Promise.resolve(logo));
  return { png: body as Uint8Array, side, panel: backOf(options) };
}

/** Returns the size of the symbol, and its level. @throws {QrError} DATA_TOO_LONG. */
function sizeOf(options: QrOptions, logo: Logo | undefined): Pick<QrOptions, "ec"> & { readonly side: number } {
  const { data, ec } = options;
  if (logo) return { side: logoLayoutOf(options, aspectOf(logo)).symbol.side, ec };
  try {
    return { side: encodeSymbol(data, options).side, ec };
  } catch (error) {
    if (!(error instanceof QrError) || error.code !== "DATA_TOO_LONG") throw error;
    return { side: encodeSymbol(data, { ...options, ec: "L" }).side, ec: "L" };
  }
}

/** Returns the colour of the panel: the background of the code or, behind a transparent background, white or black. */
function backOf(options: QrOptions): string {
  const { value } = paintsOf(options).background;
  return value === "transparent" ? pageForColor(mainColor(options)) : firstColor(value);
}

/** Returns the colour of the modules, or the first colour of their gradient. */
function mainColor(options: QrOptions): string {
  return firstColor(paintsOf(options).modules.value);
}
