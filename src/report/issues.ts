import type { Issue } from "../api.ts";
import { type Grid, tooFewPixels } from "../core/symbol.ts";
import type { QrError } from "../errors.ts";
import { gridOf } from "../logo/placement.ts";
import { allOf, changeOptions, setOption, withAdvice } from "../messages/advice.ts";
import { type Message, messageOf } from "../messages/message.ts";
import {
  changeLogo,
  changeOption,
  frameLikeFinder,
  logoLikeFinder,
  missingCharacters,
  narrowQuietZone,
  noQuietZone,
  raiseFrom,
  raiseTo,
  riskyShape,
  scanSkipped,
  setTo,
  shapeUnreadByFew,
  shorten,
  shrunkQuietZone,
  smallModules,
  unreadableShape,
} from "../messages/report-rules.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { insideFrame } from "../options/frames.ts";
import { type OptionName, type QrOptions, rows, table } from "../options/table.ts";
import type { FinderLikePlace } from "../ports.ts";
import { sizeForCode } from "../render/frame.ts";
import { sizes } from "../render/module-shapes.ts";
import { isTransparent } from "../render/paints.ts";
import { type RiskyShape, readableSizes, riskyShapes, saferShapes } from "../render/shapes.ts";

/** Pixels per module. Decoders need two samples to find an edge (sampling theorem); four allow for losses on screens,
 *  in prints and in cameras. */
export const MIN_PIXELS = 2;
export const GOOD_PIXELS = 4;

/** Width of the quiet zone in modules. ISO/IEC 18004:2015, 6.3.8. */
export const QUIET_ZONE = 4;

const order = rows.map(([name]) => name as string);

/** An issue without a message. Each interface composes the message with its own names. */
export interface Finding extends Pick<Issue, "code" | "severity" | "field">, Pick<Message, "rule" | "values"> {
  /** The fixes that the text in `rule` suggests. */
  readonly ways?: readonly Way[] | undefined;
  /** Whether only a part of the picture has the fault. Error correction may then hide it from the scan check. */
  readonly isLocal?: boolean;
}

/** Option values that together fix an issue. */
export type Way = { readonly [Name in OptionName]?: QrOptions[Name] };

/** Returns the issue for `finding`, with a message that uses the API's names. */
export function toIssue(finding: Finding): Issue {
  const { code, severity, field } = finding;
  return { code, severity, field, message: messageOf(finding), rule: finding.rule, values: finding.values };
}

/** Sorts `findings` in the order of the option table; those without an option come last. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const place = ({ field }: Finding) => (order.includes(field) ? order.indexOf(field) : order.length);
  return [...findings].sort((a, b) => place(a) - place(b));
}

/** Returns the finding for an error about an option, the data or a logo.
 *  @throws {QrError} `error` itself if it is BUSY, because a report without the scan check might call an invalid
 *  picture valid. */
export function findingOf(error: QrError): Finding {
  if (error.code === "BUSY") throw error;
  const { rule, values, field = "data" } = error;
  const code = ISSUE_CODES[error.code] ?? "logo_invalid";
  return { code, severity: "error", field, rule, values };
}

const ISSUE_CODES: { readonly [Code in QrError["code"]]?: Issue["code"] } = {
  DATA_MISSING: "data_missing",
  DATA_TOO_LONG: "data_too_long",
  LOGO_UNREACHABLE: "logo_unreachable",
  INVALID_OPTION: "invalid_option",
};

/** An option whose value makes some decoders of the scan lab read codes less often. */
interface Risk {
  readonly field: keyof typeof riskyShapes | "dotSize";
  readonly safer: string | number;
  /** Number of decoders that cannot read such codes. With several, the grade is at most C. */
  readonly unread: number;
}

/** The options that decide how risky the shapes are. */
export type ShapeOptions = Pick<QrOptions, keyof typeof riskyShapes | "format" | "dotSize" | "dotStyle">;

/** Returns the shapes in `options` that the scan lab found to be risky. */
function risksOf(options: ShapeOptions): readonly Risk[] {
  const { format, dotStyle, dotSize } = options;
  // A matrix and text have no shapes.
  if (!formats[format].image) return [];
  const risks = (Object.keys(riskyShapes) as (keyof typeof riskyShapes)[]).flatMap((field): Risk[] => {
    const known: Readonly<Record<string, RiskyShape>> = riskyShapes[field];
    const shape = options[field] ?? "";
    const risk = Object.hasOwn(known, shape) ? known[shape] : undefined;
    return risk ? [{ field, safer: saferShapes[field], unread: risk.unread ?? 0 }] : [];
  });
  const sizeIn = (all: Readonly<Record<string, number>>) => all[dotStyle] ?? 0;
  const safer = sizeIn(sizes);
  if (dotSize === undefined || dotSize >= safer) return risks;
  // Modules that are too small cost all decoders many codes.
  return [...risks, { field: "dotSize", safer, unread: dotSize < sizeIn(readableSizes) ? SEVERAL : 0 }];
}

/** From this number of decoders on, the grade is C at most. A single one may be rarely used. */
const SEVERAL = 2;

/** Returns the best grade that a code with the shapes in `options` can get: C if several decoders of the scan lab cannot
 *  read them, and B if one reads them less often than square ones. */
export function bestGradeOfShapes(options: ShapeOptions): "A" | "B" | "C" {
  const risks = risksOf(options);
  if (risks.some(({ unread }) => unread >= SEVERAL)) return "C";
  return risks.length > 0 ? "B" : "A";
}

/** Returns warnings for shapes that some scanners read less often than square ones, even if the scan check reads them. */
export function shapeIssues(options: ShapeOptions): Finding[] {
  return risksOf(options).map(({ field, safer, unread }) => {
    const value = { option: field, value: options[field] };
    const rule = unread >= SEVERAL ? unreadableShape : unread > 0 ? shapeUnreadByFew : riskyShape;
    const problem = { rule, values: { option: { option: field }, value } };
    const message = withAdvice(problem, setOption(field, safer, field === "dotSize" ? raiseTo : setTo));
    return { code: "risky_shape", severity: "warning", field, ...message, ways: [{ [field]: safer }] };
  });
}

/** Returns the warning about a part of the picture that looks like a finder pattern. */
export function finderLikeIssue(place: FinderLikePlace, { caption }: Pick<QrOptions, "caption">): Finding {
  const [field, rule, advice] =
    place === "logo"
      ? (["logoSize", logoLikeFinder, changeLogo] as const)
      : ([caption === undefined ? "frame" : "caption", frameLikeFinder, changeOption] as const);
  const message = withAdvice({ rule }, { rule: advice, values: { option: { option: field } } });
  return { code: "finder_like", severity: "warning", field, ...message };
}

/** Returns an issue if the quiet zone is too narrow. `side` is the number of modules per side, and `pixels` is the width
 *  of a module; undefined without valid data. */
export function marginIssues(options: QrOptions, side?: number, pixels?: number): Finding[] {
  const { margin } = options;
  if (margin >= QUIET_ZONE) return [];
  const way = side && pixels ? marginWay(options, side, pixels) : { margin: QUIET_ZONE };
  // A transparent quiet zone has the colour of the page.
  const problem =
    margin === 0 && !isTransparent(options)
      ? { rule: noQuietZone }
      : { rule: narrowQuietZone, values: { value: margin, least: QUIET_ZONE } };
  const set = [["margin", QUIET_ZONE], ...(way.size === undefined ? [] : [["size", way.size] as const])] as const;
  const message = withAdvice({ field: "margin", ...problem }, changeOptions(set, []));
  return [{ code: "quiet_zone_missing", severity: "warning", field: "margin", ...message, ways: [way] }];
}

/** Returns an issue if a PNG has too few pixels for its quiet zone, which then is narrower than `margin`. */
export function quietZoneIssues(options: QrOptions, side: number): Finding[] {
  const { size, margin, format } = options;
  const { scale, offset } = gridOf(side, options);
  const wanted = Math.min(margin, QUIET_ZONE);
  if (!formats[format].image || scale !== 1 || offset >= wanted) return [];
  const enough = sizeFor(options, 1, side, wanted);
  const problem = { field: "size", rule: shrunkQuietZone, values: { value: offset, least: QUIET_ZONE } };
  const value = { option: "size", value: enough };
  const message = withAdvice(problem, { rule: raiseFrom, values: { option: { option: "size" }, before: size, value } });
  return [{ code: "quiet_zone_missing", severity: "warning", field: "size", ...message, ways: [{ size: enough }] }];
}

/** Returns an issue if a PNG would have fewer pixels than modules, so that it is neither drawn nor scanned. */
export function pixelIssues(options: QrOptions, side: number): Finding[] {
  const { image, vector } = formats[options.format] as FormatRow;
  if (vector || insideFrame(options).size >= side) return [];
  const error = tooFewPixels(side, sizeFor(options, 1, side, 0));
  return [image ? findingOf(error) : skippedIssue(error.message)];
}

/** Returns the options for a full quiet zone. Raises the size if modules would otherwise become too small, because a wider
 *  quiet zone leaves less space for them. In an SVG, small modules become a whole number of pixels wide: decoders read
 *  them less often if their edges are between pixels. */
export function marginWay(options: QrOptions, side: number, pixels: number): Way {
  const wanted = Math.min(formats[options.format].vector ? Math.ceil(pixels) : pixels, GOOD_PIXELS);
  const enough = sizeFor(options, wanted, side, QUIET_ZONE);
  return enough > options.size ? { margin: QUIET_ZONE, size: enough } : { margin: QUIET_ZONE };
}

/** Returns the size at which modules are `pixels` wide, or the largest size if that is smaller. */
export function sizeFor(options: QrOptions, pixels: number, side: number, margin: number): number {
  const { max } = table.size;
  return sizeForCode(options, Math.ceil(pixels * (side + 2 * margin)), max) ?? max;
}

/** Returns the smallest size at which modules are GOOD_PIXELS wide and the quiet zone does not become narrower than now, or
 *  than the standard requires. The pixels left over around a PNG are part of the quiet zone, and other sizes may leave over
 *  fewer. If no size keeps the quiet zone, returns the size with the widest one; undefined if every such size is above the
 *  maximum. */
function goodSize(options: QrOptions, side: number): number | undefined {
  const { max } = table.size;
  const gridAt = (size: number) => gridOf(side, { ...options, size });
  const quietOf = ({ scale, offset }: Grid) => offset / scale;
  const quiet = Math.min(QUIET_ZONE, quietOf(gridAt(options.size)));
  let best = sizeForCode(options, GOOD_PIXELS * (side + 2 * options.margin), max);
  if (best === undefined) return undefined;
  for (let size = best; size <= max && gridAt(size).scale < GOOD_PIXELS + 1; size++) {
    if (quietOf(gridAt(best)) >= quiet - TINY) break;
    if (quietOf(gridAt(size)) > quietOf(gridAt(best))) best = size;
  }
  return best;
}

/** Tolerance for rounding errors when comparing quiet zones, in modules. */
const TINY = 1e-6;

/** Returns the result of `goodSize` if the code has at most `side` modules at that size. Otherwise, tries the sizes for the
 *  larger code. */
function settledSize(options: QrOptions, side: number, sideAt: (size: number) => number): number | undefined {
  const size = goodSize(options, side);
  const settled = size === undefined ? side : sideAt(size);
  return settled > side ? settledSize(options, settled, sideAt) : size;
}

/** Returns an issue if modules are narrower than GOOD_PIXELS. `side` is the number of modules per side, and `pixels` is the
 *  width of a module. `sideAt` returns the number of modules per side at another size, which may differ if there is a
 *  logo. */
export function sizeIssues(
  options: QrOptions,
  side: number,
  pixels: number,
  sideAt: (size: number) => number = () => side,
): Finding[] {
  const { size } = options;
  if (pixels >= GOOD_PIXELS) return [];
  const enough = settledSize(options, side, sideAt);
  const advice =
    enough !== undefined
      ? {
          rule: raiseFrom,
          values: { option: { option: "size" }, before: size, value: { option: "size", value: enough } },
        }
      : allOf([setOption("size", table.size.max, raiseTo), { rule: shorten, values: { option: { option: "data" } } }]);
  const severity = pixels < MIN_PIXELS ? "error" : "warning";
  const message = withAdvice({ rule: smallModules, values: { pixels: tidy(pixels), least: GOOD_PIXELS } }, advice);
  const way = { size: enough ?? table.size.max };
  return [{ code: "too_small", severity, field: "size", ...message, ways: [way] }];
}

/** Returns an issue if a caption contains characters that are drawn as boxes. */
export function missingIssues({ missing = "" }: { readonly missing?: string } = {}): Finding[] {
  if (missing === "") return [];
  const values = { text: [...missing].join(" ") };
  return [{ code: "caption_characters", severity: "warning", field: "caption", rule: missingCharacters, values }];
}

/** Returns the issue for a host that cannot scan. */
export const noScanIssue = (): Finding => skippedIssue("no decoder is available here");

export function skippedIssue(reason: string, severity: Issue["severity"] = "warning"): Finding {
  return { code: "scan_skipped", severity, field: "data", rule: scanSkipped, values: { text: reason } };
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
