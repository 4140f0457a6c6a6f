import type { Report } from "../api.ts";
import { QrError } from "../errors.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { HeavyWork, ScanJob } from "../ports.ts";
import { drawPicture, scannedOptions } from "../render/formats.ts";
import { gradeOf } from "./grade.ts";
import { type Finding, findingOf, skippedIssue } from "./issues.ts";
import type { Logo } from "./logo.ts";
import { drawWithLogo } from "./with-logo.ts";

/** What came of the proof: a result, or an issue. */
interface Proof {
  readonly scan?: NonNullable<Report["scan"]>;
  readonly issues: readonly Finding[];
}

/** Draws the picture that these options are answered with, or the one that stands in for it, and has it read back. `report`
 *  has the symbol. */
export async function proveScan(
  options: QrOptions,
  report: Omit<Report, "valid" | "issues">,
  logo: Logo | undefined,
  layout: LogoLayout | undefined,
  heavy: HeavyWork | undefined,
): Promise<Proof> {
  if (!heavy) return { issues: [skippedIssue("no decoder is loaded here")] };
  try {
    const { body } = await draw(options, logo, layout, heavy);
    const pixelsPerModule = report.qr?.pixelsPerModule ?? 0;
    const input: ScanJob = {
      body,
      data: options.data,
      size: options.size,
      scale: pixelsPerModule,
    };
    const scan = await heavy.run({ name: "scan", input });
    const grade = gradeOf({
      scan,
      symbolContrast: report.contrast.symbolContrast,
      unusedErrorCorrection: layout?.budget.safe === false ? -1 : (report.logo?.unusedErrorCorrection ?? 1),
      margin: options.margin,
      pixelsPerModule,
    });
    return { scan: { ...scan, grade }, issues: [] };
  } catch (error) {
    return { issues: [missingProof(error)] };
  }
}

async function draw(
  options: QrOptions,
  logo: Logo | undefined,
  layout: LogoLayout | undefined,
  heavy: HeavyWork,
): Promise<Picture> {
  const scanned = scannedOptions(options);
  if (!logo || !layout) return drawPicture(scanned);
  return drawWithLogo(scanned, layout, logo, heavy);
}

/** Returns the finding that says why there is no proof. A picture on which the decoder fails is not valid until it has been
 *  read.
 *  @throws {QrError} BUSY. */
function missingProof(error: unknown): Finding {
  if (!(error instanceof QrError)) throw error;
  if (error.code === "LOGO_INVALID" || error.code === "BUSY") return findingOf(error);
  if (error.code === "INTERNAL") return skippedIssue("the decoder failed: try again", "error");
  if (error.code === "NOT_SUPPORTED" || error.code === "UNREACHABLE") return skippedIssue("no decoder is loaded here");
  throw error;
}
