import { type FrameName, type FrameSettings, insideFrame, measureFrame, wholePixels } from "../options/frames.ts";

/** The layout of a framed picture. All lengths are in pixels. Positions and sizes of boxes are integers. */
export interface FrameLayout {
  readonly frame: FrameName;
  readonly width: number;
  readonly height: number;
  /** The square with the code and its quiet zone. The frame never overlaps it. */
  readonly code: Square;
  /** Where the caption may be, and its font sizes; undefined if there is no caption. */
  readonly text: CaptionBox | undefined;
  /** The square around the code, and the radius of its corners. */
  readonly opening: Square;
  readonly inner: number;
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export interface CaptionBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
}

/** Font sizes of a caption as shares of the picture's width. A smaller caption would be hard to read. */
const FONT_SIZE = 0.095;
const SMALLEST = 0.042;

/** Returns the layout of a framed picture. @throws {RangeError} if there is no frame. */
export function layOutFrame(options: FrameSettings): FrameLayout {
  const { size, frame, caption } = options;
  const lengths = measureFrame(options);
  if (!lengths || frame === "none") throw new RangeError("frame");
  const { row, left, top, opening: side, inner, pad, height } = lengths;
  const whole = (thousandths: number) => wholePixels(size, thousandths);
  const [gap, tall, indent] = [Math.sign(row.gap) * whole(Math.abs(row.gap)), whole(row.tall), whole(row.indent)];
  const box = {
    left: indent,
    top: row.above ? top - gap - tall : top + side + gap,
    width: 2 * left + side - 2 * indent,
    height: tall,
    largest: size * FONT_SIZE,
    smallest: size * SMALLEST,
  };
  return {
    frame,
    width: size,
    height,
    code: { left: left + pad, top: top + pad, side: side - 2 * pad },
    text: caption === undefined ? undefined : box,
    opening: { left, top, side },
    inner,
  };
}

/** Returns the layout of a picture's frame; undefined if it has none. */
export function frameOf(options: FrameSettings): FrameLayout | undefined {
  return options.frame === "none" ? undefined : layOutFrame(options);
}

/** Returns the smallest size up to `most` whose code, with its quiet zone, is at least `least` pixels wide; undefined if
 *  there is none. */
export function sizeForCode(options: FrameSettings, least: number, most: number): number | undefined {
  for (let size = least; size <= most; size++) if (insideFrame({ ...options, size }).size >= least) return size;
  return undefined;
}
