import type { Report } from "../api.ts";
import { partNames } from "../options/colors.ts";
import type { QrOptions } from "../options/table.ts";
import { GOOD_CONTRAST, LEAST_CONTRAST } from "../render/colors.ts";
import { isGradient, isTransparent, paintsOf } from "../render/paints.ts";
import { contrastAdvice, contrastOf } from "./contrast.ts";
import type { Finding, Way } from "./issues.ts";
import type { Spot } from "./weakest-spot.ts";

/** Returns the issues of a code whose colours have little contrast, are inverted, or are readable on some pages only. */
export function contrastIssues(options: QrOptions, spot: Spot, { ratio, inverted }: Report["contrast"]): Finding[] {
  const { front, back, frontField, backField, isMixed } = spot;
  const isClear = isTransparent(options);
  const isLocal = [frontField, backField].some((field) => isGradient(String(options[field])));
  if (isMixed) {
    const { advice, way } = paintAdvice(options, spot, "color");
    const rule = `the code must be darker than {${backField}} everywhere, but {${frontField}} is not: ${advice}`;
    return [{ ...lowContrast(1, frontField, rule, way), isLocal }];
  }
  const findings: Finding[] = isClear ? [transparencyIssue(options, { from: back })] : [];
  if (ratio < GOOD_CONTRAST) {
    const { field } = contrastAdvice(front, back);
    const { advice, way } = paintAdvice(options, spot, field);
    const measured = `${ratio.toFixed(2)}:1`;
    const problem = isClear
      ? `{${frontField}} has a contrast of ${measured} on ${back === "ffffff" ? "white" : "black"}`
      : `{${frontField}} and {${backField}} have a contrast of ${measured}`;
    const rule = `${problem}, but ${GOOD_CONTRAST}:1 or more is recommended: ${advice}`;
    findings.push({ ...lowContrast(ratio, field === "color" ? frontField : backField, rule, way), isLocal });
  }
  if (inverted && isClear) {
    const { advice, way } = darkOnWhite(options);
    const rule = `is lighter than the dark pages that it needs, but some scanners cannot read inverted codes: ${advice}`;
    findings.push({ code: "inverted", severity: "warning", field: frontField, rule, ways: [way] });
  } else if (inverted) {
    const { modules, background } = paintsOf(options);
    const advice = [modules, background].some(({ value }) => isGradient(value))
      ? "swap the colours of the code and the background"
      : "swap {color} and {bg}";
    const rule = `is lighter than {${backField}}, but some scanners cannot read inverted codes: ${advice}`;
    findings.push({ code: "inverted", severity: "warning", field: frontField, rule });
  }
  return findings;
}

/** Suggests a shade with good contrast for the front ("color") or the background ("bg") of `spot`. In a gradient,
 *  suggests shades for all colours that need one. */
function paintAdvice(options: QrOptions, { front, back, frontField, backField, isMixed }: Spot, part: "color" | "bg") {
  const [field, other] = part === "color" ? [frontField, back] : [backField, front];
  const shade = (own: string) => {
    if (isMixed) return contrastOf("000000", back).ratio >= contrastOf("ffffff", back).ratio ? "000000" : "ffffff";
    if (contrastOf(own, other).ratio >= GOOD_CONTRAST) return own;
    const advice = part === "color" ? contrastAdvice(own, other) : contrastAdvice(other, own);
    return advice.field === part ? advice.to : own;
  };
  const paint = String(options[field]);
  if (!isGradient(paint) || isMixed) {
    const { advice } = contrastAdvice(front, back);
    const to = shade(part === "color" ? front : back);
    const words = isMixed ? `set {${field}} to ${to}` : advice.replace(/\{\w+\}/g, `{${field}}`);
    return { advice: words, way: { [field]: isGradient(paint) ? undefined : to } as Way };
  }
  const value = paint.replace(/(?<=,)[0-9a-f]{6}/g, shade);
  return { advice: `set {${field}} to ${value}`, way: { [field]: value } as Way };
}

/** Suggests black modules on a white background, without gradients and colours that would replace them. */
function darkOnWhite(options: QrOptions) {
  const replaced = (["gradient", ...[...partNames].sort()] as const).filter((name) => options[name]);
  const removed = replaced.map((name) => `{${name}}`).join(" and ");
  const advice = `set {color} to 000000 and {bg} to ffffff${removed && ` and remove ${removed}`}`;
  const way: Way = { color: "000000", bg: "ffffff", ...Object.fromEntries(replaced.map((name) => [name, undefined])) };
  return { advice, way };
}

/** Returns the warning about a transparent background. `from` is the page that the code is meant for, and `to` the last grey
 *  page on which it scans as well, if that is known. A light code also needs dark modules, because some scanners cannot
 *  read it on any page. */
export function transparencyIssue(
  options: QrOptions,
  { from, to }: { readonly from: string; readonly to?: string },
): Finding {
  const isDark = from === "ffffff";
  const range = isDark ? `pages from white down to #${to}` : `pages from black up to #${to}`;
  const needs =
    to === undefined || to === from ? `needs a ${isDark ? "light" : "dark"} page` : `scans reliably only on ${range}`;
  const { advice, way } = isDark ? { advice: `set {bg} to ${from}`, way: { bg: from } } : darkOnWhite(options);
  const rule = `is transparent, so the code ${needs}: ${advice}`;
  return { code: "transparent_background", severity: "warning", field: "bg", rule, ways: [way] };
}

function lowContrast(ratio: number, field: string, rule: string, way: Way): Finding {
  const severity = ratio < LEAST_CONTRAST ? "error" : "warning";
  return { code: "low_contrast", severity, field, rule, whole: true, ways: [way] };
}
