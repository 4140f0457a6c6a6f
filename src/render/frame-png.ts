import type { PixelSource } from "../core/image-writer.ts";
import type { FrameSettings } from "../options/frames.ts";
import type { Caption, Pixels } from "../ports.ts";
import { blend, channelsFor } from "./coverage.ts";
import { coverageOf } from "./fill.ts";
import { channels as channelsOf, over } from "./flatten.ts";
import { type CaptionBox, type FrameLayout, frameOutline } from "./frame.ts";
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
    code: lookPixels(plan, paintLogo, MAX_COLORS - 2 * (FULL + 1)),
    bg: options.bg,
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
  readonly bg: string;
  readonly background: Paint;
  readonly paints: Paints;
  readonly caption: Caption | undefined;
}

/** Returns the pixels as indices into a palette; undefined if there are more than 256 colours or a gradient meets the
 *  frame. The palette begins with the colours of the code. */
function indexed({ layout, rows, code, bg, background, paints, caption }: Scene): PixelSource | undefined {
  if (!code.palette || typeof background !== "string" || caption?.isPlain === false) return undefined;
  const channels = channelsFor(bg);
  const [front, back] = [channelsOf(paints.caption.value), channelsOf(paints.frame.value)];
  const letters = Array.from({ length: channels * (FULL + 1) }, (_, at) => {
    const channel = at % channels;
    return channel === 3 ? 255 : mix(front[channel] as number, back[channel] as number, Math.floor(at / channels));
  });
  const palette = Uint8Array.from([...code.palette, ...blend(paints.frame.value, bg), ...letters]);
  if (palette.length > 256 * channels) return undefined;
  const first = code.palette.length / channels;
  const codeLine = new Uint8Array(layout.code.side);
  return {
    width: layout.width,
    height: layout.height,
    palette,
    channels,
    row(into, y) {
      const row = rows(y);
      for (let x = 0; x < into.length; x++) into[x] = first + (row[x] as number);
      forEachLetter(layout.text, caption?.pixels, y, (x, from, data) => {
        into[x] = first + FULL + 1 + Math.round(((data[from + 3] as number) * FULL) / 255);
      });
      const { left, top, side } = layout.code;
      if (y < top || y >= top + side) return;
      code.row(codeLine, y - top);
      into.set(codeLine, left);
    },
  };
}

/** Returns the pixels in true colour. */
function trueColor({ layout, rows, code, bg, background, paints, caption }: Scene): PixelSource {
  const channels = channelsFor(bg);
  const { width, height, opening } = layout;
  const frame = channelsOf(paints.frame.value);
  const outside = channels === 3 ? channelsOf(bg) : frame;
  // Positions in the gradient are relative to a picture whose code is as far from the top as from the left.
  const { left, top, side } = layout.code;
  const ramp = typeof background === "string" ? undefined : rampOf(background, { offset: left, side }, width);
  const [line, codeLine] = [new Uint8Array(width * channels), new Uint8Array(side * channels)];
  const codeRow = colorRows(code, channels);
  let last: Uint8Array | undefined;
  return {
    width,
    height,
    channels,
    row(into, y) {
      const row = rows(y);
      const painted = y >= opening.top && y < opening.top + opening.side ? ramp : undefined;
      const across = y - top + left;
      const isNew = y === 0 || row !== last || painted?.isNew(across);
      last = row;
      if (isNew) {
        const start = painted?.at(across) ?? 0;
        for (let x = 0, at = 0; x < width; x++, at += channels) {
          const level = row[x] as number;
          const inside = x >= opening.left && x < opening.left + opening.side ? painted : undefined;
          const color = inside ? 3 * (inside.steps[start + x] as number) : 0;
          for (let channel = 0; channel < 3; channel++) {
            const back = (inside ? inside.colors[color + channel] : outside[channel]) as number;
            line[at + channel] = mix(frame[channel] as number, back, level);
          }
          if (channels === 4) line[at + 3] = inside ? 255 : (255 / FULL) * level;
        }
      }
      into.set(line);
      forEachLetter(layout.text, caption?.pixels, y, (x, from, data) => {
        const alpha = data[from + 3] as number;
        for (let channel = 0; channel < 3; channel++) {
          const at = channels * x + channel;
          into[at] = over(data[from + channel] as number, into[at] as number, alpha);
        }
      });
      if (y < top || y >= top + side) return;
      codeRow(codeLine, y - top);
      into.set(codeLine, channels * left);
    },
  };
}

/** The scanlines of the latest frames of pictures of up to CACHED_WIDTH pixels, the largest size of the HTTP API. A frame usually
 *  takes 20 kB, and at most 1.2 MB. */
const cache = /* @__PURE__ */ new Map<string, (y: number) => Uint8Array>();
export const MAX_FRAMES = 8;
const CACHED_WIDTH = 2048;

/** Number of scanlines that are rasterized at a time, so that large pictures need little memory. */
const AT_ONCE = 32;

/** Returns the function that returns the coverage of each pixel of a scanline of the frame, from 0 to FULL. Consecutive
 *  scanlines that are equal are the same array. The scanlines of large pictures are drawn when they are needed, from the top
 *  to the bottom. */
function frameRows({ frame, caption }: FrameSettings, layout: FrameLayout): (y: number) => Uint8Array {
  const { width, height } = layout;
  const key = `${frame} ${width} ${caption === undefined}`;
  const known = cache.get(key);
  if (known) return known;
  let last: Uint8Array | undefined;
  const drawFrom = (top: number) => {
    const band = { top: 0, width, height: Math.min(AT_ONCE, height - top) };
    const shares = coverageOf(frameOutline(layout, -top), 1, band);
    return Array.from({ length: shares.length / width }, (_, at) => {
      const row = new Uint8Array(width);
      let isNew = !last;
      for (let x = 0; x < width; x++) {
        row[x] = Math.round((shares[at * width + x] as number) * FULL);
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
  const rowAt = (y: number) => rows[y] as Uint8Array;
  if (cache.size >= MAX_FRAMES) cache.clear();
  cache.set(key, rowAt);
  return rowAt;
}

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
