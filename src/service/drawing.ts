import { encodeSymbol } from "../core/core.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Caption, PictureJob } from "../ports.ts";
import { costOf, isSquare } from "../render/cost.ts";
import { artBox, type Pictures } from "../render/pictures.ts";
import { type Scheduler, unscheduled } from "../work/scheduler.ts";
import type { Logo, LogoParts } from "./logo.ts";

export interface DrawingParts extends LogoParts {
  /** Shares this thread between the pictures of all callers. By default, pictures are drawn at once. */
  readonly scheduler?: Scheduler | undefined;
  /** The caller that waits for the picture. */
  readonly caller?: Parameters<Scheduler["run"]>[0]["caller"];
  /** Copies PNGs out of the core's memory. */
  readonly take?: TakeBytes | undefined;
}

/** Milliseconds that the drawing of a picture may take in this thread. */
export const MOST_HERE = 3;

/** Draws a picture that has no logo. Rejects like HeavyWork, or with QrError DATA_TOO_LONG. */
export function drawWithoutLogo(
  options: QrOptions,
  caption: Caption | undefined,
  pictures: Pictures,
  parts: DrawingParts,
): Picture | Promise<Picture> {
  // Plain squares cost little in every version, so their symbol is not encoded twice.
  const cost = costOf(options, isSquare(options) ? SIDE_OF_VERSION_40 : encodeSymbol(options.data, options).side, {
    caption,
  });
  return (
    drawElsewhere(options, cost, { caption }, parts) ??
    drawHere(cost, () => pictures.drawPicture(options, parts.take, caption), parts)
  );
}

const SIDE_OF_VERSION_40 = 177;

/** Draws the picture with the pixels of `logo`, even in an SVG, as scanning requires. Rejects like HeavyWork. */
export async function drawWithPixels(
  options: QrOptions,
  layout: LogoLayout,
  logo: Logo,
  caption: Caption | undefined,
  pictures: Pictures,
  parts: DrawingParts,
): Promise<Picture> {
  const art = await logo.draw(artBox(options, layout));
  const cost = costOf(options, layout.symbol.side, { logo: { pixels: art.width * art.height, bytes: 0 }, caption });
  const job = { logo: { aspect: logo.header.width / logo.header.height, art }, caption };
  return (
    drawElsewhere(options, cost, job, parts) ??
    drawHere(cost, () => pictures.drawLogoPicture(options, layout, art, caption), parts)
  );
}

/** Draws a picture in this thread, which may take `cost` milliseconds, when it is the caller's turn. */
export function drawHere<Value>(
  cost: number,
  work: () => Value,
  { scheduler = unscheduled, caller }: Pick<DrawingParts, "scheduler" | "caller">,
): Value | Promise<Value> {
  return scheduler.run({ cost, work, caller });
}

/** Draws a picture with `heavy`. Returns undefined if the picture costs little enough for this thread, or `heavy` does not
 *  support pictures. */
function drawElsewhere(
  options: QrOptions,
  cost: number,
  job: Omit<PictureJob, "words">,
  { heavy }: DrawingParts,
): Promise<Picture> | undefined {
  if (cost <= MOST_HERE || !heavy?.jobs.has("drawPicture")) return undefined;
  const words = { ...options, logo: undefined, logoData: undefined };
  const drawn = heavy.run({ name: "drawPicture", input: { words, ...job }, cost });
  return drawn.then((body) => ({ contentType: formats[options.format].contentType, body }));
}
