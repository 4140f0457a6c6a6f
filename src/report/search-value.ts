import type { Report } from "../api.ts";
import { encodeSymbol } from "../core/core.ts";
import { gridOf, logoLayoutOf } from "../logo/placement.ts";
import { insideFrame } from "../options/frames.ts";
import type { OwnRows } from "../options/parse.ts";
import { type QrOptions, table } from "../options/table.ts";
import { settlePicture } from "../render/plan-picture.ts";
import { settleForPrint } from "../render/printed-size.ts";
import { LEAST, shareOf, unscored } from "../scan/score.ts";
import { QUIET_ZONE, shapeIssues } from "./issues.ts";
import { grayLevel } from "./shades.ts";
import { weakestSpot } from "./weakest-spot.ts";

/** What is known about a design without scanning it. */
export interface Prospect {
  /** How good the design is, in shares of damaged copies that decoders read. Only differences between two designs for the same
   *  data and picture have a meaning. */
  readonly value: number;
  readonly version: number;
  /** The grey levels of the code and of its background, 0 to 1, where their contrast is lowest. */
  readonly front: number;
  readonly back: number;
}

/** The share of error correction above which more hardly matters. */
const MOST_UNUSED = 0.6;

/** How much each property of a design adds to the share of damaged copies that decoders read, if the size of the picture and its
 *  distance from the camera stay the same. Fitted to what jsqr, qr, @nuintun/qrcode and quirc read of 44 designs with 13 changes
 *  each; `npm run scan-lab -- --search` measures other designs. The scan check alone would not do: its margins are per module,
 *  so they ignore how large the modules are, and its decoders need less contrast than others. */
const WEIGHTS = {
  /** Per doubling of the width of a module. */
  moduleSize: 0.41,
  /** Per doubling of the difference between the grey levels of the code and its background. */
  contrast: 0.15,
  unused: 0.1,
  /** Per level above L. */
  level: 0.03,
  /** For a quiet zone of one module, and for each module up to the width in the standard: without any, most decoders find no code
   *  on a dark page. */
  bareEdge: 0.1,
  quietZone: 0.01,
  /** Per shape that some decoders read less often. */
  shape: -0.03,
  conditions: 0.15,
  score: 0.05,
  covered: 0.05,
  /** Per grade above F. Grades know of dangers that damaged copies do not show. */
  grade: 0.03,
} as const;

/** Returns what is known about a design whose logo has this aspect ratio (width / height).
 *  @throws {QrError} DATA_TOO_LONG, or INVALID_OPTION if the picture would be too large for the `moduleSize`. */
export function prospectOf(given: QrOptions, aspect: number | undefined, rows?: OwnRows): Prospect {
  // Any mask will do, because finding the best one is slow and does not affect the result.
  const options = settlePicture(settleForPrint({ ...given, mask: given.mask ?? 0 }, rows), aspect, rows);
  const layout = aspect === undefined ? undefined : logoLayoutOf(insideFrame(options), aspect);
  const { side, version, ec } = layout?.symbol ?? encodeSymbol(options.data, options);
  const spot = weakestSpot(options, side);
  const [front, back] = [grayLevel(spot.front), grayLevel(spot.back)];
  const { spoiled, correctable, safe } = layout?.budget ?? { spoiled: 0, correctable: 1, safe: true };
  const difference = spot.isMixed ? 0 : back - front;
  const unused = safe ? Math.min(MOST_UNUSED, 1 - spoiled / correctable) : -1;
  // A larger picture is seen from further away, so the width of a module is a share of that of the picture.
  const share = gridOf(side, options).scale / options.size;
  const value =
    WEIGHTS.moduleSize * Math.log2(share) +
    WEIGHTS.contrast * Math.log2(Math.max(LEAST_DIFFERENCE, difference)) +
    WEIGHTS.unused * unused +
    WEIGHTS.bareEdge * Math.min(1, options.margin) +
    WEIGHTS.quietZone * Math.min(QUIET_ZONE, options.margin) +
    WEIGHTS.level * table.ec.of.indexOf(ec) +
    WEIGHTS.shape * shapeIssues(options).length;
  return { value, version, front, back };
}

/** The difference between grey levels below which hardly any code is read, and that counts for light codes. */
const LEAST_DIFFERENCE = 0.03;

type Scan = NonNullable<Report["scan"]>;

const [, covered] = unscored;
const GRADES: readonly Scan["grade"][] = ["F", "D", "C", "B", "A"];

/** Returns what the scan check of a design adds to its value. */
export function scanValue({ conditions, margins, score, grade }: Scan): number {
  const read = conditions.filter(({ passed }) => passed).length / Math.max(1, conditions.length);
  const area = margins.find(({ name }) => name === covered.name)?.value ?? null;
  return (
    WEIGHTS.conditions * read +
    WEIGHTS.score * score +
    WEIGHTS.covered * shareOf(covered, area) +
    WEIGHTS.grade * GRADES.indexOf(grade)
  );
}

/** Returns whether a design scans at least as well as another one by the scan check. */
export function isAsGood({ grade, score }: Scan, other: Scan): boolean {
  return grade <= other.grade && (score >= other.score || (grade < other.grade && score >= (LEAST[0]?.[1] ?? 1)));
}
