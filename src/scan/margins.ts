import type { Margin } from "../ports.ts";
import { soften } from "./blur.ts";
import { addNoise, NEARLY_BLACK, photograph, shade, tilt, type View, type Viewpoint } from "./conditions.ts";
import { type Box, crop, enlarge, type Gray, shrink, surround } from "./gray.ts";
import { allLadders, type MarginName } from "./score.ts";

/** A picture whose symbol is in the middle, or at `place`. */
export interface CodeView extends View {
  /** Modules per side of the symbol. */
  readonly side: number;
  /** Position of the symbol in a frame, and the width of its quiet zone, in modules. */
  readonly place?: { readonly left: number; readonly top: number; readonly quiet: number } | undefined;
  /** The modules under a logo, as areas that do not overlap. */
  readonly cleared?: readonly Box[] | undefined;
}

interface Damage {
  readonly of: Viewpoint;
  damage(view: CodeView, step: number): Gray;
  /** Whether many pictures are still read at the last step. If so, the bisection starts there, which saves up to two reads. */
  readonly isEasy?: boolean;
  /** Returns the strength at which the picture is unchanged, such as the width of its own quiet zone. Weaker steps do
   *  not change it either. */
  limit?(view: CodeView): number;
  /** Whether the damage changes nothing except that modules become wrong. If so, copies with more errors than can be
   *  corrected are not read. */
  readonly isErasing?: boolean;
}

const NEARLY_WHITE = 231;

/** Pixels per module in a simulated photo. Modules start at different positions within a pixel, because the number is
 *  fractional. With an integer, results would depend on the start of the first module. */
const CAMERA = 3.4;

/** Pixels per module in the picture that the damage `module` shrinks. */
const LARGE = 4;

/** The damage whose margins are measured, by name. Nothing is random. */
const damages: { readonly [Name in MarginName]: Damage } = {
  module: {
    of: "picture",
    damage: ({ gray, scale }, step) => shrink(gray, step / scale),
  },
  noise: {
    of: "camera",
    // Moves black and white towards grey by an eighth of the range, so that less noise is clipped.
    damage: ({ gray }, step) => addNoise(gray, 32, 3, step),
  },
  light: { of: "camera", isEasy: true, damage: ({ gray }, step) => shade(gray, step) },
  // The page has the colour of the background: on a white page, a grey background would look like modules.
  tilt: { of: "camera", damage: ({ gray }, step) => tilt(gray, step, gray.data[0] as number) },
  "quiet zone": {
    of: "trimmed",
    damage: placeOnPage,
    limit: ({ gray, scale, side, place }) => place?.quiet ?? Math.max(0, gray.width / scale - side) / 2,
  },
  blur: { of: "camera", isEasy: true, damage: ({ gray, scale }, step) => soften(gray, (step / 100) * scale) },
  "covered area": { of: "camera", isEasy: true, isErasing: true, damage: cover },
};

interface Strain extends Damage {
  readonly name: string;
  readonly unit: string;
  readonly steps: readonly number[];
}

/** The kinds of damage with their steps. */
export const strains: readonly Strain[] = allLadders.map(({ name, unit, steps }) => ({
  name,
  unit,
  steps,
  ...damages[name],
}));

/** Resolves to how much of each kind of damage a decoder tolerates. `read` resolves to whether the decoder reads a
 *  picture. It is called at most four times per margin. `isCorrectable` returns whether error correction can make up for the
 *  wrong modules in a copy of the picture. `trimmed` is the picture without the pixels left over around the quiet zone. */
export async function measureMargins(
  view: CodeView,
  read: (picture: Gray) => Promise<boolean>,
  isCorrectable: (picture: Gray) => boolean = () => true,
  trimmed: CodeView = view,
): Promise<Margin[]> {
  const photoOf = (from: CodeView) => ({ ...from, ...photograph(from, CAMERA) });
  const camera = photoOf(view);
  const views = { picture: enlarged(view), camera, trimmed: trimmed === view ? camera : photoOf(trimmed) };
  const margins: Margin[] = [];
  for (const strain of strains) {
    const { name, unit, of, steps, damage, isEasy, isErasing } = strain;
    const stepOf = (at: number) => steps[at] as number;
    const count = isErasing
      ? 1 + (await lastPassed(steps.length, async (at) => isCorrectable(damage(view, stepOf(at)))))
      : steps.length;
    const last = await lastPassed(count, (at) => read(damage(views[of], stepOf(at))), isEasy);
    const most = strain.limit?.(views[of]) ?? Number.POSITIVE_INFINITY;
    margins.push({ name, value: last < 0 ? null : Math.round(10 * Math.min(most, stepOf(last))) / 10, unit });
  }
  return margins;
}

/** The difference between two pages that `lastPage` tries, in grey levels. There are 15 steps between white and black. */
const PAGE_STEP = 17;
const PAGES = 16;

/** The noise in the photos that `lastPage` reads, in grey levels. On the last page, codes score 0.69 to 0.76, and all
 *  seven decoders of the lab read them: `npm run scan-lab -- --pages`. */
const PAGE_NOISE = 28;

/** Resolves to the brightness of the last page on which the decoder reads a noisy photo of a picture. Searches from `page`,
 *  0 or 255, towards the opposite one. Resolves to null if the decoder reads it on none. `viewOn` returns the picture on a
 *  page. Calls `read` at most five times. */
export async function lastPage(
  page: number,
  viewOn: (level: number) => CodeView,
  read: (picture: Gray) => Promise<boolean>,
): Promise<number | null> {
  const levelOf = (step: number) => Math.abs(page - PAGE_STEP * step);
  const last = await lastPassed(PAGES, (step) => {
    const view = viewOn(levelOf(step));
    return read(damages.noise.damage({ ...view, ...photograph(view, CAMERA) }, PAGE_NOISE));
  });
  return last < 0 ? null : levelOf(last);
}

/** Returns the margins of a decoder that cannot read the undamaged picture. */
export const noMargins = (): Margin[] => strains.map(({ name, unit }) => ({ name, value: null, unit }));

/** Resolves to the index of the last of `count` steps that passes `test`, found by bisection; -1 if none passes. */
async function lastPassed(count: number, test: (at: number) => Promise<boolean>, isEasy = false): Promise<number> {
  let [passed, failed] = [-1, count];
  while (failed - passed > 1) {
    const middle = isEasy && failed === count ? failed - 1 : (passed + failed) >> 1;
    if (await test(middle)) passed = middle;
    else failed = middle;
  }
  return passed;
}

/** Cuts the quiet zone to `modules`, and puts the picture on a page that is nearly as dark as the code or, if the code is
 *  lighter than its background, nearly white. */
function placeOnPage(view: CodeView, modules: number): Gray {
  const { gray, scale, side, place } = view;
  const { width, height } = gray;
  const { left, top } = cornerOf(view);
  const page = isDarkOnLight(view) ? NEARLY_BLACK : NEARLY_WHITE;
  const rest = Math.round(modules * scale);
  const across = Math.max(0, Math.floor(left) - rest);
  const down = Math.max(0, Math.floor(top) - rest);
  const [right, bottom] = place
    ? [Math.min(width, Math.ceil(left + side * scale) + rest), Math.min(height, Math.ceil(top + side * scale) + rest)]
    : [width - across, height - down];
  const box = { left: across, top: down, right, bottom };
  return surround(crop(gray, box), page, Math.round(4 * scale));
}

/** Centre of the patch that covers a part of the symbol, in widths and heights of the symbol. The patch avoids the finder
 *  patterns and the middle. */
const PATCH = { x: 0.75, y: 0.6 };

/** Covers `percent`% of the symbol with a square patch. Its colour is that of the background inside the first finder
 *  pattern, so that all foreground modules under it are lost. Modules under a logo are lost already. They do not count, so
 *  the patch grows until it covers enough others. */
function cover(view: CodeView, percent: number): Gray {
  const { gray, side, cleared = [] } = view;
  const logo = cleared.map((area) => pixelsOf(view, area));
  const [x, y] = [PATCH.x * side, PATCH.y * side];
  const square = (half: number) => pixelsOf(view, { left: x - half, top: y - half, right: x + half, bottom: y + half });
  let half = (side * Math.sqrt(percent / 100)) / 2;
  let patch = square(half);
  const wanted = sharedArea(patch, patch);
  const newArea = () => logo.reduce((rest, area) => rest - sharedArea(patch, area), sharedArea(patch, patch));
  while (newArea() < wanted && half < side) {
    half += 1 / 8;
    patch = square(half);
  }
  const data = gray.data.slice();
  const level = ringLevel(view);
  for (const [from, to] of rowsOf(patch, gray)) data.fill(level, from, to);
  for (const [from, to] of logo.flatMap((area) => rowsOf(area, gray))) data.set(gray.data.subarray(from, to), from);
  return { ...gray, data };
}

/** Returns the pixels of an area whose edges are in modules, clipped to the symbol and the picture. */
function pixelsOf(view: CodeView, { left, top, right, bottom }: Box): Box {
  const { gray, scale, side } = view;
  const corner = cornerOf(view);
  const at = (start: number, module: number, most: number) =>
    Math.min(most, Math.max(0, Math.round(start + Math.min(side, Math.max(0, module)) * scale)));
  return {
    left: at(corner.left, left, gray.width),
    top: at(corner.top, top, gray.height),
    right: at(corner.left, right, gray.width),
    bottom: at(corner.top, bottom, gray.height),
  };
}

/** Returns the number of pixels that two boxes share. */
function sharedArea(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** Returns the index of the first pixel of each row of a box, and the index after the last. */
function rowsOf({ left, top, right, bottom }: Box, { width }: Gray): (readonly [from: number, to: number])[] {
  return Array.from({ length: bottom - top }, (_, row) => {
    const start = (top + row) * width;
    return [start + left, start + right];
  });
}

/** Enlarges modules to at least LARGE pixels. Otherwise, shrinking would not blur a small module: one of a single pixel
 *  would stay sharp. */
function enlarged(view: CodeView): CodeView {
  const times = Math.ceil(LARGE / view.scale);
  return times > 1 ? { ...view, gray: enlarge(view.gray, times), scale: view.scale * times } : view;
}

/** Returns whether the centre of the first finder pattern is at most as light as the ring around it. */
export function isDarkOnLight(view: CodeView): boolean {
  return pupilLevel(view) <= ringLevel(view);
}

/** Returns the brightness of the centre of the first finder pattern. */
export function pupilLevel(view: CodeView): number {
  return levelAt(view, 3.5, 3.5);
}

/** Returns the brightness between the centre and the edge of the first finder pattern, above the centre: round patterns are
 *  not light at the corners. */
export function ringLevel(view: CodeView): number {
  return levelAt(view, 3.5, 1.5);
}

/** Returns the brightness of the point that is `x` modules right of and `y` modules below the symbol's top left corner. */
function levelAt(view: CodeView, x: number, y: number): number {
  const { gray, scale } = view;
  const { left, top } = cornerOf(view);
  return gray.data[Math.floor(top + y * scale) * gray.width + Math.floor(left + x * scale)] as number;
}

/** Returns the top left corner of the symbol, in pixels. */
export function cornerOf({ gray: { width, height }, scale, side, place }: CodeView) {
  if (place) return { left: place.left * scale, top: place.top * scale };
  return { left: (width - side * scale) / 2, top: (height - side * scale) / 2 };
}
