import type { Report } from "../../src/api.ts";
import { gradeOf, weakestMargin } from "../../src/scan/score.ts";
import { GOOD_PIXELS } from "../../src/service/issues.ts";
import { type LimitOptions, limitOf } from "../../src/service/verdict.ts";
import { english, text } from "../languages/text.ts";

type Scan = NonNullable<Report["scan"]>;

interface Words {
  readonly label: string;
  /** Returns how much damage the decoders tolerate. `value` is in the unit of the report. */
  tolerated(value: number): string;
  /** The main problem of a code for which this margin is the weakest; undefined if the margin does not affect the
   *  score. */
  readonly reason?: string;
}

/** The margins of a report in everyday words, by name. */
const WORDS: Readonly<Record<string, Words>> = {
  module: {
    label: english("Small size"),
    tolerated: (px) => text("readable down to {px} px per module", { px }),
    reason: english("Phones must be close to the code"),
  },
  noise: {
    label: english("Grainy photo"),
    tolerated: (levels) => text("readable with up to {percent}% noise", { percent: Math.round(levels / 2.55) }),
    reason: english("Sensitive to poor light and poor cameras"),
  },
  light: {
    label: english("Shadow"),
    tolerated: (percent) =>
      percent === 0
        ? text("readable even if one corner is black")
        : text("readable if the darkest corner gets {percent}% of the light", { percent }),
    reason: english("Sensitive to shadows"),
  },
  tilt: {
    label: english("At an angle"),
    tolerated: (percent) => text("readable until the far edge looks {percent}% shorter", { percent }),
    reason: english("Hard to read at an angle"),
  },
  "quiet zone": {
    label: english("Dark surroundings"),
    tolerated: (modules) =>
      modules === 0
        ? text("needs no quiet zone")
        : text(
            { one: "needs a quiet zone of {count} module", other: "needs a quiet zone of {count} modules" },
            { count: modules },
          ),
    reason: english("Needs more space around it"),
  },
  blur: {
    label: english("Blurry photo"),
    tolerated: (percent) => text("readable with blur of up to {percent}% of a module", { percent }),
  },
  "covered area": {
    label: english("Partly covered"),
    tolerated: (percent) => text("readable with up to {percent}% covered", { percent }),
  },
};

/** Returns a label and a description for the distance and for each margin, such as "Small size" and "readable down to 1.6 px per
 *  module". */
export function marginLines({ distance, margins }: Pick<Scan, "distance" | "margins">): (readonly [string, string])[] {
  const range = rangeOf({ distance });
  const lines = margins.map(({ name, value, unit }): readonly [string, string] => {
    const label = text(WORDS[name]?.label ?? name);
    return [label, value === null ? text("not readable") : (WORDS[name]?.tolerated(value) ?? `${value} ${unit}`)];
  });
  return [[text("Distance"), range ? text("readable {range}", { range }) : text("not readable")], ...lines];
}

/** Returns the line below a grade: the reason why it is not better or, if there is nothing to improve, the distance. */
export function summaryOf(scan: Scan, report: Report): string {
  const isFine = scan.grade === "A" || (scan.grade === "B" && report.issues.length === 0);
  return isFine ? text("Readable {range}", { range: rangeOf(scan) ?? "" }) : reasonOf(scan, report);
}

/** What a report says about a picture before the scan. */
type Facts = Pick<Report, "contrast"> & {
  readonly options: LimitOptions;
  readonly qr: Pick<NonNullable<Report["qr"]>, "pixelsPerModule"> | null;
};

/** The reasons that name a fault which limits the grade. */
const LIMITS = english({
  shape: "Some scanners read this shape less often",
  unused: "Little error correction is left",
  quiet: "Needs more space around it",
  size: "The modules are too small",
} as const);

const UNREADABLE = english("Some scanners can't read this shape");

/** Returns the main reason why a code does not have grade A. If the score alone would allow a better grade, this is the
 *  fault that limits the grade. */
export function reasonOf(
  scan: Pick<Scan, "decoders" | "passed" | "margins" | "grade" | "score" | "unusedErrorCorrection">,
  { contrast, options, qr }: Facts,
): string {
  const { decoders, passed, margins, grade, score } = scan;
  if (!decoders.some((decoder) => decoder.passed)) return text("No decoder can read it");
  if (!passed) return text("Only some decoders can read it");
  if (contrast.inverted) return text("Some apps can't read light-on-dark codes");
  const limit = limitOf(options, scan, qr?.pixelsPerModule ?? GOOD_PIXELS);
  if (limit) return text(limit === "shape" && grade === "C" ? UNREADABLE : LIMITS[limit]);
  if (gradeOf(score) < grade && decoders.some((decoder) => !decoder.passed))
    return text("Only one decoder has read it");
  return text(WORDS[weakestMargin(margins)]?.reason ?? "");
}

/** Width in centimetres of a code on a small print product, such as a business card. */
const PRINT = 3;

/** Returns the distance from which a printed code can be read, such as "from about 1.2 m away when printed 3 cm wide",
 *  or undefined if it cannot be read. */
export function rangeOf({ distance }: Pick<Scan, "distance">): string | undefined {
  if (distance === null) return undefined;
  const shown = lengthOf(Math.round((distance * PRINT) / 5) * 5);
  return text("from about {distance} away when printed {width} cm wide", { distance: shown, width: PRINT });
}

/** Returns a length in centimetres or, from 100 cm on, in metres, such as "65 cm" or "2.6 m". */
export function lengthOf(cm: number): string {
  return cm < 100 ? text("{cm} cm", { cm }) : text("{m} m", { m: Math.round(cm / 10) / 10 });
}
