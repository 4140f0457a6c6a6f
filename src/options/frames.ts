import type { LookSettings } from "./table.ts";

/** The options that decide the size of a frame. */
export type FrameSettings = Pick<LookSettings, "frame" | "caption"> & { readonly size: number };

export type FrameName = Exclude<LookSettings["frame"], "none">;

/** Lengths in thousandths of the picture's width. */
interface FrameRow {
  /** Distances between the edges of the picture and the opening, which is a square. */
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
  /** How much larger the distance is on the right. */
  readonly handle?: number;
  /** Radius of the opening's corners. By default, they are square. */
  readonly inner?: number;
  /** How much higher a caption makes the picture. By default, there is always space for one. */
  readonly band?: number;
  /** Distance between the opening and the caption. It is negative if the caption covers a part of the opening. */
  readonly gap: number;
  /** Height of the caption, and its distance to the left and the right edge of the picture. */
  readonly tall: number;
  readonly indent: number;
  /** Whether the caption is above the opening. */
  readonly above?: true;
  /** Whether the background of the code is behind the caption, and not the frame. */
  readonly onPaper?: true;
}

/** Width of the transparent margin around every frame, in thousandths of the picture's width. */
export const FRAME_MARGIN = 25;

const banner = { side: 49, inner: 46, gap: 58, tall: 150, indent: 80 };

const rows: Readonly<Record<FrameName, FrameRow>> = {
  plain: { side: 51, top: 51, bottom: 51, band: 124, gap: 6, tall: 138, indent: 80 },
  rounded: { side: 51, top: 51, bottom: 51, inner: 50, band: 124, gap: 6, tall: 138, indent: 80 },
  ticket: { side: 71, top: 71, bottom: 71, inner: 14, band: 150, gap: 50, tall: 138, indent: 100 },
  "banner-top": { ...banner, top: 233, bottom: 49, above: true },
  "banner-bottom": { ...banner, top: 49, bottom: 233 },
  bubble: { side: 51, top: 51, bottom: 137, inner: 64, band: 124, gap: 6, tall: 138, indent: 90 },
  tag: { side: 59, top: 187, bottom: 59, inner: 26, band: 116, gap: 6, tall: 138, indent: 90 },
  phone: { side: 79, top: 151, bottom: 111, band: 150, gap: 16, tall: 130, indent: 165 },
  polaroid: { side: 87, top: 87, bottom: 207, gap: 22, tall: 136, indent: 110, onPaper: true },
  ribbon: { side: 134, top: 49, bottom: 213, inner: 36, gap: 2, tall: 144, indent: 150 },
  circle: { side: 53, top: 53, bottom: 53, inner: 447, band: 16, gap: -100, tall: 136, indent: 150 },
  bag: { side: 85, top: 223, bottom: 79, inner: 24, band: 104, gap: 8, tall: 138, indent: 120 },
  cup: { side: 71, handle: 152, top: 197, bottom: 81, inner: 26, band: 92, gap: 2, tall: 138, indent: 90 },
  envelope: { side: 109, top: 49, bottom: 293, gap: 112, tall: 140, indent: 90 },
  badge: { side: 92, top: 92, bottom: 92, inner: 408, band: 0, gap: -80, tall: 136, indent: 150 },
  corners: { side: 49, top: 49, bottom: 49, inner: 52, band: 172, gap: 52, tall: 144, indent: 100 },
};

/** Returns whether the background of the code is behind the caption. */
export function isOnPaper(frame: LookSettings["frame"] | undefined): boolean {
  return frame !== undefined && frame !== "none" && rows[frame].onPaper === true;
}

/** Applies the rules for a caption without a frame: the caption implies a frame, but it is ignored if `word`, the
 *  caller's `frame`, is "none". Mutates `draft`. */
export function settleFrame(
  draft: { -readonly [Name in "frame" | "caption"]: LookSettings[Name] },
  word: unknown,
): void {
  if (draft.frame !== "none" || draft.caption === undefined) return;
  if (word === undefined) draft.frame = "banner-bottom";
  else draft.caption = undefined;
}

/** Distance, as a share of its radius, by which a round corner intrudes into its box along each axis, at the
 *  diagonal. */
const REACH = 1 - Math.SQRT1_2;

/** The lengths of a frame in pixels. All but `inner` are integers. */
export interface FrameLengths {
  readonly row: FrameRow;
  /** Distances between the left and the upper edge of the picture and the opening. */
  readonly left: number;
  readonly top: number;
  /** The width and the height of the opening, and the radius of its corners. */
  readonly opening: number;
  readonly inner: number;
  /** Distance between the opening and the code with its quiet zone. */
  readonly pad: number;
  /** Height of the picture. */
  readonly height: number;
}

/** Returns thousandths of the picture's width in whole pixels, at least one. */
export const wholePixels = (size: number, thousandths: number): number =>
  Math.max(1, Math.round((size * thousandths) / 1000));

/** Returns the lengths of a frame; undefined if there is none. */
export function measureFrame({ size, frame, caption }: FrameSettings): FrameLengths | undefined {
  if (frame === "none") return undefined;
  const row = rows[frame];
  const whole = (length: number) => wholePixels(size, length);
  const band = row.band !== undefined && caption !== undefined ? whole(row.band) : 0;
  const [left, top] = [whole(row.side), whole(row.top)];
  const opening = size - 2 * left - (row.handle ? whole(row.handle) : 0);
  const inner = Math.min(opening / 2, Math.round(size * (row.inner ?? 0)) / 1000);
  const height = top + opening + whole(row.bottom) + band;
  return { row, left, top, opening, inner, pad: Math.ceil(inner * REACH), height };
}

/** Returns `options` for the code inside the frame: with the size of the code and its quiet zone. */
export function insideFrame<Options extends FrameSettings>(options: Options): Options {
  const frame = measureFrame(options);
  return frame ? { ...options, size: frame.opening - 2 * frame.pad } : options;
}

/** Returns the width and height of the picture in pixels. */
export function pictureSize(options: FrameSettings): { readonly width: number; readonly height: number } {
  return { width: options.size, height: measureFrame(options)?.height ?? options.size };
}
