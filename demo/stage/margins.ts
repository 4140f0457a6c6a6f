import { type TextId, text } from "../languages/text.ts";
import { GOOD_PIXELS, gradeOf, type LimitOptions, limitOf, weakestMargin } from "../product/report.ts";
import type { Report } from "../product/service.ts";

type Scan = NonNullable<Report["scan"]>;

interface Words {
  readonly label: TextId;
  /** Returns a text about the damage that the decoders tolerate. `value` is in the margin's unit in the report. */
  tolerated(value: number): string;
  /** The main problem of a code for which this margin is the weakest; undefined if the margin does not affect the
   *  score. */
  readonly reason?: TextId;
}

/** The margins of a report in everyday words, by name. */
const WORDS: Readonly<Record<string, Words>> = {
  module: {
    label: "smallSize",
    tolerated: (px) => text("smallSizeLimit", { px }),
    reason: "smallSizeReason",
  },
  noise: {
    label: "noise",
    tolerated: (levels) => text("noiseLimit", { percent: Math.round(levels / 2.55) }),
    reason: "noiseReason",
  },
  light: {
    label: "shadow",
    tolerated: (percent) => (percent === 0 ? text("shadowAnyLimit") : text("shadowLimit", { percent })),
    reason: "shadowReason",
  },
  tilt: {
    label: "tilt",
    tolerated: (percent) => text("tiltLimit", { percent }),
    reason: "tiltReason",
  },
  "quiet zone": {
    label: "dark",
    tolerated: (modules) => (modules === 0 ? text("noQuietZone") : text("quietZoneLimit", { count: modules })),
    reason: "quietZoneReason",
  },
  blur: {
    label: "blur",
    tolerated: (percent) => text("blurLimit", { percent }),
  },
  "covered area": {
    label: "covered",
    tolerated: (percent) => text("coveredLimit", { percent }),
  },
};

/** Returns a label and a description for the distance and for each margin, such as "Small size" and "readable down to 1.6 px per
 *  module". */
export function marginLines({ distance, margins }: Pick<Scan, "distance" | "margins">): (readonly [string, string])[] {
  const range = rangeOf({ distance });
  const lines = margins.map(({ name, value, unit }): readonly [string, string] => {
    const words = WORDS[name];
    const label = words ? text(words.label) : name;
    return [label, value === null ? text("notReadable") : (words?.tolerated(value) ?? `${value} ${unit}`)];
  });
  return [[text("distance"), range ? text("readableRangeInList", { range }) : text("notReadable")], ...lines];
}

/** Returns the line below a grade: the reason why it is not better or, if there is nothing to improve, the distance. */
export function summaryOf(scan: Scan, report: Report): string {
  const isFine = scan.grade === "A" || (scan.grade === "B" && report.issues.length === 0);
  return isFine ? text("readableRange", { range: rangeOf(scan) ?? "" }) : reasonOf(scan, report);
}

/** Facts about a picture that are known before the scan. */
type Facts = Pick<Report, "contrast"> & {
  readonly options: LimitOptions;
  readonly qr: Pick<NonNullable<Report["qr"]>, "pixelsPerModule"> | null;
};

/** The reasons for faults that limit the grade. */
const LIMITS = {
  shape: "shapeLessOften",
  unused: "littleCorrection",
  quiet: "quietZoneReason",
  size: "modulesTooSmall",
} as const;

/** Returns the main reason why a code does not have grade A. If the score alone would allow a better grade, this is the
 *  fault that limits the grade. */
export function reasonOf(
  scan: Pick<Scan, "decoders" | "passed" | "margins" | "grade" | "score" | "unusedErrorCorrection">,
  { contrast, options, qr }: Facts,
): string {
  const { decoders, passed, margins, grade, score } = scan;
  if (!decoders.some((decoder) => decoder.passed)) return text("noDecoder");
  if (!passed) return text("someDecoders");
  if (contrast.inverted) return text("lightOnDark");
  const limit = limitOf(options, scan, qr?.pixelsPerModule ?? GOOD_PIXELS);
  if (limit) return text(limit === "shape" && grade === "C" ? "shapeUnreadable" : LIMITS[limit]);
  if (gradeOf(score) < grade && decoders.some((decoder) => !decoder.passed)) return text("oneDecoder");
  const reason = WORDS[weakestMargin(margins)]?.reason;
  return reason ? text(reason) : "";
}

/** Width in centimetres of a code on a small print, such as a business card. */
const PRINT = 3;

/** Returns the distance from which a printed code can be read, such as "from about 1.2 m away when printed 3 cm wide",
 *  or undefined if it cannot be read. */
export function rangeOf({ distance }: Pick<Scan, "distance">): string | undefined {
  if (distance === null) return undefined;
  const shown = lengthOf(Math.round((distance * PRINT) / 5) * 5);
  return text("distanceRange", { distance: shown, width: PRINT });
}

/** Returns a length in centimetres or, from 100 cm on, in metres, such as "65 cm" or "2.6 m". */
export function lengthOf(cm: number): string {
  return cm < 100 ? text("centimetres", { cm }) : text("metres", { m: Math.round(cm / 10) / 10 });
}
