import type { TakeBytes } from "../core/image-writer.ts";
import { formats } from "../options/formats.ts";
import type { Picture } from "../picture.ts";
import { printDesigns } from "../print/designs.ts";
import { costOf } from "../render/cost.ts";
import { paintPicture } from "../render/pictures.ts";
import type { Art, Plan } from "../render/plan.ts";
import { type Scheduler, unscheduled } from "../work/scheduler.ts";
import type { LogoParts } from "./logo.ts";

export interface DrawingParts extends LogoParts {
  /** Shares this thread between the pictures of all callers. By default, pictures are drawn immediately. */
  readonly scheduler?: Scheduler | undefined;
  /** The caller that waits for the picture. */
  readonly caller?: Parameters<Scheduler["run"]>[0]["caller"];
  /** Copies PNGs out of the core's memory. */
  readonly take?: TakeBytes | undefined;
}

/** Maximum expected time, in milliseconds, for drawing a picture in this thread. */
export const MAX_HERE = 3;

/** Draws a plan in this thread or, if that would take too long, with `heavy`, if it supports pictures. Rejects like
 *  HeavyWork, or with QrError DATA_TOO_LONG. */
export function drawPlan(plan: Plan, art: Art, parts: DrawingParts): Picture | Promise<Picture> {
  const cost = costOf(plan, art);
  const { heavy } = parts;
  if (cost > MAX_HERE && heavy?.jobs.has("drawPicture")) {
    const drawn = heavy.run({ name: "drawPicture", input: { plan, art }, cost });
    return drawn.then((body) => ({ contentType: formats[plan.code.format].contentType, body }));
  }
  return drawHere(cost, () => paintPicture(plan, art, printDesigns, parts.take), parts);
}

/** Runs work in this thread in the caller's turn. The work may take `cost` milliseconds. */
export function drawHere<Value>(
  cost: number,
  work: () => Value,
  { scheduler = unscheduled, caller }: Pick<DrawingParts, "scheduler" | "caller">,
): Value | Promise<Value> {
  return scheduler.run({ cost, work, caller });
}
