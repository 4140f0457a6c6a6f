import type { HanStyle } from "./families.ts";
import type { ShapedText, Shaper } from "./shape.ts";
import { createWrapper, type Line } from "./wrap.ts";

/** A title that fits its box. */
export interface SetTitle {
  readonly shaped: ShapedText;
  readonly lines: readonly Line[];
  /** Pixels to the em, and from line to line. */
  readonly size: number;
  readonly leading: number;
}

/** Sizes in pixels to the em, with the most lines that look well. */
const SIZES = [
  { size: 88, lines: 3 },
  { size: 66, lines: 5 },
  { size: 44, lines: 8 },
] as const;

/** Scripts with marks above and below need more room between the lines than letters do; in ems. */
const TALL = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EVEN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** `shaped` in the largest size in which it fits `width` x `height` pixels; what does not fit in the smallest is cut off,
 *  with an ellipsis. */
export async function setTitle(
  shaper: Shaper,
  shaped: ShapedText,
  han: HanStyle,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<SetTitle> {
  const wrapper = createWrapper(shaped, han);
  const leading = TALL.test(shaped.text) ? 1.45 : EVEN.test(shaped.text) ? 1.3 : 1.17;
  const last = SIZES[SIZES.length - 1] as (typeof SIZES)[number];
  for (const { size, lines: most } of SIZES) {
    const lines = wrapper.balance(width / size, size === last.size);
    const room = Math.min(most, Math.floor(height / (leading * size)));
    if (lines && lines.length <= room) return { shaped, lines, size, leading: leading * size };
  }
  const room = Math.min(last.lines, Math.floor(height / (leading * last.size)));
  return cut(shaper, shaped, han, { width, size: last.size, leading: leading * last.size, room });
}

/** As much of the text as fits `room` lines together with its ellipsis. */
async function cut(
  shaper: Shaper,
  shaped: ShapedText,
  han: HanStyle,
  { width, size, leading, room }: { width: number; size: number; leading: number; room: number },
): Promise<SetTitle> {
  const lines = createWrapper(shaped, han).wrap(width / size, true) ?? [];
  let end = lines[room - 1]?.end ?? shaped.text.length;
  for (;;) {
    const kept = `${shaped.text.slice(0, end).trimEnd()}…`;
    const shorter = await shaper.shape(kept, han, 700);
    const fitting = createWrapper(shorter, han).wrap(width / size, true) ?? [];
    const before = shaped.clusters.findLast((cluster) => cluster.end < end);
    if (fitting.length <= room || !before) return { shaped: shorter, lines: fitting, size, leading };
    end = before.end;
  }
}
