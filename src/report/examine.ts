import type { Report, ReportedOptions } from "../api.ts";
import { encodeSymbol, segmentText } from "../core/core.ts";
import type { QrSymbol } from "../core/symbol.ts";
import { drawCaption } from "../drawing/caption.ts";
import { type DrawingParts, drawHere } from "../drawing/draw-plan.ts";
import { aspectOf, type Logo, type LogoParts, type ReadLogo, readLogo } from "../drawing/logo.ts";
import { QrError } from "../errors.ts";
import { gridOf, logoLayoutOf } from "../logo/placement.ts";
import { changeOptions, setOption, withAdvice } from "../messages/advice.ts";
import { transferLevel, transferVersion } from "../messages/report-rules.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { insideFrame, pictureSize } from "../options/frames.ts";
import { logoOf } from "../options/logo.ts";
import { parseOptions, type RawOptions, textIn } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import { SEPA_LEVEL, SEPA_VERSION, sepa } from "../payload/sepa.ts";
import type { Caption } from "../ports.ts";
import { planDesign } from "../render/design-svg.ts";
import { frameOf } from "../render/frame.ts";
import { captionJobOf } from "../render/frame-svg.ts";
import type { Plan } from "../render/plan.ts";
import { planPicture, settlePicture } from "../render/plan-picture.ts";
import { settleForPrint } from "../render/printed-size.ts";
import { inTurns } from "../work/steps.ts";
import { characterSetIssues } from "./character-set.ts";
import { contrastOf, rounded } from "./contrast.ts";
import { captionIssues, contrastIssues } from "./contrast-issues.ts";
import {
  type Finding,
  findingOf,
  inOrder,
  marginIssues,
  missingIssues,
  noScanIssue,
  pixelIssues,
  quietZoneIssues,
  shapeIssues,
  sizeIssues,
} from "./issues.ts";
import { logoIssues, logoReport, reportedOptions } from "./logo-report.ts";
import { inPrintedUnits, type PrintedSize, printedSizeOf, unusedDotsIssues } from "./printed.ts";
import type { checkScan } from "./proof.ts";
import { clarified, ignoredOptions, unknownNames } from "./unknown-options.ts";
import { costOfSpot, weakestSpot } from "./weakest-spot.ts";

/** The part of the report that is known before the picture is scanned. */
interface Findings {
  readonly report: Omit<Report, "valid" | "issues">;
  /** The plan of the picture; undefined if there is none, because the data is invalid or too long, or `size` too small. */
  readonly plan?: Plan;
  readonly issues: readonly Finding[];
}

/** A report whose issues have no messages yet. */
export interface Examination extends Omit<Report, "issues"> {
  readonly issues: readonly Finding[];
}

/** Reports whether scanners can read the picture and, if they cannot, why. Invalid options, data and logos become
 *  issues. Without `check` or without decoders, the scan check is skipped and an issue says so. Bundles of callers that
 *  pass no `check` do not contain its code.
 *  @throws {QrError} BUSY if the server is too busy for the logo or the scan check. */
export async function examine(
  input: RawOptions,
  parts: DrawingParts = {},
  check?: typeof checkScan,
  read: ReadLogo = readLogo,
): Promise<Examination> {
  const parsed = parseOptions(input, parts.rows);
  const logoFaults: Finding[] = [];
  const logo = await inspectLogo(() => read(parsed.options, parts), logoFaults);
  const { options, printed, errors } = settled(parsed, parts, logo && aspectOf(logo));
  const faults = errors.map((error) => findingOf(clarified(error, input)));
  const unknown = unknownNames(input).filter(({ field }) => !faults.some((one) => one.field === field));
  let issues = [...faults, ...unknown];
  if (errors.length === 0) issues.push(...ignoredOptions(input, options));
  issues.push(...logoFaults);
  const invalid = errors.map(({ field }) => field);
  const { caption, isRefused } = errors.length > 0 ? {} : await inspectCaption(options, parts, issues);
  const reported = await reportedOptions(options, logo?.file);
  const work = () => findingsOf(options, reported, { logo, printed, noData: invalid.includes("data") });
  const cost = costOfSpot(options);
  const found = await drawHere(cost, work, parts);
  issues.push(...found.issues);
  const { plan } = found;
  if (logo && plan?.logo) {
    issues.push(...(await inTurns(logoIssues(insideFrame(options), aspectOf(logo), plan.logo), cost, parts)));
  }
  let { report } = found;
  // If an option, the logo or the caption is invalid, no picture is drawn, so there is nothing to scan.
  const refused = errors.length > 0 || isRefused || (!logo && logoOf(options) !== undefined);
  if (plan && !refused) {
    const proof = check
      ? await check({ options, printed, report, plan, logo, caption, issues }, parts)
      : { issues: [...issues, noScanIssue()] };
    issues = [...proof.issues];
    if (proof.scan) report = { ...report, scan: proof.scan };
  }
  if (printed) issues = inPrintedUnits(issues, printed);
  return { valid: issues.every(({ severity }) => severity === "warning"), ...report, issues: inOrder(issues) };
}

/** Returns the options with the size of the picture in pixels, its size in print, and all errors. */
function settled({ options, issues }: ReturnType<typeof parseOptions>, { rows }: LogoParts, aspect?: number) {
  try {
    if (issues.length === 0) {
      const settled = settlePicture(settleForPrint(options, rows), aspect, rows);
      return { options: inPixels(settled), printed: printedSizeOf(settled), errors: issues };
    }
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    // Another step reports texts that are too long.
    if (error.field === "moduleSize" || error.field === "width") return { options: inPixels(options), errors: [error] };
  }
  return { options: inPixels(options), errors: issues };
}

/** Returns `options` without the other lengths that replace `size`. */
function inPixels(options: QrOptions): QrOptions {
  return { ...options, moduleSize: undefined, width: undefined };
}

/** Resolves to the logo, if any. If it is invalid, adds an issue and resolves to undefined. */
async function inspectLogo(read: () => ReturnType<ReadLogo>, issues: Finding[]): Promise<Logo | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    issues.push(findingOf(error));
    return undefined;
  }
}

/** Draws the caption, if there is one. If it cannot be drawn, adds an issue. */
async function inspectCaption(
  options: QrOptions,
  { heavy }: LogoParts,
  issues: Finding[],
): Promise<{ caption?: Caption | undefined; isRefused?: true }> {
  try {
    const { image, vector = false } = formats[options.format] as FormatRow;
    const job = image ? captionJobOf({ code: options, frame: frameOf(options) }, vector) : undefined;
    const caption = await drawCaption(job, heavy);
    issues.push(...missingIssues(caption));
    return { caption };
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    const finding = findingOf(error);
    issues.push({ ...finding, code: "invalid_option", field: "caption" });
    return { isRefused: true };
  }
}

interface Known {
  readonly logo: Logo | undefined;
  readonly printed: PrintedSize | undefined;
  /** Whether the data is invalid. */
  readonly noData: boolean;
}

/** Returns the part of the report that needs no scan. Without valid data, `qr` is null. */
function findingsOf(options: QrOptions, reported: ReportedOptions, { logo, printed, noData }: Known): Findings {
  const start = (side?: number) => {
    const spot = weakestSpot(options, side);
    const seen = contrastOf(spot.front, spot.back);
    const contrast = spot.isMixed ? { ...seen, ratio: 1, symbolContrast: 0 } : seen;
    const issues = [...contrastIssues(options, spot, contrast), ...shapeIssues(options), ...captionIssues(options)];
    return { bare: { options: reported, picture: shownSize(options, printed), qr: null, contrast }, issues };
  };
  const withoutSymbol = (...others: Finding[]): Findings => {
    const { bare, issues } = start();
    return { report: bare, issues: [...issues, ...marginIssues(options), ...others] };
  };
  if (noData) return withoutSymbol();
  try {
    const aspect = logo && aspectOf(logo);
    const plan = planPicture(options, aspect, { plan: planDesign });
    const qr = qrReport(options, plan.symbol ?? encodeSymbol(options.data, plan.code));
    const { bare, issues } = start(qr.size);
    const modules = [options, qr.size, qr.pixelsPerModule] as const;
    const sideAt = aspect
      ? (size: number) => logoLayoutOf(insideFrame({ ...options, size, mask: qr.mask }), aspect).symbol.side
      : undefined;
    issues.push(...marginIssues(...modules), ...quietZoneIssues(options, qr.size), ...sizeIssues(...modules, sideAt));
    issues.push(...unusedDotsIssues(options, printed, qr.size));
    issues.push(...characterSetIssues(options, qr.segments), ...transferIssues(options, qr));
    const report = { ...bare, qr, ...(plan.logo && { logo: logoReport(plan.logo) }) };
    const undrawn = pixelIssues(options, qr.size);
    issues.push(...undrawn);
    return undrawn.length > 0 ? { report, issues } : { report, plan, issues };
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    return withoutSymbol(findingOf(error));
  }
}

/** Returns warnings if the code of a bank transfer does not follow the guideline: some banking apps reject such codes. A
 *  logo raises the level unless {ec} is set. */
function transferIssues(options: QrOptions, { ec, version }: NonNullable<Report["qr"]>): Finding[] {
  const { logo, logoData } = options;
  if (sepa.parse(textIn(options)) === undefined) return [];
  const issue = { code: "transfer_guideline", severity: "warning" } as const;
  const findings: Finding[] = [];
  if (ec !== SEPA_LEVEL) {
    const problem = { field: "ec", rule: transferLevel, values: { value: ec } };
    const message = withAdvice(problem, setOption("ec", SEPA_LEVEL));
    findings.push({ ...issue, field: "ec", ...message, ways: [{ ec: SEPA_LEVEL, boost: false, optimize: "none" }] });
  }
  if (version > SEPA_VERSION) {
    const field = logoData !== undefined ? "logoData" : logo !== undefined ? "logo" : "version";
    const message = withAdvice({ rule: transferVersion, values: { value: version } }, changeOptions([], [field]));
    findings.push({ ...issue, field, ...message, ways: [{ [field]: undefined }] });
  }
  return findings;
}

/** Returns the size of the picture. Formats that list only modules have none. */
function shownSize(options: QrOptions, printed: PrintedSize | undefined): Report["picture"] {
  if (!(formats[options.format] as FormatRow).image) return null;
  const shown = pictureSize(options);
  if (!printed) return shown;
  const { width, dpi } = printed;
  const height = rounded((width * shown.height) / shown.width);
  return { ...shown, printed: { width: rounded(width), height, dpi } };
}

function qrReport(options: QrOptions, symbol: QrSymbol): NonNullable<Report["qr"]> {
  const { version, side, ec, mask, modules } = symbol;
  const { scale } = gridOf(side, options);
  let dark = 0;
  // An indexed loop is five times as fast as `for ... of` here.
  for (let at = 0; at < modules.length; at++) dark += modules[at] as number;
  // Encoding the text again is fast, because the mask is already known.
  const { segments, bits } = segmentText(options.data, { version, ec, mask, eci: options.eci });
  const density = rounded(dark / modules.length);
  return { version, size: side, ec, mask, segments, bits, density, pixelsPerModule: rounded(scale) };
}
