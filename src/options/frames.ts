import type { LookSettings } from "./table.ts";

/** The options that decide the size of a frame. */
export type FrameSettings = Pick<LookSettings, "frame" | "caption"> & { readonly size: number };

type FrameName = Exclude<LookSettings["frame"], "none">;

/** Lengths as shares of the picture's width. */
export interface FrameRow {
  /** Width of the border around the code. */
  readonly line: number;
  /** Radii of the outer and the inner corners. A negative outer radius cuts out a quarter of a circle. */
  readonly outer: number;
  readonly inner: number;
  /** Height of the band with the caption. Banners always have a band, and other frames only with a caption. */
  readonly band: number;
  readonly banner?: "top" | "bottom";
  /** Whether small notches and a dashed line separate the caption. */
  readonly tears?: true;
}

const rows: Readonly<Record<FrameName, FrameRow>> = {
  plain: { line: 0.028, outer: 0, inner: 0, band: 0.15 },
  rounded: { line: 0.028, outer: 0.082, inner: 0.054, band: 0.15 },
  ticket: { line: 0.044, outer: -0.04, inner: 0.014, band: 0.18, tears: true },
  "banner-top": { line: 0.022, outer: 0.07, inner: 0.048, band: 0.17, banner: "top" },
  "banner-bottom": { line: 0.022, outer: 0.07, inner: 0.048, band: 0.17, banner: "bottom" },
};

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

/** Distance between a banner and the border, as a share of the picture's width. */
const GAP = 0.04;

/** Distance, as a share of its radius, by which a round corner intrudes into its box along each axis, at the
 *  diagonal. */
const REACH = 1 - Math.SQRT1_2;

/** The lengths of a frame in pixels. All but `inner` are integers. */
export interface FrameLengths {
  readonly row: FrameRow;
  /** Width of the border. */
  readonly line: number;
  /** Radius of the inner corners. */
  readonly inner: number;
  /** Distance between the border's outer edge and the code with its quiet zone. */
  readonly inset: number;
  /** Distance between a banner and the border, and height of the band with the caption; 0 if there is none. */
  readonly gap: number;
  readonly band: number;
  /** Height of the picture. */
  readonly height: number;
}

/** Returns the lengths of a frame; undefined if there is none. */
export function measureFrame({ size, frame, caption }: FrameSettings): FrameLengths | undefined {
  if (frame === "none") return undefined;
  const row = rows[frame];
  const whole = (share: number) => Math.max(1, Math.round(size * share));
  const line = whole(row.line);
  const inner = Math.min(Math.round(size * row.inner * 100) / 100, 2 * line);
  const band = row.banner || caption !== undefined ? whole(row.band) : 0;
  const gap = row.banner ? whole(GAP) : 0;
  return { row, line, inner, inset: Math.ceil(line + inner * REACH), gap, band, height: size + gap + band };
}

/** Returns `options` for the code inside the frame: with the size of the code and its quiet zone. */
export function insideFrame<Options extends FrameSettings>(options: Options): Options {
  const frame = measureFrame(options);
  return frame ? { ...options, size: options.size - 2 * frame.inset } : options;
}

/** Returns the width and height of the picture in pixels. */
export function pictureSize(options: FrameSettings): { readonly width: number; readonly height: number } {
  return { width: options.size, height: measureFrame(options)?.height ?? options.size };
}
