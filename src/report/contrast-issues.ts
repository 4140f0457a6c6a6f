import type { Report } from "../api.ts";
import { changeOptions, setOption, withAdvice } from "../messages/advice.ts";
import type { Message } from "../messages/message.ts";
import {
  contrastBetween,
  contrastOnBlack,
  contrastOnWhite,
  invertedColors,
  invertedOnDarkPage,
  mixedContrast,
  swapColors,
  swapOptions,
  transparentFromGray,
  transparentNeedsDark,
  transparentNeedsLight,
  transparentToGray,
} from "../messages/report-rules.ts";
import { isOnPaper } from "../options/frames.ts";
import type { OptionName, QrOptions } from "../options/table.ts";
import { GOOD_CONTRAST, luminance, MIN_CONTRAST, pageForColor } from "../render/colors.ts";
import { isGradient, isTransparent, paintsOf } from "../render/paints.ts";
import { contrastAdvice, contrastOf, shadeOn, tintOn } from "./contrast.ts";
import type { Finding, Way } from "./issues.ts";
import { colorsIn, frontPaints, mapColors } from "./shades.ts";
import type { Spot } from "./weakest-spot.ts";

/** Returns the issues of a code whose colours have little contrast, are inverted, or are readable on some pages only. */
export function contrastIssues(options: QrOptions, spot: Spot, { ratio, inverted }: Report["contrast"]): Finding[] {
  const { front, back, frontField, backField, isMixed } = spot;
  const isClear = isTransparent(options);
  const isLocal = [frontField, backField].some((field) => isGradient(String(options[field])));
  if (isMixed) {
    const { advice, way } = unmix(options, spot);
    const values = { option: { option: backField }, other: { option: frontField } };
    const message = withAdvice({ rule: mixedContrast, values }, advice);
    return [{ ...lowContrast(1, frontField, message, way), isLocal }];
  }
  const findings: Finding[] = isClear ? [transparencyIssue(options, { from: back })] : [];
  if (ratio < GOOD_CONTRAST) {
    const { field } = contrastAdvice(front, back);
    const { advice, way } = paintAdvice(options, spot, field);
    const rule = !isClear ? contrastBetween : back === "ffffff" ? contrastOnWhite : contrastOnBlack;
    const values = {
      option: { option: frontField },
      other: { option: backField },
      ratio: { number: ratio, digits: 2 },
      least: GOOD_CONTRAST,
    };
    const message = withAdvice({ rule, values }, advice);
    findings.push({ ...lowContrast(ratio, field === "color" ? frontField : backField, message, way), isLocal });
  }
  if (inverted && isClear) {
    const { advice, way } = darkOnWhite(options);
    const message = withAdvice({ field: frontField, rule: invertedOnDarkPage }, advice);
    findings.push({ code: "inverted", severity: "warning", field: frontField, ...message, ways: [way] });
  } else if (inverted) {
    const { modules, background } = paintsOf(options);
    const problem = { field: frontField, rule: invertedColors, values: { other: { option: backField } } };
    const message = withAdvice(problem, swapAdvice(isGradient(modules.value) || isGradient(background.value)));
    findings.push({ code: "inverted", severity: "warning", field: frontField, ...message });
  }
  return findings;
}

/** Returns the advice to swap the colours of the code and the background. */
export function swapAdvice(hasGradients: boolean): Message {
  if (hasGradients) return { rule: swapColors };
  return { rule: swapOptions, values: { option: { option: "color" }, other: { option: "bg" } } };
}

/** Suggests a shade with good contrast for the front ("color") or the background ("bg") of `spot`. In a gradient,
 *  suggests shades for all colours that need one. */
function paintAdvice(options: QrOptions, { front, back, frontField, backField }: Spot, part: "color" | "bg") {
  const [field, other] = part === "color" ? [frontField, back] : [backField, front];
  const shade = (own: string) => {
    if (contrastOf(own, other).ratio >= GOOD_CONTRAST) return own;
    const advice = part === "color" ? contrastAdvice(own, other) : contrastAdvice(other, own);
    return advice.field === part ? advice.to : own;
  };
  const paint = String(options[field]);
  if (!isGradient(paint)) {
    const suggested = contrastAdvice(front, back);
    return paintTo(field, shade(part === "color" ? front : back), setOption(field, suggested.to, suggested.rule));
  }
  return paintTo(field, mapColors(paint, shade));
}

function paintTo(field: OptionName, value: string, advice = setOption(field, value)): { advice: Message; way: Way } {
  return { advice, way: { [field]: value } };
}

/** Suggests shades of modules that are darker than their background in one place and lighter in another, so that they are
 *  darker everywhere or, if white has more contrast with the lightest background than black with the darkest, lighter. If neither
 *  has enough, also replaces the background. */
function unmix(options: QrOptions, { back, backField }: Spot) {
  const backs = colorsIn(String(options[backField]));
  const sorted = [...(backs.length > 0 ? backs : [back])].sort((one, other) => luminance(one) - luminance(other));
  const [darkest, lightest] = [sorted[0], sorted.at(-1)] as [string, string];
  const [dark, light] = [contrastOf("000000", darkest).ratio, contrastOf("ffffff", lightest).ratio];
  if (Math.max(dark, light) < GOOD_CONTRAST) return darkOnWhite(options);
  return repaint(options, (own) => (dark >= light ? shadeOn(own, darkest) : tintOn(own, lightest)));
}

/** Suggests dark modules of the same hues on a white background. */
function darkOnWhite(options: QrOptions) {
  const back: Way = { bg: "ffffff", ...(options.bgGradient && { bgGradient: undefined }) };
  return repaint(options, (own) => shadeOn(own, "ffffff"), back);
}

/** Suggests the colours that `shade` returns for the dark parts, and the background `back`. */
function repaint(options: QrOptions, shade: (color: string) => string, back: Way = {}) {
  const paints = frontPaints(options).map(({ field, value }) => [field, mapColors(value, shade)] as const);
  const changed = paints.filter(([field, value]) => value !== options[field]);
  const set = [...changed, ...(back.bg === undefined ? [] : [["bg", back.bg] as const])];
  const removed = "bgGradient" in back ? ["bgGradient"] : [];
  return { advice: changeOptions(set, removed), way: { ...Object.fromEntries(changed), ...back } as Way };
}

/** Returns the warning about a transparent background. `from` is the page that the code is meant for, and `to` the last grey
 *  page on which it scans as well, if that is known. A light code also needs dark modules, because some scanners cannot
 *  read it on any page. */
export function transparencyIssue(
  options: QrOptions,
  { from, to }: { readonly from: string; readonly to?: string },
): Finding {
  const isDark = from === "ffffff";
  const problem =
    to === undefined || to === from
      ? { rule: isDark ? transparentNeedsLight : transparentNeedsDark }
      : { rule: isDark ? transparentToGray : transparentFromGray, values: { value: `#${to}` } };
  const { advice, way } = isDark ? { advice: setOption("bg", from), way: { bg: from } } : darkOnWhite(options);
  const message = withAdvice({ field: "bg", ...problem }, advice);
  return { code: "transparent_background", severity: "warning", field: "bg", ...message, ways: [way] };
}

function lowContrast(ratio: number, field: string, message: Omit<Message, "field">, way: Way): Finding {
  const severity = ratio < MIN_CONTRAST ? "error" : "warning";
  return { code: "low_contrast", severity, field, ...message, ways: [way] };
}

/** Returns an issue if the caption is hard to read on its frame, or on the background if that is behind it. */
export function captionIssues(options: QrOptions): Finding[] {
  if (options.frame === "none" || options.caption === undefined) return [];
  const { frame, background, caption } = paintsOf(options);
  const behind = isOnPaper(options.frame) ? background : frame;
  const shades = behind.value === "transparent" ? [pageForColor(caption.value)] : colorsIn(behind.value);
  const ratio = Math.min(...shades.map((shade) => contrastOf(caption.value, shade).ratio));
  if (ratio >= GOOD_CONTRAST) return [];
  const values = {
    option: { option: caption.field },
    other: { option: behind.field },
    ratio: { number: ratio, digits: 2 },
    least: GOOD_CONTRAST,
  };
  const message = withAdvice({ rule: contrastBetween, values }, changeOptions([], [caption.field]));
  return [{ code: "caption_contrast", severity: "warning", field: caption.field, ...message }];
}
