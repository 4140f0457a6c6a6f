import type { Message } from "../messages/message.ts";
import {
  captionBlank,
  captionControls,
  captionLength,
  gradientAngle,
  gradientColor,
  gradientCount,
  gradientFreeColor,
  gradientOpaque,
  gradientPositions,
  gradientType,
  lineLength,
  opaqueColor,
} from "../messages/option-rules.ts";
import { color, freeColor, isAtMost, type Line, type Reading, type ReadingOf } from "./kinds.ts";
import { NO_GRADIENT } from "./presets.ts";

/** Gradients with colours as in the HTTP API: "linear,ANGLE,STOPS" or "radial,STOPS". The angle is in degrees, clockwise
 *  from the top. A stop is a colour, and optionally @ and its position in percent. Reads "none" as an empty string. */
export const gradient = <const R extends object>(rules: R): R & ReadingOf<"gradient"> => ({
  ...rules,
  kind: "gradient",
  read(word: unknown) {
    if (word === NO_GRADIENT) return "";
    return gradientFault(word, strictColor) ? undefined : String(word).toLowerCase();
  },
  rule: (word?: unknown) => gradientFault(word, strictColor) ?? { rule: gradientType },
});

/** Gradients with colours as people write them, as text or as an object. The value is as in `gradient`. */
export const freeGradient = <const R extends object>(rules: R): R & ReadingOf<"gradient"> => ({
  ...rules,
  kind: "gradient",
  read(word: unknown) {
    const written = tidyGradient(word ?? NO_GRADIENT);
    if (written === NO_GRADIENT) return "";
    if (gradientFault(written, anyColor)) return undefined;
    return String(written).replace(/#[^,@]+|black|white/g, (color) => anyColor.read(color) ?? "");
  },
  rule: (word?: unknown) => gradientFault(tidyGradient(word), anyColor) ?? { rule: gradientType },
});

const strictColor = /* @__PURE__ */ color({});
const anyColor = /* @__PURE__ */ freeColor({});

const tidyGradient = (word: unknown) => gradientText(word).toLowerCase().replace(/\s/g, "");

/** Returns a gradient as text. The text of an invalid object breaks the rule that the object breaks: a property with an
 *  unknown name, or the angle of a radial gradient, becomes a stop with its name, whose colour is invalid. */
export function gradientText(word: unknown): string {
  if (typeof word === "string") return word;
  const { type, angle, stops, ...others } = Object(word) as Partial<Record<string, unknown>>;
  // More stops are not needed to count them.
  const list = Array.isArray(stops) ? stops.slice(0, 6).map(stopText) : [];
  const turn = type === "radial" ? "angle" : angle;
  const parts = [type, ...(angle === undefined ? [] : [turn]), ...list, ...Object.keys(others)].map(withoutCommas);
  // Without a comma, the text could be NO_GRADIENT, which removes a gradient.
  return parts.length > 1 ? parts.join() : `${parts[0]},`;
}

function stopText(stop: unknown): string {
  if (typeof stop !== "object") return withoutCommas(stop);
  const { color, position, ...others } = Object(stop) as Partial<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return withoutCommas(unknown);
  return position === undefined ? withoutCommas(color) : `${withoutCommas(color)}@${withoutCommas(position)}`;
}

/** Returns a part of a gradient as text without commas, so that it remains one part. */
const withoutCommas = (part: unknown) =>
  typeof part === "string" || typeof part === "number" ? String(part).replaceAll(",", ";") : typeof part;

/** Returns the rule that `word` breaks; undefined for a valid gradient. */
function gradientFault(word: unknown, kind: Reading): Message | undefined {
  // Colours after the sixth are not needed to count them.
  const [type, ...stops] = typeof word === "string" ? word.split(",", 8) : [];
  const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
  if (type !== "radial" && type !== "linear") return { rule: gradientType };
  if (type === "linear" && !ANGLE.test(stops.shift() ?? ""))
    return { rule: gradientAngle, values: { min: 0, max: 359 } };
  if (stops.length < 2 || stops.length > 5) return { rule: gradientCount, values: { min: 2, max: 5 } };
  let last = 0;
  for (const stop of stops) {
    const [color = "", position] = stop.split(/@(.*)/s, 2);
    if (kind.read(color) === undefined) {
      const { rule, values = {} } = kind.rule(color);
      if (rule === opaqueColor)
        return { rule: gradientOpaque, values: { text: quoted(color), value: values.text ?? "" } };
      return { rule: kind === anyColor ? gradientFreeColor : gradientColor, values: { text: quoted(color) } };
    }
    if (position === undefined) continue;
    if (!PERCENT.test(position) || Number(position) < last) {
      return { rule: gradientPositions, values: { text: quoted(`@${position}`) } };
    }
    last = Number(position);
  }
  return undefined;
}

const ANGLE = /^([1-9]?\d|[12]\d\d|3[0-5]\d)$/;
const PERCENT = /^(100|[1-9]?\d)$/;
/** Matches every valid gradient, "none", and some gradients whose positions descend. */
export const GRADIENT =
  /^(?:none|(?:linear,(?:[1-9]?[0-9]|[12][0-9]{2}|3[0-5][0-9])|radial)(?:,[0-9a-fA-F]{6}(?:@(?:100|[1-9]?[0-9]))?){2,5})$/;

/** Captions: visible text on one line, without characters that change the reading order. */
export const caption = <const R extends Line>(rules: R): R & ReadingOf<"line"> => ({
  ...rules,
  kind: "line",
  read: (word: unknown) => (captionFault(word, rules.max) ? undefined : String(word)),
  rule: (word?: unknown) => captionFault(word, rules.max) ?? { rule: captionBlank },
});

/** Returns the rule that `word` breaks; undefined for a valid caption of at most `max` code points. */
function captionFault(word: unknown, max: number): Message | undefined {
  if (typeof word !== "string") return { rule: lineLength, values: { max } };
  if (!isAtMost(max, word)) return { rule: captionLength, values: { max } };
  const found = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/u.exec(word)?.[0];
  if (found) {
    const name = `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
    return { rule: captionControls, values: { text: name } };
  }
  // U+2800 is a braille pattern without dots.
  return /^[\s\p{Cf}\p{DI}\u2800]*$/u.test(word) ? { rule: captionBlank } : undefined;
}
