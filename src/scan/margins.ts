import type { Margin } from "../ports.ts";
import { addNoise, NEARLY_BLACK, photograph, shade, tilt, type View } from "./conditions.ts";
import { crop, enlarge, type Gray, shrink, surround } from "./gray.ts";
import { ladders, type MarginName } from "./score.ts";

/** A picture whose symbol is in the middle, or at `place`. */
export interface CodeView extends View {
  /** Modules per side of the symbol. */
  readonly side: number;
  /** Position of the symbol in a frame, and the width of its quiet zone, in modules. */
  readonly place?: { readonly left: number; readonly top: number; readonly quiet: number } | undefined;
}

interface Damage {
  /** What to damage: the picture, or a simulated photo of it. */
  readonly of: "picture" | "camera";
  damage(view: CodeView, step: number): Gray;
  /** Whether most pictures are still read at the last step. If so, the bisection begins with that step, which saves two
   *  reads. */
  readonly isEasy?: boolean;
  /** Returns the strength at which the picture is unchanged, such as the width of its own quiet zone. Weaker steps do
   *  not change it either. */
  limit?(view: CodeView): number;
}

const NEARLY_WHITE = 231;

/** Pixels per module in a simulated photo. The number is fractional, so that modules start at different positions
 *  within a pixel. If it were an integer, results would depend on where the first module starts. */
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
    // Moves black and white an eighth of the range towards grey, so that less noise is clipped.
    damage: ({ gray }, step) => addNoise(gray, 32, 3, step),
  },
  light: { of: "camera", isEasy: true, damage: ({ gray }, step) => shade(gray, step) },
  // The page has the colour of the background. Next to white, a grey background would look like modules.
  tilt: { of: "camera", damage: ({ gray }, step) => tilt(gray, step, gray.data[0] as number) },
  "quiet zone": {
    of: "camera",
    damage: placeOnPage,
    limit: ({ gray, scale, side, place }) => place?.quiet ?? Math.max(0, gray.width / scale - side) / 2,
  },
};

interface Strain extends Damage {
  readonly name: string;
  readonly unit: string;
  readonly steps: readonly number[];
}

/** The kinds of damage with their steps. */
export const strains: readonly Strain[] = ladders.map(({ name, unit, steps }) => ({
  name,
  unit,
  steps,
  ...damages[name],
}));

/** Resolves to how much of each kind of damage a decoder tolerates. `read` resolves to whether the decoder reads a
 *  picture. It is called about three times for each margin. */
export async function measureMargins(view: CodeView, read: (picture: Gray) => Promise<boolean>): Promise<Margin[]> {
  const views = { picture: enlarged(view), camera: { ...view, ...photograph(view, CAMERA) } };
  const margins: Margin[] = [];
  for (const strain of strains) {
    const { name, unit } = strain;
    const value = await strongest(strain, views[strain.of], read);
    margins.push({ name, value, unit });
  }
  return margins;
}

/** Returns the margins of a decoder that cannot read the undamaged picture. */
export const noMargins = (): Margin[] => strains.map(({ name, unit }) => ({ name, value: null, unit }));

/** Finds, by bisection, the last step at which `read` resolves to true. Resolves to its value, rounded to tenths, or to
 *  null if there is no such step. */
async function strongest(
  { steps, damage, isEasy, limit }: Strain,
  view: CodeView,
  read: (picture: Gray) => Promise<boolean>,
): Promise<number | null> {
  const most = limit?.(view) ?? Number.POSITIVE_INFINITY;
  let [passed, failed] = [-1, steps.length];
  while (failed - passed > 1) {
    const middle = isEasy && failed === steps.length ? failed - 1 : (passed + failed) >> 1;
    if (await read(damage(view, steps[middle] as number))) passed = middle;
    else failed = middle;
  }
  return passed < 0 ? null : Math.round(10 * Math.min(most, steps[passed] as number)) / 10;
}

/** Cuts the quiet zone to `modules` and lays the picture on a page that is nearly as dark as the code, or nearly white if
 *  the code is lighter than its background. */
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

/** Enlarges small modules to at least LARGE pixels. Otherwise, shrinking would not blur them: a module of one pixel
 *  would stay sharp. */
function enlarged(view: CodeView): CodeView {
  const times = Math.ceil(LARGE / view.scale);
  return times > 1 ? { ...view, gray: enlarge(view.gray, times), scale: view.scale * times } : view;
}

/** Returns whether the centre of the first finder pattern is at most as light as the ring around it. */
export function isDarkOnLight(view: CodeView): boolean {
  const { gray, scale } = view;
  const { left, top } = cornerOf(view);
  const at = (module: number) =>
    gray.data[Math.floor(top + module * scale) * gray.width + Math.floor(left + module * scale)] as number;
  return at(3.5) <= at(1.5);
}

/** Returns the top left corner of the symbol, in pixels. */
export function cornerOf({ gray: { width, height }, scale, side, place }: CodeView) {
  if (place) return { left: place.left * scale, top: place.top * scale };
  return { left: (width - side * scale) / 2, top: (height - side * scale) / 2 };
}
