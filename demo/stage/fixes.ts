import { optionLabel, valueLabel } from "../labels.ts";
import { inSentence, listOf, numberOf } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { type Message, QrError, type Value } from "../product/messages.ts";
import { type QrOptions, swapColors, table } from "../product/options.ts";
import { encodeSymbol, luminance } from "../product/pictures.ts";
import { type Finding, raiseFrom, raiseTo, type Way } from "../product/report.ts";
import type { Optimization } from "../product/service.ts";
import { attempt } from "../reading.ts";
import type { State } from "../state.ts";

/** The options of the PNG to download, on which fixes depend. The content of the logo is left out, because no fix
 *  depends on it. */
type Options = Omit<QrOptions, "logoData">;

/** A button that resolves an issue, or makes it less severe. */
interface Fix {
  readonly label: string;
  /** The announcement made after the click. */
  readonly done: string;
  /** The options to change. The value undefined resets an option to its default. */
  readonly look: { readonly [Name in keyof State["look"]]?: string | undefined };
  /** The URL that replaces the content. */
  readonly url?: string;
}

/** An issue as the page shows it. */
interface Advice {
  readonly issue: Finding;
  readonly fixes: readonly Fix[];
}

/** Returns `issues` with their fixes. An option has only one fix: that of the scan, which considers the whole picture, or
 *  otherwise the first one. */
export function adviceFor(issues: readonly Finding[], options: Options): readonly Advice[] {
  const size = commonSize(issues);
  const all = issues.map((found): Advice => {
    const issue = withSize(found, size);
    return { issue, fixes: fixesFor(issue, options) };
  });
  const rankOf = (advice: Advice) => (advice.issue.code.startsWith("scan_") ? -1 : all.indexOf(advice));
  return all.map((own) => {
    const others = all.filter((other) => other !== own);
    const isNeeded = (fix: Fix) =>
      !others.some((other) => {
        const covering = other.fixes.filter((one) => covers(one, fix));
        return covering.some((one) => !covers(fix, one) || rankOf(other) < rankOf(own));
      });
    return { ...own, fixes: own.fixes.filter(isNeeded) };
  });
}

/** Returns whether `fix` changes all options that `other` changes, and does not set a smaller size. */
function covers({ look: fix }: Fix, { look: other, url }: Fix): boolean {
  if (url !== undefined) return false;
  const isLarge = other.size === undefined || Number(fix.size) >= Number(other.size);
  return isLarge && Object.keys(other).every((name) => name in fix);
}

/** Returns the issue with a suggested size of at least `least`. Its other advice stays. */
function withSize(issue: Finding, least: number): Finding {
  const [{ size, ...others } = {}] = issue.ways ?? [];
  if (size === undefined || size >= least || issue.ways?.length !== 1) return issue;
  return { ...issue, ...adviseSize(issue, least), ways: [{ ...others, size: least }] };
}

/** Returns the message with `size` as the suggested size, in any of its clauses. */
function adviseSize({ rule, values = {} }: Message, size: number): Omit<Message, "field"> {
  const entries = Object.entries(values).map(([name, value]): [string, Value] => {
    if (typeof value !== "object") return [name, value];
    if ("rule" in value) return [name, { field: value.field, ...adviseSize(value, size) }];
    return [name, "value" in value && value.option === "size" ? { ...value, value: size } : value];
  });
  return { rule: rule === raiseFrom ? raiseTo : rule, values: Object.fromEntries(entries) };
}

/** Returns the size that all issues should suggest, so that they do not contradict each other: the largest one, or 0 if none
 *  suggests a size. */
function commonSize(issues: readonly Finding[]): number {
  return Math.max(0, ...issues.flatMap(({ ways = [] }) => ways.map(({ size = 0 }) => size)));
}

export function fixesFor(issue: Finding, options: Options): readonly Fix[] {
  return (Object.hasOwn(FIXES, issue.code) && FIXES[issue.code]?.(issue, options)) || [];
}

const removeLogo = (): Fix => ({
  label: text("removeLogo"),
  done: text("logoRemoved"),
  look: { logo: undefined, logoData: undefined },
});

const FIXES: { readonly [Code in Finding["code"]]?: (issue: Finding, options: Options) => readonly Fix[] } = {
  low_contrast: setEach,
  caption_contrast: ({ field }) => resetOption(field),
  caption_characters: ({ field }) => resetOption(field),
  inverted: ({ ways }, options) => {
    return ways?.map((way) => setOptions(way, options)) ?? [swapFix(swapColors(options))];
  },
  transparent_background: setEach,
  quiet_zone_missing: setEach,
  ignored_option: setEach,
  risky_shape: setEach,
  too_small: (issue, options) => ((issue.ways?.[0]?.size ?? 0) > options.size ? setEach(issue, options) : []),
  data_too_long: (_, options) => lowerLevel(options),
  // Each entry in `ways` is one fix, which may change several options.
  logo_too_large: (issue, options) => (issue.ways?.length ? setEach(issue, options) : [removeLogo()]),
  logo_invalid: () => [removeLogo()],
  logo_unreachable: () => [removeLogo()],
  invalid_option: ({ field }) => resetOption(field),
  scan_failed: setEach,
  scan_weak: setEach,
  transfer_guideline: setEach,
  text_misread: ({ ways = [] }, options) =>
    ways.map(({ data }) => (data === undefined ? addEci() : replaceUrl(String(options.data), String(data)))),
};

const addEci = (): Fix => ({
  label: text("option.eci"),
  done: text("markedAsUtf8"),
  look: { eci: "true" },
});

/** Returns a fix that replaces `url` with the same URL in ASCII. */
function replaceUrl(url: string, ascii: string): Fix {
  const hostIn = (address: string) => address.split(/[/?#]/, 3)[2];
  const label = hostIn(url) === hostIn(ascii) ? text("percentEncode") : text("usePunycode");
  return { label, done: text("urlChanged"), look: {}, url: ascii };
}

function setEach({ ways = [] }: Finding, options: Options): readonly Fix[] {
  return ways.map((way) => setOptions(way, options));
}

const swapFix = (look: Fix["look"]): Fix => ({ label: text("swapColors"), done: text("colorsSwapped"), look });

/** Returns a fix with the changes that a search found. */
export function fixFor(changes: Optimization["changes"], options: Options): Fix {
  const isRemoved = ([name, value]: readonly [string, unknown]) => isGradient(name) && value === "none";
  const entries = Object.entries(changes).map((entry) => (isRemoved(entry) ? [entry[0], undefined] : entry));
  return setOptions(Object.fromEntries(entries) as Way, options);
}

/** Returns a fix whose label describes the changes in `way`. */
function setOptions(way: Way, options: Options): Fix {
  const look = valuesOf(way);
  if (way.color !== undefined && way.color === options.bg && way.bg === options.color) return swapFix(look);
  const names = Object.keys(way) as (keyof Way)[];
  const isRemoved = (name: keyof Way) => way[name] === undefined;
  const [only] = names;
  if (names.length === 1 && only && isGradient(only) && !isRemoved(only)) return setGradient(only, look, options);
  const set = names.filter((name) => !isRemoved(name));
  const changes = listOf(
    set.map((name) => text("optionTo", { option: optionIn(name), value: valueIn(name, way[name]) })),
  );
  const removed = listOf(names.filter(isRemoved).map(optionIn));
  const done = names.map((name) => {
    const option = optionLabel(name);
    return isRemoved(name)
      ? text("optionRemoved", { option })
      : text("optionSet", { option, value: valueIn(name, way[name]) });
  });
  const label = !removed
    ? text("setChanges", { changes })
    : set.length === 0
      ? text("removeOptions", { options: removed })
      : text("setAndRemove", { changes, options: removed });
  return { label, done: listOf(done, "unit"), look };
}

const optionIn = (name: keyof Way) => inSentence(optionLabel(name));

/** Returns the value of an option for use within a sentence. */
function valueIn(name: keyof Way, value: unknown): string {
  if (typeof value === "number") return numberOf(value);
  // A message can name the colours of a gradient, but not its type, angle and positions.
  if (isGradient(name)) return (String(value).match(/[0-9a-f]{6}/g) ?? []).join("–");
  const label = valueLabel(name, String(value));
  return label === value ? label : inSentence(label);
}

type GradientName = keyof typeof GRADIENTS;

/** The labels of fixes that change the colours of a gradient. */
const GRADIENTS = {
  gradient: { darker: "darkerGradient", lighter: "lighterGradient" },
  eyeGradient: { darker: "darkerEyeGradient", lighter: "lighterEyeGradient" },
  bgGradient: { darker: "darkerBgGradient", lighter: "lighterBgGradient" },
} as const;

const isGradient = (name: string): name is GradientName => Object.hasOwn(GRADIENTS, name);

function setGradient(name: GradientName, look: Fix["look"], options: Options): Fix {
  const [before, after] = [options[name], look[name]].map((value = "") =>
    value.match(/[0-9a-f]{6}/g)?.reduce((sum, color) => sum + luminance(color), 0),
  );
  const label = GRADIENTS[name][(after ?? 0) < (before ?? 0) ? "darker" : "lighter"];
  return { label: text(label), done: text("optionChanged", { option: optionLabel(name) }), look };
}

function valuesOf(way: Way): Fix["look"] {
  return Object.fromEntries(
    Object.entries(way).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}

function resetOption(field: string): readonly Fix[] {
  if (field === "logo" || field === "logoData") return [removeLogo()];
  if (!(field in table) || field === "data") return [];
  return [{ label: text("resetToDefault"), done: text("resetToDefault"), look: { [field]: undefined } }];
}

/** Returns a fix that lowers the error correction level to the highest level at which the text fits. */
function lowerLevel(options: Options): readonly Fix[] {
  const lower = table.ec.of.slice(0, table.ec.of.indexOf(options.ec)).reverse();
  const symbolAt = (ec: QrOptions["ec"]) => attempt(() => encodeSymbol(options.data, { ...options, ec }));
  const ec = lower.find((level) => !(symbolAt(level) instanceof QrError));
  return ec ? [setOptions({ ec }, options)] : [];
}
