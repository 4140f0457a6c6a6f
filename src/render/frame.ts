import { type FrameLengths, type FrameSettings, insideFrame, measureFrame } from "../options/frames.ts";

/** The layout of a framed picture. All lengths are in pixels. Positions and sizes of boxes are integers. */
export interface FrameLayout {
  readonly width: number;
  readonly height: number;
  /** The square with the code and its quiet zone. The frame never overlaps it. */
  readonly code: Square;
  /** Where the caption may be, and its font sizes; undefined if there is no caption. */
  readonly text: CaptionBox | undefined;
  /** The square around the area inside the frame. That area has the background of the code, and may have round
   *  corners. */
  readonly opening: Square;
  readonly lengths: FrameLengths;
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

/** The height and half the width of a banner's pointer, as shares of the picture's width. */
const POINTER = { height: 0.026, half: 0.032 };
/** Radii of a banner's corners and of a ticket's notches, as shares of the picture's width. */
const BANNER_RADIUS = 0.05;
const NOTCH = 0.03;
const DASHES = 22;
/** Space on both sides of a caption, and its font sizes, as shares of the picture's width. A smaller caption would be hard
 *  to read. */
const SIDE = 0.06;
const FONT_SIZE = 0.095;
const SMALLEST = 0.042;

/** Returns the layout of a framed picture. @throws {RangeError} if there is no frame. */
export function layOutFrame(options: FrameSettings): FrameLayout {
  const { size, caption } = options;
  const lengths = measureFrame(options);
  if (!lengths) throw new RangeError("frame");
  const { row, line, inset, gap, band, height } = lengths;
  const top = row.banner === "top" ? gap + band : 0;
  const side = Math.max(1, Math.round(size * SIDE));
  const box = {
    left: side,
    top: bandTop(size, lengths),
    width: size - 2 * side,
    height: row.banner || row.tears ? band : band + line,
    largest: size * FONT_SIZE,
    smallest: size * SMALLEST,
  };
  return {
    width: size,
    height,
    code: { left: inset, top: top + inset, side: size - 2 * inset },
    text: caption === undefined ? undefined : box,
    opening: { left: line, top: top + line, side: size - 2 * line },
    lengths,
  };
}

/** Returns the layout of a picture's frame; undefined if it has none. */
export function frameOf(options: FrameSettings): FrameLayout | undefined {
  return options.frame === "none" ? undefined : layOutFrame(options);
}

/** Returns where the band with the caption begins. Without a banner, it begins at the edge of the opening. */
function bandTop(size: number, { row, line, gap }: FrameLengths): number {
  return row.banner === "top" ? 0 : row.banner ? size + gap : row.tears ? size : size - line;
}

/** Returns the outline of the frame, with the top of the picture at `from`. Holes run counterclockwise. If `isSolid`, the
 *  area inside the frame is filled too. */
export function frameOutline({ width: size, height, opening, lengths }: FrameLayout, from: number, isSolid = false) {
  const { row, line, inner, band } = lengths;
  const hasBand = band > 0;
  const fine = (share: number) => Math.round(size * share * 100) / 100;
  const top = opening.top - line;
  const border = () => {
    if (row.banner) return box(0, from + top, size, size, fine(row.outer));
    if (row.tears) return ticket(size, height, from, fine(-row.outer), hasBand ? fine(NOTCH) : 0);
    return box(0, from, size, height, fine(row.outer));
  };
  const hole = isSolid ? "" : box(line, from + opening.top, opening.side, opening.side, inner, true);
  const tears = row.tears && hasBand ? dashes(size, from) : "";
  const banner = row.banner ? bubble(size, from + bandTop(size, lengths), band, row.banner) : "";
  return border() + hole + tears + banner;
}

/** Returns the outline of the area inside the frame, relative to the code with its quiet zone. */
export function panelOutline({ code, opening, lengths }: FrameLayout): string {
  const { side } = opening;
  return box(opening.left - code.left, opening.top - code.top, side, side, lengths.inner);
}

/** Returns the smallest size up to `most` whose code, with its quiet zone, is at least `least` pixels wide; undefined if
 *  there is none. */
export function sizeForCode(options: FrameSettings, least: number, most: number): number | undefined {
  for (let size = least; size <= most; size++) if (insideFrame({ ...options, size }).size >= least) return size;
  return undefined;
}

/** Distance of the control points of a cubic curve from the ends of a quarter of a circle, as a share of the radius. */
const ROUND = 0.5523;

/** Rounds to hundredths of a pixel. */
const n = (value: number) => Math.round(value * 100) / 100;

/** Returns a quarter of a circle from the current point to (x, y), which is relative to that point. The curve starts
 *  horizontally or vertically. */
function turn(x: number, y: number, isHorizontal: boolean): string {
  const [x1, y1] = isHorizontal ? [x * ROUND, 0] : [0, y * ROUND];
  const [x2, y2] = isHorizontal ? [x, y * (1 - ROUND)] : [x * (1 - ROUND), y];
  return `c${n(x1)} ${n(y1)} ${n(x2)} ${n(y2)} ${n(x)} ${n(y)}`;
}

/** Returns a rectangle with round corners, clockwise, or counterclockwise if it is a hole. */
function box(left: number, top: number, width: number, height: number, radius: number, isHole = false): string {
  const r = radius;
  const [across, down] = [n(width - 2 * r), n(height - 2 * r)];
  if (r === 0) {
    const sides = isHole ? `v${height}h${width}v-${height}` : `h${width}v${height}h-${width}`;
    return `M${left} ${n(top)}${sides}z`;
  }
  if (isHole) {
    const [first, second] = [turn(r, r, false), turn(r, -r, true)];
    const [third, fourth] = [turn(-r, -r, false), turn(-r, r, true)];
    return `M${left} ${n(top + r)}v${down}${first}h${across}${second}v-${down}${third}h-${across}${fourth}z`;
  }
  const [first, second] = [turn(r, r, true), turn(-r, r, false)];
  const [third, fourth] = [turn(-r, -r, true), turn(r, -r, false)];
  return `M${n(left + r)} ${n(top)}h${across}${first}v${down}${second}h-${across}${third}v-${down}${fourth}z`;
}

/** Returns a ticket: its corners are quarters of circles cut out of a rectangle. If `notch` is not 0, half circles of this
 *  radius are cut out of its sides, `width` pixels below its top. */
function ticket(width: number, height: number, top: number, corner: number, notch: number): string {
  const [r, m] = [corner, notch];
  const across = n(width - 2 * r);
  const right = m ? `v${n(width - m - r)}${turn(-m, m, true)}${turn(m, m, false)}v${n(height - width - m - r)}` : "";
  const left = m ? `v-${n(height - width - m - r)}${turn(m, -m, true)}${turn(-m, -m, false)}v-${n(width - m - r)}` : "";
  const down = n(height - 2 * r);
  return (
    `M${n(r)} ${n(top)}h${across}${turn(r, r, false)}${right || `v${down}`}${turn(-r, r, true)}` +
    `h-${across}${turn(-r, -r, false)}${left || `v-${down}`}${turn(r, -r, true)}z`
  );
}

/** Returns the dashes between the notches of a ticket, as holes. */
function dashes(width: number, top: number): string {
  const from = width * NOTCH * 1.6;
  const step = (width - 2 * from) / DASHES;
  const [long, thick] = [n(step * 0.5), n(Math.max(1, width * 0.006))];
  return Array.from({ length: DASHES }, (_, at) => {
    const left = n(from + (at + 0.25) * step);
    return `M${left} ${n(top + width - thick / 2)}v${thick}h${long}v-${thick}z`;
  }).join("");
}

/** Returns a banner with a pointer towards the code. */
function bubble(width: number, top: number, height: number, place: "top" | "bottom"): string {
  const r = n(width * BANNER_RADIUS);
  const [tip, half] = [n(width * POINTER.height), n(width * POINTER.half)];
  const rest = n(width / 2 - half - r);
  const [across, down] = [n(width - 2 * r), n(height - 2 * r)];
  const upper = place === "bottom" ? `h${rest}l${half} -${tip} ${half} ${tip}h${rest}` : `h${across}`;
  const lower = place === "top" ? `h-${rest}l-${half} ${tip} -${half} -${tip}h-${rest}` : `h-${across}`;
  return (
    `M${r} ${n(top)}${upper}${turn(r, r, true)}v${down}${turn(-r, r, false)}${lower}` +
    `${turn(-r, -r, true)}v-${down}${turn(r, -r, false)}z`
  );
}
