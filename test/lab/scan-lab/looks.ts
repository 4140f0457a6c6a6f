import type { RawOptions } from "../../../src/options/parse.ts";
import { lookTable, pngTable } from "../../../src/options/table.ts";
import { sizes } from "../../../src/render/module-shapes.ts";
import { readableSizes } from "../../../src/render/shapes.ts";
import { type PicturePlan, samplePictures, spaceForLogo } from "./pictures.ts";
import { readers, slowest } from "./readers.ts";
import { CLEAN, conditions } from "./tasks.ts";

/** The look that shapes are compared with. */
export const SQUARE = "square";

const plain: readonly string[] = pngTable.dotStyle.of;
const squares = { dotStyle: SQUARE, eyeStyle: SQUARE, pupilStyle: SQUARE } as const;
/** A logo without transparent corners. */
const logoData = btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#1a5fb4" d="M0 0h8v8H0"/>' +
    '<path fill="#fff" d="M3 2h2v4H3"/></svg>',
);
/** The look that other logos are compared with. */
export const LOGO = "logoShape=square";
/** The look of a code on paper that is as large as that of frames. */
export const PAPER = "frame=none";

/** Looks with smaller modules than usual, whose smallest readable size is known. */
export const sized: Readonly<Record<string, RawOptions>> = Object.fromEntries(
  Object.keys(readableSizes).flatMap((dotStyle) =>
    [0.9, 0.8, 0.7, 0.6, 0.5].map((dotSize) => [`dotStyle=${dotStyle}, dotSize=${dotSize}`, { dotStyle, dotSize }]),
  ),
);

/** The frames that are compared. A frame of another shape differs only beyond the quiet zone. `frames.test.ts` reads all of them
 *  with several decoders. */
const frames = ["none", "plain", "rounded", "ticket", "banner-top", "banner-bottom"] as const;

/** Options by name: every shape except the plain styles without gaps, and small modules. They have a run of their own with
 *  fewer pictures, because people choose a shape for its look and most shapes get a warning. */
export const shapes: Readonly<Record<string, RawOptions>> = {
  [SQUARE]: {},
  ...named(
    "dotStyle",
    lookTable.dotStyle.of.filter((name) => Object.hasOwn(sizes, name) || !plain.includes(name)),
  ),
  ...sized,
  ...named("eyeStyle", lookTable.eyeStyle.of),
  ...named("pupilStyle", lookTable.pupilStyle.of),
};

/** The shapes of presets by name, in colours as presets have them: a preset has one of these or is square. Colours and frames
 *  change what decoders read of square codes too, and presets are compared with those. */
export const presetShapes: Readonly<Record<string, RawOptions>> = {
  "dotStyle=rounded, pupilStyle=rounded": {
    ...{ dotStyle: "rounded", pupilStyle: "rounded", gradient: "linear,135,0a2a7a,07485a" },
    ...{ bg: "f3f9fd", color: "0a2a7a" },
  },
  "dotStyle=classy-rounded, pupilStyle=leaf": {
    ...{ dotStyle: "classy-rounded", pupilStyle: "leaf", color: "0f3d22", eyeColor: "1a2e05", bg: "f4f9f0" },
  },
  "dotStyle=classy, pupilStyle=rounded": {
    ...{ dotStyle: "classy", pupilStyle: "rounded", gradient: "radial,650f6c,3a1278", bg: "fdf4ff", color: "650f6c" },
  },
  "dotStyle=classy, pupilStyle=leaf": {
    ...{ dotStyle: "classy", pupilStyle: "leaf", gradient: "linear,0,3d1780,4a1a9a", bg: "f5f3ff", color: "3d1780" },
  },
  "dotStyle=extra-rounded, pupilStyle=rounded": {
    ...{ dotStyle: "extra-rounded", pupilStyle: "rounded", color: "4a1572", eyeColor: "3b0764", bg: "faf5ff" },
  },
  "dotStyle=extra-rounded": { dotStyle: "extra-rounded", color: "292524", bgGradient: "linear,180,fdfbf7,f1e9dc" },
};

/** Options by name: the shapes of presets, square shapes in the same colours, frames with a caption, and every shape and
 *  position of a logo. */
export const looks: Readonly<Record<string, RawOptions>> = {
  [SQUARE]: {},
  ...presetShapes,
  ...Object.fromEntries(
    Object.entries(presetShapes).map(([name, look]) => [`${name}, ${SQUARE}`, { ...look, ...squares }]),
  ),
  ...Object.fromEntries(frames.map((frame) => [`frame=${frame}`, { frame, caption: "Scan me" }])),
  ...Object.fromEntries(lookTable.logoShape.of.map((logoShape) => [`logoShape=${logoShape}`, { logoData, logoShape }])),
  "logoPosition=bottom-right": { logoData, logoPosition: "bottom-right" },
};

function named(option: string, values: readonly string[]): Record<string, RawOptions> {
  const others = values.filter((value) => value !== SQUARE);
  return Object.fromEntries(others.map((value) => [`${option}=${value}`, { [option]: value }]));
}

/** Returns the look that a look is compared with: for shapes of presets, square shapes in their colours, and for a logo, a square
 *  one in the centre. */
export function baseOf(name: string): string {
  if (isLogo(name)) return LOGO;
  const inColors = `${name}, ${SQUARE}`;
  return inColors in looks ? inColors : SQUARE;
}

/** Returns whether a look has a logo. The text of such pictures is shorter, because they have level H. */
export const isLogo = (name: string): boolean => looks[name]?.logoData !== undefined;

export const isFramed = (name: string): boolean => looks[name]?.frame !== undefined;

/** Number of pictures of each look that are read undamaged, and number of those that are damaged. `shapes` have fewer. */
const PICTURES = 72;
const SHAPE_PICTURES = 16;
/** Each picture gets one in this many of all combinations of damage and strength. Neighbouring pictures get different
 *  ones. */
const WAYS = 5;
/** The slowest decoder is given one in this many pictures. */
const SLOW_SHARE = 6;

export interface LookTask {
  readonly style: string;
  readonly look: RawOptions;
  readonly picture: PicturePlan;
  readonly conditions: readonly string[];
  readonly decoders: readonly string[];
}

/** Returns the tasks of a run with these looks, of `shapes` or of `looks`, and the looks that they are compared with. `quick`
 *  selects a few pictures, and all decoders except the slowest.
 *  @throws {Error} if `only` has an unknown name. */
export function listLookTasks({
  only,
  quick,
  of = looks,
}: {
  only: readonly string[];
  quick: boolean;
  of?: typeof looks;
}): LookTask[] {
  const unknown = only.filter((name) => !(name in of));
  if (unknown.length > 0) throw new Error(`--only must list looks, such as ${Object.keys(of)[1]}, not ${unknown}`);
  const wanted = new Set([SQUARE, ...only, ...only.map(baseOf)]);
  const pictures = of === shapes ? SHAPE_PICTURES : PICTURES;
  const chosen = Object.entries(of).filter(([name]) => only.length === 0 || wanted.has(name));
  const damaged = conditions.filter((name) => name !== CLEAN);
  const sets = [
    { pictures: samplePictures(quick ? 12 : pictures), conditionsOf: () => [CLEAN] },
    {
      pictures: samplePictures(quick ? 6 : pictures),
      conditionsOf: (at: number) => damaged.filter((_, way) => way % WAYS === at % WAYS),
    },
  ];
  return sets.flatMap(({ pictures, conditionsOf }) =>
    pictures.flatMap((picture, at) => {
      const slow = !quick && at % SLOW_SHARE === 0;
      const decoders = readers.map(({ name }) => name).filter((name) => slow || name !== slowest);
      const withLogo = spaceForLogo(picture);
      return chosen.map(([style, look]) => ({
        style,
        look,
        picture: isLogo(style) ? withLogo : picture,
        conditions: conditionsOf(at),
        decoders,
      }));
    }),
  );
}
