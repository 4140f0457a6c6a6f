import type { LogoFile, Report, ReportedOptions } from "../api.ts";
import { QrError } from "../errors.ts";
import type { LogoBudget, LogoLayout } from "../logo/budget.ts";
import { decodeLogo, kindOf, textStart } from "../logo/file.ts";
import { layOut, logoLayoutOf } from "../logo/placement.ts";
import { allOf, anyOf, setOption, withAdvice } from "../messages/advice.ts";
import type { Message } from "../messages/message.ts";
import {
  logoCoversPatterns,
  logoCoversTooMuch,
  logoUsesCorrection,
  lowerTo,
  lowerToAtMost,
  raiseTo,
  removeLogo,
} from "../messages/report-rules.ts";
import { textIn } from "../options/parse.ts";
import { type QrOptions, table } from "../options/table.ts";
import { sepa } from "../payload/sepa.ts";
import { encodeBase64 } from "../text/base64.ts";
import type { Steps } from "../work/steps.ts";
import { rounded } from "./contrast.ts";
import { type Finding, GOOD_PIXELS, MIN_PIXELS, type Way } from "./issues.ts";

/** The share of error correction that a logo should leave unused. With less, codes are much harder to read: in the lab,
 *  decoders read damaged copies 15 to 31 percentage points less often than without a logo. With this share or more, the
 *  loss was at most 8 points. */
export const GOOD_UNUSED = 0.25;

const TYPES = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp", svg: "image/svg+xml" } as const;

/** Returns `options` for a report, with a description of the logo instead of its text. `logo` is its bytes, if they are
 *  already decoded. */
export async function reportedOptions(
  { logoData, ...given }: QrOptions,
  logo: Uint8Array | undefined,
): Promise<ReportedOptions> {
  const { data } = given;
  const options =
    typeof data === "string" ? { ...given, data } : { ...given, data: "", dataBase64: encodeBase64(data) };
  return logoData === undefined ? options : { ...options, logoData: await describeLogo(logoData, logo) };
}

async function describeLogo(logoData: string, bytes: Uint8Array | undefined = decodeLogo(logoData)): Promise<LogoFile> {
  if (!bytes) return { type: null, size: Math.floor(((logoData.length - textStart(logoData)) * 3) / 4), digest: null };
  const kind = kindOf(bytes);
  return { type: kind ? TYPES[kind] : null, size: bytes.length, digest: await digestOf(bytes) };
}

async function digestOf(bytes: Uint8Array): Promise<string | null> {
  // Despite its type, `crypto.subtle` is undefined in browsers outside secure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  return `sha256-${encodeBase64(new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)))}`;
}

export function logoReport({ symbol, cleared, budget }: LogoLayout): NonNullable<Report["logo"]> {
  const covered = cleared.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
  const { spoiled, correctable, worstBlock } = budget;
  return {
    coverage: rounded(covered / symbol.modules.length),
    budget: { spoiled, correctable, worstBlock },
    // Decoders do not know which codewords are damaged, so each damaged one counts as an error. ISO/IEC 15415:2011,
    // 7.8.
    unusedErrorCorrection: rounded(Math.max(0, 1 - spoiled / correctable)),
  };
}

/** Returns the issues for a logo with this aspect ratio (width / height). Fixes are found by trial, with one step per trial.
 *  An issue is only a warning if the code is readable, but has too little unused error correction for a grade of B. */
export function* logoIssues(options: QrOptions, aspect: number, layout: LogoLayout): Steps<Finding[]> {
  const { budget, grid } = layout;
  if (isGood(budget)) return [];
  // The mask does not affect the damage, and finding the best one is slow.
  const trial = { ...options, mask: options.mask ?? 0 };
  // A larger symbol has room for a larger logo, unless its modules become too small to scan.
  const test = (least: number, accepts: (budget: LogoBudget) => boolean) => (changed: QrOptions) =>
    passes(changed, aspect, Math.min(least, grid.scale), accepts);
  const readable = test(MIN_PIXELS, ({ safe }) => safe);
  const good = test(GOOD_PIXELS, isGood);
  const tried = budget.safe
    ? [yield* levelAdvice(trial, good), ...(yield* roomAdvice(trial, aspect, layout, good))]
    : [(yield* levelAdvice(trial, good)) ?? (yield* levelAdvice(trial, readable)), yield* sizeAdvice(trial, readable)];
  const found = tried.filter((advice) => advice !== undefined);
  const joint = found.length > 0 ? undefined : yield* jointAdvice(trial, good);
  const advices = joint ? [joint] : found;
  const advice = advices.length > 0 ? anyOf(advices.map(({ message }) => message)) : { rule: removeLogo };
  const message = withAdvice(costOf(budget), advice);
  const severity = budget.safe ? "warning" : "error";
  const ways = advices.map(({ way }) => way);
  return [{ code: "logo_too_large", severity, field: "logoSize", ...message, ways }];
}

interface Advice {
  readonly message: Message;
  readonly way: Way;
}

function costOf({ safe, spoiled, correctable }: LogoBudget): Message {
  if (safe) {
    const used = Math.round((spoiled / correctable) * 100);
    const most = Math.round((1 - GOOD_UNUSED) * 100);
    return { rule: logoUsesCorrection, values: { used, most } };
  }
  return { rule: spoiled > correctable ? logoCoversTooMuch : logoCoversPatterns };
}

function isGood({ safe, spoiled, correctable }: LogoBudget): boolean {
  return safe && spoiled <= (1 - GOOD_UNUSED) * correctable;
}

type Test = (options: QrOptions) => boolean;

function* levelAdvice(options: QrOptions, passes: Test): Steps<Advice | undefined> {
  for (const ec of table.ec.of.slice(table.ec.of.indexOf(options.ec) + 1)) {
    yield;
    if (passes({ ...options, ec })) return { message: setOption("ec", ec, raiseTo), way: { ec } };
  }
  return undefined;
}

const MIN_HUNDREDTHS = Math.round(table.logoSize.min * 100);

/** Suggests the largest logo size, in hundredths, at which the code is readable; undefined if there is none. Bisection
 *  works because, except for rounding to whole pixels, a logo that is readable at one size is readable at all smaller
 *  sizes. */
function* sizeAdvice(options: QrOptions, passes: Test): Steps<Advice | undefined> {
  let good = MIN_HUNDREDTHS;
  let bad = Math.ceil(options.logoSize * 100);
  yield;
  if (!passes({ ...options, logoSize: good / 100 })) return undefined;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    yield;
    if (passes({ ...options, logoSize: middle / 100 })) good = middle;
    else bad = middle;
  }
  return { message: setOption("logoSize", good / 100, lowerToAtMost), way: { logoSize: good / 100 } };
}

/** Suggests the largest smaller logo size, in hundredths, with a good grade; undefined if there is none. Tries every
 *  size instead of bisecting: a smaller logo may allow a smaller symbol and then cover a larger share of it. */
function* goodSizeAdvice(options: QrOptions, passes: Test): Steps<Advice | undefined> {
  for (let size = Math.ceil(options.logoSize * 100) - 1; size >= MIN_HUNDREDTHS; size--) {
    const way = { logoSize: size / 100 };
    yield;
    if (passes({ ...options, ...way })) return { message: setOption("logoSize", way.logoSize, lowerTo), way };
  }
  return undefined;
}

/** How much of its size a logo keeps, at least, if the change is small. */
const SMALL_CHANGE = 0.75;

/** Suggests a smaller logo. Also suggests a larger version, unless a small change of the logo size is enough. */
function* roomAdvice(
  options: QrOptions,
  aspect: number,
  layout: LogoLayout,
  passes: Test,
): Steps<readonly (Advice | undefined)[]> {
  const smaller = yield* goodSizeAdvice(options, passes);
  const isSmallChange = (smaller?.way.logoSize ?? 0) >= SMALL_CHANGE * options.logoSize;
  return isSmallChange ? [smaller] : [smaller, yield* versionAdvice(options, aspect, layout)];
}

/** Suggests a combination of options that fixes the issue; undefined if none does. */
function* jointAdvice(options: QrOptions, passes: Test): Steps<Advice | undefined> {
  const level: Advice = { message: setOption("ec", "H", raiseTo), way: { ec: "H" } };
  const bare: Advice = { message: setOption("logoMargin", 0, lowerTo), way: { logoMargin: 0 } };
  // The guideline for bank transfers fixes the level.
  const steps = sepa.parse(textIn(options)) ? [bare] : [level, bare, joined(level, bare)];
  for (const step of steps) {
    const changed = { ...options, ...step.way };
    yield;
    if (passes(changed)) return step;
    const size = yield* goodSizeAdvice(changed, passes);
    if (size) return joined(step, size);
  }
  return undefined;
}

function joined(one: Advice, other: Advice): Advice {
  return { message: allOf([one.message, other.message]), way: { ...one.way, ...other.way } };
}

/** Suggests the smallest version with a good grade and large enough modules, or undefined if no version has both. Suggests
 *  none if modules are already too small, because a larger version would make the code harder to scan. */
function* versionAdvice(options: QrOptions, aspect: number, { symbol, grid }: LogoLayout): Steps<Advice | undefined> {
  if (grid.scale < MIN_PIXELS) return undefined;
  const scale = Math.min(GOOD_PIXELS, grid.scale);
  for (let version = symbol.version + 1; version <= (options.maxVersion ?? table.version.max); version++) {
    yield;
    const next = layOut(options, aspect, version);
    if (next.grid.scale < scale) return undefined;
    if (isGood(next.budget)) return { message: setOption("version", version, raiseTo), way: { version } };
  }
  return undefined;
}

function passes(options: QrOptions, aspect: number, scale: number, accepts: (budget: LogoBudget) => boolean): boolean {
  try {
    const { budget, grid } = logoLayoutOf(options, aspect);
    return accepts(budget) && grid.scale >= scale;
  } catch (error) {
    if (error instanceof QrError && error.code === "DATA_TOO_LONG") return false;
    throw error;
  }
}
