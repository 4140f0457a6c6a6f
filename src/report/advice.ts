import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { gridOf, logoLayoutOf } from "../logo/placement.ts";
import { changeOptions } from "../messages/advice.ts";
import type { Message } from "../messages/message.ts";
import { removeLogo, shorten } from "../messages/report-rules.ts";
import { noPartColors, swapColors } from "../options/colors.ts";
import { formats } from "../options/formats.ts";
import { insideFrame } from "../options/frames.ts";
import type { OptionValue } from "../options/kinds.ts";
import { logoOf } from "../options/logo.ts";
import { type QrOptions, table } from "../options/table.ts";
import { luminance } from "../render/colors.ts";
import { isGradient, isTransparent, paintsOf } from "../render/paints.ts";
import { isSmall, LIGHT_ON_DARK } from "../scan/score.ts";
import type { Steps } from "../work/steps.ts";
import { swapAdvice } from "./contrast-issues.ts";
import { GOOD_PIXELS, marginWay, QUIET_ZONE, sizeFor, type Way } from "./issues.ts";
import { grayLevel, shadesOf } from "./shades.ts";
import { weakestSpot } from "./weakest-spot.ts";

/** A change that may make a picture easier to scan. */
export interface Change {
  readonly advice: Message;
  /** The option to change. */
  readonly field: string;
  /** The new values of options. Empty if the logo is removed or the data is shortened. */
  readonly way: Way;
  /** All options after the change. */
  readonly options: QrOptions;
}

/** The best change, and whether it makes a light code on a dark background dark on light. */
type BestChange = Change & { readonly uninverts: boolean };

/** A change with its cost to the user, expressed as points of the score. A costlier change must gain more. */
type Candidate = Change & {
  readonly effort: number;
  /** Returns milder changes that keep the hues, mildest first. Undefined for changes of other options. */
  readonly milder?: (() => readonly Way[]) | undefined;
};

/** What the score depends on. */
interface Facts {
  /** The difference between the grey levels of the modules and the background, 0 to 1. */
  readonly difference: number;
  readonly inverted: boolean;
  /** Modules per side. */
  readonly side: number;
  /** Pixels per module. */
  readonly pixels: number;
  readonly small: boolean;
  /** The width of the quiet zone in modules, without the pixels that are left over. */
  readonly quiet: number;
  /** The error correction level, 0 (L) to 3 (H). */
  readonly level: number;
  /** The share of the error correction that a logo leaves unused. It is negative if a logo damages too much. */
  readonly unused: number;
  /** Whether the code stays readable under its logo. */
  readonly safe: boolean;
}

/** The effort of a change that affects more than necessary. */
const EFFORT = 0.03;

/** Maximum score of a picture with small modules, which gets at most grade C. */
const MAX_IF_SMALL = 0.71;

/** Sizes of the picture and the logo. */
export interface Sizes {
  readonly size?: number | undefined;
  readonly logoSize?: number | undefined;
}

/** Returns the change that probably raises the score most, in one step per candidate. `score` is the current one, and `sizes`
 *  replace the suggested sizes of the picture and the logo. */
export function* bestChange(options: QrOptions, score: number, sizes: Sizes = {}): Steps<BestChange> {
  const facts = factsOf(options);
  let best: (Candidate & BestChange) | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const change of candidatesFor(options, facts, sizes)) {
    yield;
    const after = factsOf(change.options);
    const gain = gainOf(facts, after, score) - change.effort;
    if (best && !(gain > most)) continue;
    best = { ...change, uninverts: facts?.inverted === true && after?.inverted === false };
    most = gain;
  }
  // The last candidate always exists.
  const found = best as Candidate & BestChange;
  const { uninverts } = found;
  // Black and white help most, but they take away the user's colours, so even the strongest shade is better.
  const enough = Math.min(GOOD_SCORE, score + most + found.effort - HUE);
  let milder: Candidate | undefined;
  for (const way of found.milder?.() ?? []) {
    milder = candidateFor(options, { way }) ?? milder;
    yield;
    if (milder && score + gainOf(facts, factsOf(milder.options), score) >= enough) break;
  }
  return milder ? { ...milder, uninverts } : found;
}

/** The estimated score to aim for. It is well above that of grade A, because estimates are inexact. */
const GOOD_SCORE = 0.9;

/** How many points of the score the user's colours are worth. */
const HUE = 0.03;

/** Maximum number of changes to suggest for a picture that does not scan, and minimum gain of each. */
export const MAX_CHANGES = 3;
const MIN_GAIN = 0.08;

/** Returns suggested changes for a picture that does not scan, in order. Each is the best change once the earlier ones are
 *  applied. For `sizes` and the steps, see `bestChange`. */
export function* changesToScan(options: QrOptions, sizes: Sizes = {}): Steps<readonly BestChange[]> {
  const changes = [yield* bestChange(options, 0, sizes)];
  while (changes.length < MAX_CHANGES) {
    const { options: changed } = changes.at(-1) as Change;
    yield;
    const next = yield* bestChange(changed, 0, sizes);
    const isNew = Object.keys(next.way).every((name) => changes.every(({ way }) => !(name in way)));
    yield;
    if (!isNew || gainOf(factsOf(changed), factsOf(next.options), 0) < MIN_GAIN) break;
    changes.push(next);
  }
  return changes;
}

/** Estimates by how much a change raises the score. */
function gainOf(before: Facts | undefined, after: Facts | undefined, score: number): number {
  if (!before || !after) return Number.NEGATIVE_INFINITY;
  const factor = ({ inverted }: Facts) => (inverted ? LIGHT_ON_DARK : 1);
  const limited = (value: number, { small }: Facts) => (small ? Math.min(value, MAX_IF_SMALL) : value);
  const raised = (score / factor(before) + estimate(after) - estimate(before)) * factor(after);
  return limited(raised, after) - limited(score, before);
}

/** Estimates the score of a dark-on-light code, up to a constant. The coefficients are fitted to the effects of 3,431
 *  changes to 275 random codes. */
function estimate({ difference, side, pixels, quiet, level, unused, safe }: Facts): number {
  const contrast = 0.25 * Math.log(Math.max(0.03, difference));
  const size = 0.2 * Math.min(2, pixels) + 0.015 * Math.min(GOOD_PIXELS, pixels);
  // Version 1 has no alignment pattern.
  const modules = 0.09 * Math.log(side) + (side === 21 ? 0.1 : 0);
  const logo = 0.4 * Math.max(0, 0.3 - unused) + (safe ? 0 : 1);
  return contrast + size + 0.32 * Math.min(1, quiet) + 0.02 * level - modules - logo;
}

/** Returns undefined if the data is too long for the level. A logo counts as a square. */
function factsOf(options: QrOptions): Facts | undefined {
  try {
    // Any mask will do, because finding the best one is slow and does not affect the result.
    const trial = { ...options, mask: options.mask ?? 0 };
    const layout = hasLogo(options) ? logoLayoutOf(insideFrame(trial), 1) : undefined;
    const { side, ec } = layout?.symbol ?? encodeSymbol(trial.data, insideFrame(trial));
    const { scale, offset } = gridOf(side, options);
    const { spoiled, correctable, safe } = layout?.budget ?? { spoiled: 0, correctable: 1, safe: true };
    const { front, back, isMixed } = weakestSpot(options, side);
    return {
      difference: isMixed ? 0 : Math.abs(grayLevel(front) - grayLevel(back)),
      inverted: luminance(front) > luminance(back),
      side,
      pixels: scale,
      small: isSmall(scale, formats[options.format].vector === true),
      quiet: Math.min(options.margin, offset / scale),
      level: table.ec.of.indexOf(ec),
      unused: 1 - spoiled / correctable,
      safe,
    };
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}

const hasLogo = (options: QrOptions) => logoOf(options) !== undefined;

function candidatesFor(options: QrOptions, facts: Facts | undefined, sizes: Sizes): readonly Candidate[] {
  const { data } = options;
  const half = Math.ceil(data.length / 2);
  const shorter = typeof data === "string" ? [...data].slice(0, half).join("") : data.slice(0, half);
  const bare = { ...options, logo: undefined, logoData: undefined };
  const noLogo = { advice: { rule: removeLogo }, field: "logoSize", way: {}, options: bare, effort: 3 * EFFORT };
  return [
    ...waysFor(options, facts, sizes).flatMap((wanted) => candidateFor(options, wanted) ?? []),
    ...(hasLogo(options) ? [noLogo] : []),
    {
      advice: { rule: shorten, values: { option: { option: "data" } } },
      field: "data",
      way: {},
      options: { ...options, data: shorter },
      effort: EFFORT,
    },
  ];
}

/** A way that may be better, with milder ones. */
interface Wanted extends Pick<Candidate, "milder"> {
  readonly way: Way;
}

/** Returns undefined if the way changes nothing. */
function candidateFor(options: QrOptions, { way: wanted, milder }: Wanted): Candidate | undefined {
  const changes = Object.entries(wanted).filter(([name, value]) => options[name as keyof Way] !== value);
  const [first] = changes;
  if (!first) return undefined;
  const { color, bg } = options;
  const { modules, background } = paintsOf(options);
  const isSwap = wanted.color === bg && wanted.bg === color;
  const set = changes.flatMap(([name, value]) => (value === undefined ? [] : [[name, value as OptionValue] as const]));
  const removed = changes.flatMap(([name, value]) => (value === undefined ? [name] : []));
  const advice = isSwap
    ? swapAdvice(isGradient(modules.value) || isGradient(background.value))
    : changeOptions(set, removed);
  const isJoint = changes.length > 1 && !isSwap && wanted.margin === undefined;
  const way: Way = Object.fromEntries(changes);
  return { advice, field: first[0], way, options: { ...options, ...way }, effort: isJoint ? EFFORT : 0, milder };
}

/** How much smaller a suggested logo size is. */
const LOGO_STEP = 0.1;

function waysFor(options: QrOptions, facts: Facts | undefined, sizes: Sizes): readonly Wanted[] {
  const { logoSize, margin } = options;
  const front = { color: "000000", gradient: undefined, ...noPartColors };
  const back = { bg: "ffffff", bgGradient: undefined };
  const isLight = facts?.inverted === true;
  // Colours that are darker than the background in one place and lighter in another stay so when they are swapped.
  const canSwap = isLight && facts.difference > 0 && !isTransparent(options);
  // A transparent code is already judged on the best page for its colours.
  const ofOpaque = isLight
    ? [
        colorWay(options, { bg: "000000", bgGradient: undefined }),
        colorWay(options, { ...front, color: "ffffff" }),
        { way: { ...swapColors(options), ...noPartColors } },
      ]
    : [colorWay(options, back)];
  const ways: Way[] = [...table.ec.of.map((ec) => ({ ec })), { version: table.version.min }];
  if (facts && margin < QUIET_ZONE) ways.push(marginWay(options, facts.side, facts.pixels));
  if (facts && facts.pixels < GOOD_PIXELS) {
    ways.push({ size: sizes.size ?? sizeFor(options, GOOD_PIXELS, facts.side, Math.max(margin, QUIET_ZONE)) });
  }
  if (hasLogo(options)) {
    const smaller = Math.max(table.logoSize.min, Math.round(100 * (logoSize - LOGO_STEP)) / 100);
    const wanted = sizes.logoSize === undefined ? [smaller, table.logoSize.min] : [sizes.logoSize];
    ways.push(...wanted.map((logoSize) => ({ logoSize })));
  }
  return [
    ...(isTransparent(options) ? [] : ofOpaque),
    ...(isLight ? [] : [colorWay(options, front)]),
    canSwap ? swapWay(options, { ...front, ...back }) : colorWay(options, { ...front, ...back }),
    ...ways.map((way) => ({ way })),
  ];
}

/** Returns a way that makes a light code black on white. Milder ways swap its colours. */
function swapWay(options: QrOptions, way: Way): Wanted {
  const swapped = { ...swapColors(options), ...noPartColors };
  const { milder } = colorWay({ ...options, ...swapped }, way);
  return { way, milder: () => [swapped, ...(milder?.() ?? []).map((shade) => ({ ...swapped, ...shade }))] };
}

/** Returns a way that makes the modules, the background or both black or white. Milder ways keep their hues. */
function colorWay(options: QrOptions, way: Way): Wanted {
  const parts = (["color", "bg"] as const).filter((part) => way[part] !== undefined);
  const milder = () => {
    const shades = parts.map((part) => shadesOf(options, part, way[part] as "000000" | "ffffff"));
    const [first = [], second] = shades;
    return first.map((shade, at) => ({ ...shade, ...second?.[at] }));
  };
  return { way, milder };
}
