import { QrError } from "../errors.ts";
import { captionNeedsFonts } from "../messages/option-rules.ts";
import type { Caption, CaptionJob, HeavyWork } from "../ports.ts";

/** Draws a caption with `heavy`. Returns undefined without a job. Rejects like HeavyWork, or with QrError INVALID_OPTION if
 *  the caption is too long.
 *  @throws {QrError} NOT_SUPPORTED if the host has no fonts. */
export function drawCaption(input: CaptionJob | undefined, heavy: HeavyWork | undefined): Promise<Caption> | undefined {
  if (!input) return undefined;
  if (heavy?.jobs.has("drawCaption")) return heavy.run({ name: "drawCaption", input });
  throw new QrError("NOT_SUPPORTED", { field: "caption", rule: captionNeedsFonts });
}
