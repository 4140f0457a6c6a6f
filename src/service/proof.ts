import type { Report, ScanningDecoder } from "../api.ts";
import { countCodewords, encodeSymbol } from "../core/core.ts";
import { literal, packageMissing, QrError } from "../errors.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { gridOf } from "../logo/placement.ts";
import { formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import type {
  Caption,
  DecoderName,
  FramedSymbol,
  HeavyWork,
  Margin,
  ScanJob,
  ScanReport,
  ShownSymbol,
} from "../ports.ts";
import { GOOD_CONTRAST } from "../render/colors.ts";
import { pictures, scannedOptions } from "../render/formats.ts";
import { layOutFrame } from "../render/frame.ts";
import { isBroken } from "../scan/broken-decoders.ts";
import { allLadders, distanceOf, gradeOf, hasNullMargin, isSmall, scoreOf, shareOf } from "../scan/score.ts";
import { busy } from "../work/heavy-jobs.ts";
import { contrastOf, groundsOf, rounded } from "./contrast.ts";
import { type DrawingParts, drawWithoutLogo, drawWithPixels } from "./drawing.ts";
import { bestGradeOfShapes, type Finding, findingOf, LEAST_PIXELS, noScanIssue, skippedIssue } from "./issues.ts";
import type { Logo } from "./logo.ts";
import { GOOD_UNUSED } from "./logo-report.ts";
import { judge, UNUSED } from "./verdict.ts";
import { weakestSpot } from "./weakest-spot.ts";

type Scan = NonNullable<Report["scan"]>;

interface Proof {
  readonly scan?: Scan;
  readonly issues: readonly Finding[];
}

interface DecoderRow {
  readonly decoder: DecoderName;
  readonly name: string;
  readonly pack: string;
}

/** The decoders of a scan check, and the packages that they need. The first one that runs is the reference. */
const DECODERS: readonly [DecoderRow, ...DecoderRow[]] = [
  { decoder: "zxing", name: "zxing-wasm", pack: "zxing-wasm" },
  { decoder: "zbar", name: "zbar-wasm", pack: "@undecaf/zbar-wasm" },
];

/** The result of one decoder's job. */
type Outcome = DecoderRow & ({ readonly report: ScanReport } | { readonly error: QrError });

/** Scans the picture of a report. Resolves to the scan, unless it was skipped, and to all issues of the report: those
 *  of the scan, and `issues`, adjusted to the result of the scan. */
export async function checkScan(
  issues: readonly Finding[],
  ...[options, ...given]: Parameters<typeof proveScan>
): Promise<Proof> {
  const { scan, issues: own } = await proveScan(options, ...given);
  const all = [...issues, ...own];
  return scan ? { scan, issues: judge(options, all, scan, given[0].qr?.pixelsPerModule) } : { issues: all };
}

/** Draws the picture and scans it with every decoder. If the background is transparent, scans the picture on white and
 *  on black, and returns the worse scan. If the format cannot be scanned, scans an equivalent one. */
async function proveScan(
  options: QrOptions,
  report: Omit<Report, "valid" | "issues">,
  logo: Logo | undefined,
  layout: LogoLayout | undefined,
  caption: Caption | undefined,
  parts: DrawingParts,
): Promise<Proof> {
  const { heavy } = parts;
  if (!heavy) return { issues: [noScanIssue()] };
  try {
    const scans: Scan[] = [];
    for (const bg of options.bgGradient ? [options.bg] : groundsOf(options.bg)) {
      const scanned = { ...scannedOptions(options), bg };
      const { body } =
        logo && layout
          ? await drawWithPixels(scanned, layout, logo, caption, pictures, parts)
          : await drawWithoutLogo(scanned, caption, pictures, parts);
      const pixelsPerModule = report.qr?.pixelsPerModule ?? 0;
      const side = report.qr?.size ?? 0;
      const symbol = report.qr && shownSymbol(scanned, report.qr);
      const { data, size } = options;
      const framed = framedSymbol(scanned, side);
      const bestOfShapes = bestGradeOfShapes(scanned);
      const input = {
        body,
        data,
        size,
        side,
        scale: pixelsPerModule,
        framed,
        cleared: layout?.cleared,
        ...(symbol && { symbol }),
      };
      const outcomes = await scanWithAll(input, heavy);
      const scan = merged(outcomes, side + 2 * options.margin, {
        isLightOnDark: isInverted(scanned, side),
        bestOfShapes,
        hidesPatterns: layout !== undefined && pixelsPerModule >= LEAST_PIXELS && bestOfShapes === "A",
        hidesCenter: hidesOnlyCenter(report),
        small: isSmall(pixelsPerModule, formats[scanned.format].vector === true),
      });
      if (!scan) return { issues: [missingProof(outcomes)] };
      scans.push(scan);
    }
    return { scan: scans.reduce(worseScan), issues: [] };
  } catch (error) {
    // Errors of decoders are reported in `outcomes`, so this error is about the logo.
    if (error instanceof QrError && error.code === "LOGO_INVALID") return { issues: [findingOf(error)] };
    throw error;
  }
}

/** Returns the position of a symbol in its frame, if there is one. */
function framedSymbol(options: QrOptions, side: number): FramedSymbol | undefined {
  if (options.frame === "none") return undefined;
  const { height, code, opening } = layOutFrame(options);
  const { offset } = gridOf(side, options);
  const [left, top] = [code.left + offset, code.top + offset];
  return { height, left, top, quiet: left - opening.left };
}

/** Returns the symbol of the picture that `options` describe, without the logo. */
function shownSymbol(options: QrOptions, { version, ec, mask, size }: NonNullable<Report["qr"]>): ShownSymbol {
  const { modules } = encodeSymbol(options.data, { ...options, version, ec, mask });
  return { version, modules, ...countCodewords(version, ec), offset: gridOf(size, options).offset };
}

/** Runs one job per decoder. The other jobs start with the first one, or after it if the host does not report its
 *  start: while the first one waits in the queue, it may still be rejected.
 *  @throws {QrError} BUSY if the queue is full, or if no decoder ran because of time limits, which are usually exceeded
 *  only under load; any other error that does not concern a single decoder. */
async function scanWithAll(input: Omit<ScanJob, "decoder">, heavy: HeavyWork): Promise<readonly Outcome[]> {
  const run = async (row: DecoderRow, onStart?: () => void): Promise<Outcome> => {
    try {
      const job = { name: "scan", input: { ...input, decoder: row.decoder }, onStart } as const;
      return { ...row, report: await heavy.run(job) };
    } catch (error) {
      if (error instanceof QrError && OWN_ERRORS.has(error.code)) return { ...row, error };
      throw error;
    }
  };
  const [first, ...others] = DECODERS;
  let reference: Promise<Outcome> | undefined;
  const started = new Promise<void>((resolve) => {
    reference = run(first, resolve);
  });
  await Promise.race([reference, started]);
  const outcomes = await Promise.all([reference as Promise<Outcome>, ...others.map((row) => run(row))]);
  const failed = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error.code] : []));
  if (failed.length === outcomes.length && failed.includes("TIMED_OUT")) throw busy();
  return outcomes;
}

/** Codes of errors that concern a single decoder: it crashed, took too long, or is missing. */
const OWN_ERRORS: ReadonlySet<string> = new Set(["INTERNAL", "TIMED_OUT", "NOT_SUPPORTED", "UNREACHABLE"]);

function isInverted(options: QrOptions, side: number): boolean {
  const { front, back } = weakestSpot(options, side);
  return contrastOf(front, back).inverted;
}

interface Traits {
  readonly isLightOnDark: boolean;
  /** The best grade that the shapes allow, because decoders that are not used here read some of them less often. */
  readonly bestOfShapes: "A" | "B" | "C";
  /** Whether there is a logo, which may hide alignment patterns or look like one, and all decoders can read the shapes and
   *  the size of the modules. */
  readonly hidesPatterns: boolean;
  /** Whether the logo hides the alignment pattern in the centre, and the code is otherwise good. */
  readonly hidesCenter: boolean;
  readonly small: boolean;
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
function bestGrade({ passed, margins, unusedErrorCorrection }: Omit<Scan, "grade">, isSmall: boolean): Scan["grade"] {
  const unused = unusedErrorCorrection ?? 1;
  if (!passed) return "D";
  if (isSmall || unused < UNUSED.C || hasNullMargin(margins)) return "C";
  return unused < UNUSED.B ? "B" : "A";
}

/** Returns one report for all decoders; undefined if none ran. `modules` is the width of the picture in modules.
 *  Ignores the margins of decoders other than the reference if a logo confuses only them: they do not read the code, or
 *  the logo hides the pattern in the centre and the grade is better without them. */
function merged(outcomes: readonly Outcome[], modules: number, traits: Traits): Scan | undefined {
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
    };
    const best = bestGrade(scan, traits.small);
    const grades: readonly Scan["grade"][] = [
      gradeOf(score),
      best,
      // A decoder is missing, has failed, or is ignored.
      reports.length < outcomes.length ? "B" : "A",
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

function decoderRow(outcome: Outcome): ScanningDecoder {
  const { name } = outcome;
  if ("error" in outcome) return { name, version: null, passed: null, error: reasonOf(outcome) };
  const { decoder, passed } = outcome.report;
  return { name, version: decoder.slice(decoder.lastIndexOf(" ") + 1), passed };
}

function reasonOf({ pack, error }: Extract<Outcome, { error: QrError }>): string {
  if (isBroken(error)) return `cannot be loaded: reinstall the npm package ${pack}`;
  return isMissing(pack, error) ? `not installed: run npm install ${pack}` : error.rule;
}

function isMissing(pack: string, { rule }: QrError): boolean {
  return rule === packageMissing(pack).rule;
}

/** Returns the margin of the decoder that tolerates less. */
function worse(one: Margin, other: Margin): Margin {
  const ladder = allLadders.find(({ name }) => name === one.name);
  return ladder && shareOf(ladder, other.value) < shareOf(ladder, one.value) ? other : one;
}

/** Returns the worse scan: the one that did not pass. If both or neither passed, compares the grades, then the scores,
 *  then the numbers of passed conditions. */
function worseScan(one: Scan, other: Scan): Scan {
  if (one.passed !== other.passed) return one.passed ? other : one;
  if (one.grade !== other.grade) return one.grade > other.grade ? one : other;
  if (one.score !== other.score) return one.score < other.score ? one : other;
  const passed = ({ conditions }: Scan) => conditions.filter((condition) => condition.passed).length;
  return passed(other) < passed(one) ? other : one;
}

/** Returns the issue that explains why no decoder ran. If one crashed or is damaged, the issue is an error, so that the
 *  picture does not count as valid. */
function missingProof(outcomes: readonly Outcome[]): Finding {
  const failed = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome] : []));
  if (failed.some(({ error }) => error.code === "INTERNAL")) {
    return skippedIssue("the decoder failed; try again", "error");
  }
  const missing = failed.filter(({ pack, error }) => isMissing(pack, error)).map(({ pack }) => pack);
  if (missing.length === failed.length) {
    return skippedIssue(`no decoder is installed: run npm install ${missing.join(" ")}`);
  }
  const reasons = new Set(failed.map(reasonOf));
  const severity = failed.some(({ error }) => isBroken(error)) ? "error" : "warning";
  return skippedIssue(`no decoder is available: ${literal([...reasons].join("; "))}`, severity);
}
