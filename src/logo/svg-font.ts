import { unsupportedText } from "./errors.ts";
import type { Properties } from "./svg-cascade.ts";
import { lengthOf } from "./svg-length.ts";

export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;

/** The inherited properties that change how text is laid out. Lengths are in user units. */
export interface TextStyle {
  readonly size: number;
  readonly weight: FontWeight;
  readonly isItalic: boolean;
  readonly spacing: number;
  /** How much of the text is before its position, as a share of the width: 0, 0.5 or 1. */
  readonly anchor: number;
  /** Height of the selected baseline above the alphabetic one, in ems. */
  readonly baseline: number;
  readonly isRtl: boolean;
  readonly keepsSpaces: boolean;
  readonly isHidden: boolean;
}

export const PLAIN_TEXT: TextStyle = {
  size: 16,
  weight: 400,
  isItalic: false,
  spacing: 0,
  anchor: 0,
  baseline: 0,
  isRtl: false,
  keepsSpaces: false,
  isHidden: false,
};

/** Properties and attributes that are supported only with values that have no effect. */
const UNSUPPORTED =
  "writing-mode text-decoration text-decoration-line font-variant font-variant-caps font-size-adjust text-transform word-spacing baseline-shift shape-inside inline-size textLength rotate".split(
    " ",
  );
const WITHOUT_EFFECT = /^(?:none|normal|auto|baseline|0(?:px|%)?|lr|lr-tb|horizontal-tb|inherit|initial)$/;

const ANCHORS = new Map([
  ["start", 0],
  ["middle", 0.5],
  ["end", 1],
]);

/** Heights of baselines above the alphabetic one in ems, as browsers compute them from the metrics of Noto Sans: an ascent
 *  of 1.069, a descent of 0.293 and an x-height of 0.536. */
const BASELINES = new Map(
  Object.entries({
    ...{ auto: 0, alphabetic: 0, baseline: 0, central: 0.388, middle: 0.268, mathematical: 0.535, hanging: 0.855 },
    ...{ "text-before-edge": 1.069, "before-edge": 1.069, "text-top": 1.069, top: 1.069 },
    ...{ "text-after-edge": -0.293, "after-edge": -0.293, "text-bottom": -0.293, bottom: -0.293, ideographic: -0.293 },
  }),
);

/** Returns the style of an element that inherits `parent`. SVG 1.1, 10.
 *  @throws {QrError} LOGO_INVALID if it uses something that is not supported. */
export function textStyleOf({ styles, attributes }: Properties, parent: TextStyle): TextStyle {
  const short = shorthandOf(styles.get("font"));
  const read = (name: string) => {
    const value = styles.get(name) ?? short?.get(name) ?? attributes.get(name);
    const plain = value
      ?.replace(/!\s*important$/i, "")
      .trim()
      .toLowerCase();
    return plain === "inherit" || plain === "" ? undefined : plain;
  };
  for (const name of UNSUPPORTED) {
    const value = read(name) ?? attributes.get(name);
    if (value !== undefined && !WITHOUT_EFFECT.test(value.split(" ", 1)[0] ?? "")) throw unsupportedText(name);
  }
  /** Reads a property from a table of its values. A missing property is inherited. */
  function choose<Value>(name: string, values: ReadonlyMap<string, Value>, inherited: Value): Value {
    const chosen = read(name);
    const value = chosen === undefined ? inherited : values.get(chosen === "initial" ? "auto" : chosen);
    if (value === undefined) throw unsupportedText(name);
    return value;
  }
  const size = lengthIn("font-size", read("font-size"), parent.size, parent.size) ?? parent.size;
  if (size < 0) throw unsupportedText("a negative font-size");
  const space = read("white-space") ?? attributes.get("space");
  const style = read("font-style");
  const spacing = read("letter-spacing");
  const isAligned = !/^(?:auto|baseline|initial)$/.test(read("alignment-baseline") ?? "auto");
  return {
    size,
    weight: weightOf(read("font-weight"), parent.weight),
    isItalic: style === undefined ? parent.isItalic : /^(?:italic|oblique)/.test(style),
    spacing: spacing === "normal" ? 0 : (lengthIn("letter-spacing", spacing, size, size) ?? parent.spacing),
    anchor: choose("text-anchor", ANCHORS, parent.anchor),
    baseline: choose(isAligned ? "alignment-baseline" : "dominant-baseline", BASELINES, parent.baseline),
    isRtl: choose("direction", DIRECTIONS, parent.isRtl),
    keepsSpaces: space === undefined ? parent.keepsSpaces : /^(?:pre|break-spaces)/.test(space),
    isHidden: parent.isHidden || read("display") === "none",
  };
}

const DIRECTIONS = new Map([
  ["ltr", false],
  ["rtl", true],
]);

/** Returns the properties in the shorthand `font`. Those that it omits have their initial values. CSS Fonts 4, 2.7. */
function shorthandOf(font: string | undefined): ReadonlyMap<string, string> | undefined {
  if (font === undefined) return undefined;
  const found = new Map([
    ["font-style", "normal"],
    ["font-weight", "normal"],
  ]);
  for (const word of font.split(/[\s,]+/)) {
    if (/^(?:italic|oblique)$/i.test(word)) found.set("font-style", word);
    else if (/^(?:bold|bolder|lighter|\d+)$/i.test(word)) found.set("font-weight", word);
    else if (!/^normal$/i.test(word)) return found.set("font-size", word.split("/", 1)[0] ?? "");
  }
  throw unsupportedText("font");
}

/** Returns the nearest weight of the fonts. CSS Fonts 4, 2.2. */
function weightOf(weight: string | undefined, parent: FontWeight): FontWeight {
  if (weight === undefined) return parent;
  if (weight === "bolder") return parent < 400 ? 400 : parent < 600 ? 700 : 900;
  if (weight === "lighter") return parent < 600 ? 100 : parent < 800 ? 400 : 700;
  const number = weight === "normal" ? 400 : weight === "bold" ? 700 : Number(weight);
  if (Number.isNaN(number)) throw unsupportedText("font-weight");
  return (100 * Math.min(9, Math.max(1, Math.round(number / 100)))) as FontWeight;
}

/** Returns a length in user units; undefined if it is missing. `em` and `whole` are what em and % refer to.
 *  @throws {QrError} LOGO_INVALID if it has another relative unit or is not a number. */
export function lengthIn(name: string, text: string | undefined, em: number, whole: number): number | undefined {
  if (text === undefined) return undefined;
  const plain = text.trim();
  const isNegative = plain.startsWith("-");
  const [, number = plain, unit = ""] = /^([^%e]*)(em|%)$/i.exec(plain.replace(/^[-+]/, "")) ?? [];
  const factor = unit === "%" ? whole / 100 : unit === "" ? 1 : em;
  const length = (lengthOf(unit === "" ? plain.replace(/^[-+]/, "") : number) ?? Number.NaN) * factor;
  if (!Number.isFinite(length)) throw unsupportedText(`${name}="${plain.slice(0, 20)}"`);
  return isNegative ? -length : length;
}
