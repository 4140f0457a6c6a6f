import type { Report } from "../../src/api.ts";
import { weakestMargin } from "../../src/scan/score.ts";

type Scan = NonNullable<Report["scan"]>;

interface Words {
  readonly label: string;
  /** Returns how much damage the decoders tolerate. `value` is in the unit of the report. */
  tolerated(value: number): string;
  /** The main problem of a code for which this margin is the weakest. */
  readonly reason: string;
}

/** The margins of a report in everyday words, by name. */
const WORDS: Readonly<Record<string, Words>> = {
  module: {
    label: "Small size",
    tolerated: (px) => `readable down to ${px} px per module`,
    reason: "Phones must be close to the code",
  },
  noise: {
    label: "Grainy photo",
    tolerated: (levels) => `readable with up to ${Math.round(levels / 2.55)}% noise`,
    reason: "Sensitive to poor light and poor cameras",
  },
  light: {
    label: "Shadow",
    tolerated: (percent) =>
      percent === 0
        ? "readable even if one corner is black"
        : `readable if the darkest corner gets ${percent}% of the light`,
    reason: "Sensitive to shadows",
  },
  tilt: {
    label: "At an angle",
    tolerated: (percent) => `readable until the far edge looks ${percent}% shorter`,
    reason: "Hard to read at an angle",
  },
  "quiet zone": {
    label: "Dark surroundings",
    tolerated: (modules) =>
      modules === 0
        ? "needs no quiet zone"
        : `needs a quiet zone of ${modules === 1 ? "1 module" : `${modules} modules`}`,
    reason: "Needs more space around it",
  },
};

/** Returns a label and a description for the distance and for each margin, such as "Small size" and "readable down to 1.6 px per
 *  module". */
export function marginLines({ distance, margins }: Pick<Scan, "distance" | "margins">): (readonly [string, string])[] {
  const range = rangeOf({ distance });
  const lines = margins.map(({ name, value, unit }): readonly [string, string] => {
    const label = WORDS[name]?.label ?? name;
    return [label, value === null ? "not readable" : (WORDS[name]?.tolerated(value) ?? `${value} ${unit}`)];
  });
  return [["Distance", range ? `readable ${range}` : "not readable"], ...lines];
}

/** Returns the main reason why a code does not have grade A. */
export function reasonOf(
  { decoders, passed, margins }: Pick<Scan, "decoders" | "passed" | "margins">,
  isLightOnDark: boolean,
): string {
  if (!decoders.some((decoder) => decoder.passed)) return "No decoder can read it";
  if (!passed) return "Only some decoders can read it";
  if (isLightOnDark) return "Some apps can't read light-on-dark codes";
  return WORDS[weakestMargin(margins)]?.reason ?? "";
}

/** Width in centimetres of a code on a small print product, such as a business card. */
const PRINT = 3;

/** Returns the distance from which a printed code can be read, such as "from about 1.2 m away when printed 3 cm wide",
 *  or undefined if it cannot be read. */
export function rangeOf({ distance }: Pick<Scan, "distance">): string | undefined {
  if (distance === null) return undefined;
  const metres = (distance * PRINT) / 100;
  const shown = metres < 1 ? `${Math.round(metres * 20) * 5} cm` : `${Math.round(metres * 10) / 10} m`;
  return `from about ${shown} away when printed ${PRINT} cm wide`;
}
