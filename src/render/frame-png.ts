import type { PixelSource } from "../core/image-writer.ts";
import { isOnPaper } from "../options/frames.ts";
import type { Caption, Pixels } from "../ports.ts";
import { blend } from "./coverage.ts";
import { coverageOf } from "./fill.ts";
import { channels as channelsOf, over } from "./flatten.ts";
import type { CaptionBox, FrameLayout } from "./frame.ts";
import { inkOutline, paperOutline } from "./frame-shapes.ts";
import { checkCaption } from "./frame-svg.ts";
import { MAX_COLORS, mix } from "./look-ink.ts";
import { lookPixels, type PaintLogo } from "./look-png.ts";
import { type Paint, type Paints, paintsOf } from "./paints.ts";
import type { LookedPlan, PngDesign } from "./plan.ts";
import { rampOf } from "./ramp.ts";
import { FULL } from "./tiles.ts";

/** Returns the pixels of a PNG with a frame. The code and its quiet zone are those of a picture without a frame that is as
 *  wide as `layout.code`. Throws like `drawFramedSvg`. */
export function framedPixels(
  plan: LookedPlan<PngDesign>,
  layout: FrameLayout,
  paintLogo?: PaintLogo,
  caption?: Caption,
): PixelSource {
  const { code: options, look } = plan;
  checkCaption(options, caption);
  const scene = {
    layout,
    rows: frameRows(options, layout),
    code: lookPixels(plan, paintLogo, MAX_COLORS - 3 * (FULL + 1)),
    background: look.background,
    paints: paintsOf(options),
    caption,
  };
  return indexed(scene) ?? trueColor(scene);
}

/** What a framed PNG consists of. */
interface Scene {
  readonly layout: FrameLayout;
  readonly rows: ReturnType<typeof frameRows>;
  readonly code: PixelSource;
  readonly background: Paint;
  readonly paints: Paints;
  readonly caption: Caption | undefined;
}

/** Bytes per colour, because the area around a frame is transparent. */
const CHANNELS = 4;

/** Returns the pixels as indices into a palette; undefined if there are more than 256 colours or a gradient meets the
 *  frame. The palette begins with the colours of the code. */
function indexed({ layout, rows, code, background, paints, caption }: Scene): PixelSource | undefined {
  if (!code.palette || typeof background !== "string" || caption?.isPlain === false) return undefined;
  const own = code.channels === 4 ? code.palette : withAlpha(code.palette);
  const frame = paints.frame.value;
  const palette = Uint8Array.from([
    ...own,
    ...blend(frame, "transparent"),
    ...opaque(frame, background),
    ...opaque(paints.caption.value, isOnPaper(layout.frame) ? background : frame),
  ]);
  if (palette.length > 256 * CHANNELS) return undefined;
  const first = own.length / CHANNELS;
  const codeLine = new Uint8Array(layout.code.side);
  return {
    width: layout.width,
    height: layout.height,
    palette,
    channels: CHANNELS,
    row(into, y) {
      const row = rows(y);
      for (let x = 0; x < into.length; x++) into[x] = first + (row[x] as number);
      forEachLetter(layout.text, caption?.pixels, y, (x, from, data) => {
        into[x] = first + 2 * (FULL + 1) + Math.round(((data[from + 3] as number) * FULL) / 255);
      });
      const { left, top, side } = layout.code;
      if (y < top || y >= top + side) return;
      code.row(codeLine, y - top);
      into.set(codeLine, left);
    },
  };
}

/** Returns the colours of `blend`, four bytes each. */
function opaque(color: string, back: string): Uint8Array {
  const colors = blend(color, back);
  return back === "transparent" ? colors : withAlpha(colors);
}

/** Returns opaque colours of four bytes for colours of three. */
function withAlpha(colors: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: (colors.length / 3) * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (colors[3 * (at >> 2) + (at % 4)] as number),
  );
}

/** Returns the pixels in true colour. */
function trueColor({ layout, rows, code, background, paints, caption }: Scene): PixelSource {
  const { width, height } = layout;
  const frame = channelsOf(paints.frame.value);
  const isClear = background === "transparent";
  // Positions in the gradient are relative to a picture whose code is as far from the top as from the left.
  const { left, top, side } = layout.code;
  const first = left - top;
  const scanlines = { offset: 0, scale: 1, first, last: first + height - 1 };
  const ramp = isClear ? undefined : rampOf(background, { offset: left, side }, width, scanlines);
  const [line, codeLine] = [new Uint8Array(width * CHANNELS), new Uint8Array(side * CHANNELS)];
  const codeRow = colorRows(code, CHANNELS);
  let last: Uint8Array | undefined;
  return {
    width,
    height,
    channels: CHANNELS,
    row(into, y) {
      const row = rows(y);
      const across = first + y;
      const isNew = y === 0 || row !== last || ramp?.isNew(across);
      last = row;
      if (isNew) {
        const start = ramp?.at(across) ?? 0;
        for (let x = 0, at = 0; x < width; x++, at += CHANNELS) {
          const isPaper = ramp && (row[x] as number) > FULL;
          const level = (row[x] as number) % (FULL + 1);
          const color = isPaper ? 3 * (ramp.steps[start + x] as number) : 0;
          for (let channel = 0; channel < 3; channel++) {
            const front = frame[channel] as number;
            line[at + channel] = isPaper ? mix(front, ramp.colors[color + channel] as number, level) : front;
          }
          line[at + 3] = isPaper ? 255 : (255 / FULL) * level;
        }
      }
      into.set(line);
      forEachLetter(layout.text, caption?.pixels, y, (x, from, data) => {
        const [at, alpha] = [CHANNELS * x, data[from + 3] as number];
        const under = into[at + 3] as number;
        const sum = alpha + Math.round((under * (255 - alpha)) / 255);
        for (let channel = 0; channel < 3; channel++) {
          const share = under === 255 ? alpha : Math.round((255 * alpha) / sum);
          into[at + channel] = over(data[from + channel] as number, into[at + channel] as number, share);
        }
        into[at + 3] = sum;
      });
      if (y < top || y >= top + side) return;
      codeRow(codeLine, y - top);
      into.set(codeLine, CHANNELS * left);
    },
  };
}

/** The scanlines of the latest frames of pictures of up to CACHED_WIDTH pixels, the largest size of the HTTP API. At 256 pixels,
 *  a frame takes 2 to 63 kB. At 2048 pixels, round ones take 4 MB, because few of their scanlines are equal. */
const cache = /* @__PURE__ */ new Map<string, readonly Uint8Array[]>();
export const MAX_FRAMES = 8;
/** Enough for two of the largest frames. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;
const CACHED_WIDTH = 2048;

/** Number of scanlines that are rasterized at a time, so that large pictures need little memory. */
const AT_ONCE = 32;

/** Returns the function that returns the coverage of each pixel of a scanline of the frame, from 0 to FULL, and FULL + 1 more
 *  above the background of the code. Consecutive scanlines that are equal are the same array. The scanlines of large pictures are drawn when they are needed, from the top
 *  to the bottom. */
function frameRows({ caption }: PngDesign, layout: FrameLayout): (y: number) => Uint8Array {
  const { frame, width, height } = layout;
  const key = `${frame} ${width} ${caption === undefined}`;
  const known = cache.get(key);
  if (known) return (y) => known[y] as Uint8Array;
  let last: Uint8Array | undefined;
  const [ink, paper] = [inkOutline(layout), paperOutline(layout)];
  const drawFrom = (top: number) => {
    const band = { top, width, height: Math.min(AT_ONCE, height - top) };
    const [shares, behind] = [coverageOf(ink, 1, band), coverageOf(paper, 1, band)];
    return Array.from({ length: shares.length / width }, (_, at) => {
      const row = new Uint8Array(width);
      let isNew = !last;
      for (let x = 0; x < width; x++) {
        const level = Math.round((shares[at * width + x] as number) * FULL);
        // The ink covers the edges of the paper.
        row[x] = (behind[at * width + x] as number) < 0.5 ? level : level + FULL + 1;
        isNew ||= row[x] !== last?.[x];
      }
      if (isNew) last = row;
      return last as Uint8Array;
    });
  };
  if (width > CACHED_WIDTH) {
    let [rows, first]: [Uint8Array[], number] = [[], -1];
    return (y) => {
      const top = y - (y % AT_ONCE);
      if (top !== first) [rows, first] = [drawFrom(top), top];
      return rows[y - top] as Uint8Array;
    };
  }
  const rows: Uint8Array[] = [];
  for (let top = 0; top < height; top += AT_ONCE) rows.push(...drawFrom(top));
  const cached = [...cache.values(), rows].reduce((sum, each) => sum + bytesOf(each), 0);
  if (cache.size >= MAX_FRAMES || cached > MAX_FRAME_BYTES) cache.clear();
  cache.set(key, rows);
  return (y) => rows[y] as Uint8Array;
}

/** Returns the number of bytes of scanlines, of which equal ones are the same array. */
const bytesOf = (rows: readonly Uint8Array[]) => new Set(rows).size * (rows[0]?.length ?? 0);

/** Calls `visit` for each pixel of the caption in scanline `y` that is not transparent, with its place in the scanline
 *  and in `data`. */
function forEachLetter(
  box: CaptionBox | undefined,
  pixels: Pixels | undefined,
  y: number,
  visit: (x: number, from: number, data: Uint8Array) => void,
): void {
  if (!box || !pixels || y < box.top || y >= box.top + box.height) return;
  const { width, height, data } = pixels;
  const start = width * Math.floor(((y - box.top) * height) / box.height);
  const step = width / box.width;
  for (let x = 0; x < box.width; x++) {
    const from = 4 * (start + Math.floor(x * step));
    if (data[from + 3]) visit(box.left + x, from, data);
  }
}

/** Returns the scanlines of `source` as colours of `channels` bytes. */
function colorRows(source: PixelSource, channels: 3 | 4): PixelSource["row"] {
  const { width, palette, channels: own = 3, row } = source;
  if (!palette && own === channels) return row;
  const line = new Uint8Array(palette ? width : width * own);
  return (into, y) => {
    row(line, y);
    for (let x = 0; x < width; x++) {
      const from = own * (palette ? (line[x] as number) : x);
      const colors = palette ?? line;
      for (let channel = 0; channel < channels; channel++) {
        into[channels * x + channel] = channel < own ? (colors[from + channel] as number) : 255;
      }
    }
  };
}
