import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { partNames, swapColors } from "../options/colors.ts";
import { textIn } from "../options/parse.ts";
import type { SearchPart } from "../options/search-table.ts";
import { type QrOptions, table } from "../options/table.ts";
import { sepa } from "../payload/sepa.ts";
import { luminance } from "../render/colors.ts";
import { isTransparent } from "../render/paints.ts";
import { QUIET_ZONE, shapeIssues, type Way } from "./issues.ts";
import { shadesOf } from "./shades.ts";
import { weakestSpot } from "./weakest-spot.ts";

/** Ways of which at most one is chosen. Those that change colours are in order, mildest first. */
export type Alternatives = readonly Way[];

/** What is known about the design that is changed. */
export interface Design {
  readonly options: QrOptions;
  /** The version of its symbol. */
  readonly version: number;
  readonly hasLogo: boolean;
}

/** Ways to change each part of a design. The ways of a list exclude each other. */
export const alternatives: { readonly [Part in SearchPart]: (design: Design) => readonly Alternatives[] } = {
  margin: ({ options: { margin } }) =>
    margin === QUIET_ZONE ? [] : [marginsFrom(margin).map((margin) => ({ margin }))],
  ec: ({ options }) => (isTransfer(options) ? [] : [levelsFor(options)]),
  version: (design) => (isTransfer(design.options) ? [] : [versionsFor(design)]),
  logoSize: ({ options, hasLogo }) => (hasLogo ? [logoSizes(options)] : []),
  colors: ({ options }) => colorsFor(options),
  shapes: ({ options }) => shapeIssues(options).map(({ ways = [] }) => ways),
};

/** Banks expect the level and the version of the guideline for transfers. */
function isTransfer(options: QrOptions): boolean {
  return sepa.parse(textIn(options)) !== undefined;
}

/** Returns the widths of the quiet zone between `margin` and that of the standard. */
function marginsFrom(margin: number): number[] {
  if (margin > QUIET_ZONE) return [QUIET_ZONE];
  return [2, QUIET_ZONE].filter((wider) => wider > margin);
}

/** Returns the other levels. A lower one can help too: with it, the symbol may be smaller and its modules larger. */
function levelsFor({ ec, boost, optimize }: QrOptions): Alternatives {
  // Options that raise the level would undo the choice.
  const exact: Way = { ...(boost && { boost: false }), ...(optimize !== "none" && { optimize: "none" }) };
  return table.ec.of.filter((level) => level !== "L" && level !== ec).map((level) => ({ ec: level, ...exact }));
}

/** Returns the next larger version, and the smallest one that holds the text. */
function versionsFor({ options, version }: Design): Alternatives {
  const { maxVersion = table.version.max } = options;
  const larger = version < maxVersion ? [{ version: version + 1 }] : [];
  return options.version > smallestVersion(options) ? [{ version: table.version.min }, ...larger] : larger;
}

function smallestVersion(options: QrOptions): number {
  try {
    return encodeSymbol(options.data, { ...options, version: table.version.min, mask: 0 }).version;
  } catch (error) {
    if (error instanceof QrError) return options.version;
    throw error;
  }
}

/** Smaller sizes of a logo, as shares of its size. */
const LOGO_SHARES = [0.9, 0.8, 0.67] as const;

function logoSizes({ logoSize }: QrOptions): Alternatives {
  return LOGO_SHARES.map((share) => Math.round(100 * share * logoSize) / 100)
    .filter((size) => size < logoSize && size >= table.logoSize.min)
    .map((size) => ({ logoSize: size }));
}

/** Returns darker modules and lighter backgrounds. Colours keep their hues. A light code is first made dark on light, because
 *  fewer decoders read light ones. */
function colorsFor(options: QrOptions): readonly Alternatives[] {
  const { front, back } = weakestSpot(options);
  if (isTransparent(options)) return [everyFourth(shadesOf(options, "color", back === "ffffff" ? "000000" : "ffffff"))];
  if (luminance(front) > luminance(back)) return [[swapWay(options)]];
  return [shadesOf(options, "color", "000000"), shadesOf(options, "bg", "ffffff")].map(everyFourth);
}

/** Returns every fourth shade, so that not all pairs of sixteen are compared. */
function everyFourth(shades: Alternatives): Alternatives {
  return shades.filter((_, at) => at % 4 === 3);
}

/** Returns the way that swaps the colours of the code and of its background. */
function swapWay(options: QrOptions): Way {
  const swapped = swapColors(options);
  const parts = partNames.filter((name) => options[name] !== undefined);
  const isGradientOption = (name: string) => table[name as keyof typeof table].kind === "gradient";
  return {
    ...swapped,
    ...Object.fromEntries(parts.map((name) => [name, isGradientOption(name) ? undefined : swapped.color])),
  };
}
