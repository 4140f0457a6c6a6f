import type { ScanReport } from "../ports.ts";

export type Grade = "A" | "B" | "C" | "D" | "F";

const GRADES: readonly Grade[] = ["A", "B", "C", "D", "F"];

export interface Measures {
  readonly scan: Pick<ScanReport, "passed" | "conditions">;
  /** Difference between the colours' reflectances, 0 to 1. */
  readonly symbolContrast: number;
  /** Fraction of the error correction that a logo leaves unused, 0 to 1; negative if the logo makes the code
   *  unreadable. */
  readonly unusedErrorCorrection: number;
  /** Width of the quiet zone in modules. */
  readonly margin: number;
  readonly pixelsPerModule: number;
}

/** Minimum values for the grades A, B, C and D. Symbol contrast and unused error correction follow ISO/IEC 15415:2011,
 *  7.8, except that a logo whose damage can only just be corrected gets a D. The quiet zone needs 4 modules (ISO/IEC
 *  18004:2015, 6.3.8), and each missing module lowers the grade by one. Camera decoders should get 3 to 4 pixels per
 *  module, and read reliably from 2. */
const LEAST = {
  scan: [1, 0.9, 0.75, 0.5],
  symbolContrast: [0.7, 0.55, 0.4, 0.2],
  unusedErrorCorrection: [0.62, 0.5, 0.37, 0],
  margin: [4, 3, 2, 1],
  pixelsPerModule: [4, 3, 2, 1],
} as const;

/** The share of error correction that must remain unused for a grade of B. */
export const GOOD_UNUSED = LEAST.unusedErrorCorrection[1];

/** Returns the overall grade, which is the lowest of all grades, as in ISO/IEC 15415. */
export function gradeOf(measures: Measures): Grade {
  return weakest(measures).grade;
}

/** Returns the lowest grade and the first measure with that grade. */
export function weakest({ scan, ...values }: Measures): { readonly name: keyof Measures; readonly grade: Grade } {
  const measured = { ...values, scan: scan.passed ? shareOf(scan) : 0 };
  const names = Object.keys(LEAST) as (keyof typeof LEAST)[];
  const graded = names.map((name) => ({ name, grade: gradeFor(measured[name], LEAST[name]) }));
  return graded.reduce((worst, next) => (next.grade > worst.grade ? next : worst));
}

export function scanGrade(scan: Measures["scan"]): Grade {
  return gradeFor(scan.passed ? shareOf(scan) : 0, LEAST.scan);
}

/** Without zxing-wasm, no conditions are tested, and none fails. */
function shareOf({ conditions }: Measures["scan"]): number {
  return conditions.length === 0 ? 1 : conditions.filter(({ passed }) => passed).length / conditions.length;
}

function gradeFor(value: number, least: readonly number[]): Grade {
  const at = least.findIndex((bound) => value >= bound);
  return at < 0 ? "F" : (GRADES[at] as Grade);
}
