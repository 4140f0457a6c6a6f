import type { Report } from "../api.ts";
import { countCodewords, encodeSymbol } from "../core/core.ts";
import { drawCaption } from "../drawing/caption.ts";
import { type DrawingParts, drawPlan } from "../drawing/draw-plan.ts";
import { aspectOf, type Logo } from "../drawing/logo.ts";
import { QrError } from "../errors.ts";
import { gridOf } from "../logo/placement.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import type { Box, Caption, FramedSymbol, Margin, ScanReport, ShownSymbol } from "../ports.ts";
import { GOOD_CONTRAST } from "../render/colors.ts";
import { planDesign } from "../render/design-svg.ts";
import { scannedOptions } from "../render/formats.ts";
import type { FrameLayout } from "../render/frame.ts";
import { captionJobOf } from "../render/frame-svg.ts";
import { isTransparent } from "../render/paints.ts";
import { artBox } from "../render/pictures.ts";
import type { Plan } from "../render/plan.ts";
import { planPicture } from "../render/plan-picture.ts";
import { allLadders, distanceOf, gradeOf, hasNullMargin, isSmall, scoreOf, shareOf } from "../scan/score.ts";
import { inTurns } from "../work/steps.ts";
import { contrastOf, rounded } from "./contrast.ts";
import { decoderRow, missingProof, type Outcome, scanWithAll } from "./decoders.ts";
import {
  bestGradeOfShapes,
  type Finding,
  finderLikeIssue,
  findingOf,
  MIN_PIXELS,
  noScanIssue,
  QUIET_ZONE,
} from "./issues.ts";
import { GOOD_UNUSED } from "./logo-report.ts";
import type { PrintedSize } from "./printed.ts";
import { judge, UNUSED } from "./verdict.ts";
import { costOfSpot, weakestSpot } from "./weakest-spot.ts";

type Scan = NonNullable<Report["scan"]>;

/** What is known about a picture before it is scanned. */
export interface Examined {
  readonly options: QrOptions;
  /** The size in print; undefined if it is in pixels. */
  readonly printed: PrintedSize | undefined;
  readonly report: Omit<Report, "valid" | "issues">;
  readonly plan: Plan;
  readonly logo: Logo | undefined;
  readonly caption: Caption | undefined;
  readonly issues: readonly Finding[];
}

interface Proof {
  readonly scan?: Scan;
  readonly issues: readonly Finding[];
}

/** Scans the picture of a report. Resolves to the scan, unless it was skipped, and to all issues of the report: those
 *  of the scan, and the known ones, adjusted to the result of the scan. */
export async function checkScan(examined: Examined, parts: DrawingParts): Promise<Proof> {
  const { options, report } = examined;
  const { scan, issues: own } = await proveScan(examined, parts);
  const all = [...examined.issues, ...own];
  if (!scan) return { issues: all };
  const judged = judge(options, all, scan, report.qr?.pixelsPerModule);
  return { scan, issues: await inTurns(judged, costOfSpot(options), parts) };
}

/** Draws the picture and scans it with every decoder. If the background is transparent, scans the picture on the page that
 *  the code is meant for. If the format cannot be scanned, scans an equivalent one. */
async function proveScan(examined: Examined, parts: DrawingParts): Promise<Proof> {
  const { options, report, logo, caption } = examined;
  const { heavy } = parts;
  if (!heavy) return { issues: [noScanIssue()] };
  try {
    const scanned = scannedOptions(options);
    const isReduced = scanned.size !== options.size;
    const aspect = logo && aspectOf(logo);
    const plan = scanned === options ? examined.plan : planPicture(scanned, aspect, { plan: planDesign });
    const box = artBox(plan);
    // The pixels of the logo, even in an SVG, as scanning requires.
    const pixels = box && (await logo?.draw(box));
    const { vector = false } = formats[scanned.format] as FormatRow;
    const lettering = caption && isReduced ? await drawCaption(captionJobOf(plan, vector), heavy) : caption;
    const { body } = await drawPlan(plan, { pixels, caption: lettering }, parts);
    const side = report.qr?.size ?? 0;
    const pixelsPerModule = isReduced ? rounded(gridOf(side, scanned).scale) : (report.qr?.pixelsPerModule ?? 0);
    const { data, size, margin } = scanned;
    const bestOfShapes = bestGradeOfShapes(scanned);
    const input = {
      body,
      data,
      size,
      side,
      scale: pixelsPerModule,
      framed: framedSymbol(plan.frame, scanned, side),
      trimmed: trimmedBox(scanned, side),
      cleared: plan.logo?.cleared,
      ...(report.qr && { symbol: shownSymbol(scanned, report.qr) }),
      ...(isTransparent(scanned) && { page: weakestSpot(scanned, side).back === "ffffff" ? 255 : 0 }),
    };
    const outcomes = await scanWithAll(input, heavy);
    const scan = mergeScans(outcomes, side + 2 * margin, {
      isLightOnDark: isInverted(scanned, side),
      bestOfShapes,
      hidesPatterns: plan.logo !== undefined && pixelsPerModule >= MIN_PIXELS && bestOfShapes === "A",
      hidesCenter: hidesOnlyCenter(report),
      small: isSmall(pixelsPerModule, formats[scanned.format].vector === true),
      bare: margin === 0,
      page: input.page,
    });
    if (!scan) return { issues: [missingProof(outcomes)] };
    const [place] = outcomes.flatMap((outcome) => ("report" in outcome ? (outcome.report.finderLike ?? []) : []));
    return { scan, issues: place ? [finderLikeIssue(place, options)] : [] };
  } catch (error) {
    // Errors of decoders are reported in `outcomes`, so this error is about the logo.
    if (error instanceof QrError && error.code === "LOGO_INVALID") return { issues: [findingOf(error)] };
    throw error;
  }
}

/** Returns the position of a symbol in its frame, if there is one. */
function framedSymbol(frame: FrameLayout | undefined, options: QrOptions, side: number): FramedSymbol | undefined {
  if (!frame) return undefined;
  const { height, code, opening } = frame;
  const { offset, scale } = gridOf(side, options);
  const [left, top] = [code.left + offset, code.top + offset];
  return { height, left, top, quiet: Math.min(left - opening.left, scale * options.margin) };
}

/** Returns the symbol with its quiet zone, without the pixels left over around it: at another size, others may be left
 *  over. Returns undefined if no pixels are left over, as in an SVG, or if they do not matter, because the quiet zone is wide
 *  enough or there is a frame. */
function trimmedBox(options: QrOptions, side: number): Box | undefined {
  const { offset, scale } = gridOf(side, options);
  const quiet = Math.round(scale * options.margin);
  if (options.margin >= QUIET_ZONE || options.frame !== "none" || offset - quiet < 1) return undefined;
  const [start, end] = [offset - quiet, offset + Math.round(scale * side) + quiet];
  return { left: start, top: start, right: end, bottom: end };
}

/** Returns the symbol of the picture that `options` describe, without the logo. */
function shownSymbol(options: QrOptions, { version, ec, mask, size }: NonNullable<Report["qr"]>): ShownSymbol {
  const { modules } = encodeSymbol(options.data, { version, ec, mask, eci: options.eci });
  return { version, modules, ...countCodewords(version, ec), offset: gridOf(size, options).offset };
}

function isInverted(options: QrOptions, side: number): boolean {
  const { front, back } = weakestSpot(options, side);
  return contrastOf(front, back).inverted;
}

/** What a grade depends on besides the scan itself. */
export interface Traits {
  readonly isLightOnDark: boolean;
  /** The best grade that the shapes allow, because decoders that are not used here read some of them less often. */
  readonly bestOfShapes: "A" | "B" | "C";
  /** Whether a logo may hide alignment patterns, or look like one. False if shapes or the size of the modules already limit
   *  the decoders. */
  readonly hidesPatterns: boolean;
  /** Whether the logo hides the alignment pattern in the centre, and the code is otherwise good. */
  readonly hidesCenter: boolean;
  readonly small: boolean;
  /** Whether there is no quiet zone. Then most decoders of the lab do not find the code on a dark page. */
  readonly bare: boolean;
  /** The page behind a transparent background. */
  readonly page: number | undefined;
}

/** Versions 7 to 13 have one alignment pattern in the centre, and a logo hides no other one. If ZBar takes a part of
 *  the logo for it, it reads few damaged copies. In the lab, the grades of such codes with good contrast did not
 *  predict what other decoders read: 75% of the damaged copies of codes with grade C or D, and 78% of those with grade
 *  A. */
function hidesOnlyCenter({ qr, contrast, logo }: Omit<Report, "valid" | "issues">): boolean {
  if (!qr || !logo || qr.version < 7 || qr.version > 13) return false;
  return qr.ec !== "L" && contrast.ratio >= GOOD_CONTRAST && logo.unusedErrorCorrection >= GOOD_UNUSED;
}

/** How much the score drops if only the reference decoder reads a code with a logo. In the lab, ZBar could not read 9
 *  of 150 codes with a logo and modules of at least two pixels. Most other decoders read 8 of the 9. */
const LOGO_LOSS = 0.1;

/** Returns the best grade that a picture can get. It depends on faults that the score does not show. */
function bestGrade(
  { passed, margins, unusedErrorCorrection }: Omit<Scan, "grade">,
  { small, bare }: Traits,
): Scan["grade"] {
  const unused = unusedErrorCorrection ?? 1;
  if (!passed) return "D";
  if (small || bare || unused < UNUSED.C || hasNullMargin(margins)) return "C";
  return unused < UNUSED.B ? "B" : "A";
}

/** Returns one report for all decoders; undefined if none ran. `modules` is the width of the picture in modules.
 *  Ignores the margins of decoders other than the reference if a logo confuses only them: they do not read the code, or
 *  the logo hides the pattern in the centre and the grade is better without them. */
export function mergeScans(outcomes: readonly Outcome[], modules: number, traits: Traits): Scan | undefined {
  const all = outcomes.flatMap((outcome) => ("report" in outcome ? [outcome.report] : []));
  const [reference] = all;
  if (!reference) return undefined;
  const { unusedErrorCorrection: unused = null } = reference;
  const scanOf = (reports: readonly ScanReport[]): Scan => {
    const margins = reference.margins.map((margin, at) =>
      reports.map((one) => one.margins[at] ?? margin).reduce(worse),
    );
    const loss = reports.length < all.length ? LOGO_LOSS : 0;
    const score = rounded(Math.max(0, scoreOf(reports, traits.isLightOnDark) - loss));
    const scan = {
      decoder: reference.decoder,
      decoders: outcomes.map(decoderRow),
      passed: reports.every((report) => report.passed),
      conditions: reference.conditions,
      unusedErrorCorrection: unused && rounded(unused),
      margins,
      distance: distanceOf(margins, modules),
      score,
      ...(traits.page !== undefined && { backgrounds: backgroundsOf(traits.page, reports) }),
    };
    const best = bestGrade(scan, traits);
    const grades: readonly Scan["grade"][] = [
      gradeOf(score),
      best,
      // A decoder is missing, has failed, or is ignored, or decoders may look for the code in the wrong place.
      reports.length < outcomes.length || all.some(({ finderLike }) => finderLike) ? "B" : "A",
      traits.bestOfShapes,
    ];
    // Grades are letters, so the greatest one is the lowest grade.
    return { ...scan, grade: grades.reduce((one, other) => (one > other ? one : other)) };
  };
  const scan = scanOf(all);
  if (!traits.hidesPatterns || !reference.passed || all.length === 1) return scan;
  const alone = scanOf([reference]);
  return !scan.passed || (traits.hidesCenter && alone.grade < scan.grade) ? alone : scan;
}

/** Returns the range of page colours on which every decoder reads a code. The range starts at the brightness `page`.
 *  Returns null if a decoder reads the code on no page. */
function backgroundsOf(page: number, reports: readonly ScanReport[]): NonNullable<Scan["backgrounds"]> | null {
  const levels = reports.map(({ background }) => background ?? null);
  if (levels.includes(null)) return null;
  const to = (levels as number[]).reduce((one, other) => (Math.abs(one - page) < Math.abs(other - page) ? one : other));
  return { from: grayHex(page), to: grayHex(to) };
}

const grayHex = (level: number) => level.toString(16).padStart(2, "0").repeat(3);

/** Returns the margin of the decoder that tolerates less. */
function worse(one: Margin, other: Margin): Margin {
  const ladder = allLadders.find(({ name }) => name === one.name);
  return ladder && shareOf(ladder, other.value) < shareOf(ladder, one.value) ? other : one;
}
