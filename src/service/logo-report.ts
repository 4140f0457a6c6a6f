import type { Issue, Report } from "../api.ts";
import { QrError } from "../errors.ts";
import { type QrOptions, table } from "../options/table.ts";
import { type LogoLayout, settleBudget } from "../render/budget.ts";
import { rounded } from "./decimals.ts";
import { LEAST_PIXELS } from "./issues.ts";

/** What a logo costs the code. */
export function logoReport({ symbol, grid, plate, budget }: LogoLayout): NonNullable<Report["logo"]> {
  const { left, top, right, bottom } = plate.ground;
  const area = (symbol.side * grid.scale) ** 2;
  const { spoiled, correctable, worstBlock } = budget;
  return {
    coverage: rounded(Math.min(1, ((right - left) * (bottom - top)) / area)),
    budget: { spoiled, correctable, worstBlock },
    // What is spoiled is not known to be wrong, so that it costs as much as an error. ISO/IEC 15415:2011, 7.8.
    unusedErrorCorrection: rounded(Math.max(0, 1 - spoiled / correctable)),
  };
}

/** What is wrong with a logo of `aspect` width by height, and what would be right: found by trying. */
export function logoIssues(options: QrOptions, aspect: number, { budget, grid }: LogoLayout): Issue[] {
  if (budget.safe) return [];
  const { spoiled, correctable, worstBlock } = budget;
  const cost =
    spoiled > correctable
      ? `spoils ${spoiled} codewords of block ${worstBlock}, which can correct ${correctable}`
      : "covers patterns by which scanners find the code";
  // A larger symbol has room for a larger logo, but not when its modules become too small to be seen.
  const scale = Math.min(LEAST_PIXELS, grid.scale);
  const isGood = (changed: QrOptions) => isReadable(changed, aspect, scale);
  const ways = [levelAdvice(options, isGood), sizeAdvice(options, isGood)].filter((way) => way !== undefined);
  const advice = ways.length > 0 ? ways.join(" or ") : "leave the logo out";
  return [{ code: "logo_too_large", severity: "error", field: "logoSize", message: `the logo ${cost}: ${advice}` }];
}

type Judge = (options: QrOptions) => boolean;

function levelAdvice(options: QrOptions, isGood: Judge): string | undefined {
  const levels = table.ec.of.slice(table.ec.of.indexOf(options.ec) + 1);
  const level = levels.find((ec) => isGood({ ...options, ec }));
  return level && `raise ec to ${level}`;
}

/** The largest good size in hundredths, by halving: what is good at one size is good at all smaller ones, but for the
 *  rounding of plates to whole pixels. */
function sizeAdvice(options: QrOptions, isGood: Judge): string | undefined {
  let good = Math.round(table.logoSize.min * 100);
  let bad = Math.ceil(options.logoSize * 100);
  if (!isGood({ ...options, logoSize: good / 100 })) return undefined;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGood({ ...options, logoSize: middle / 100 })) good = middle;
    else bad = middle;
  }
  return `lower logoSize to at most ${good / 100}`;
}

function isReadable(options: QrOptions, aspect: number, scale: number): boolean {
  try {
    const { budget, grid } = settleBudget(options, aspect);
    return budget.safe && grid.scale >= scale;
  } catch (error) {
    if (error instanceof QrError && error.code === "DATA_TOO_LONG") return false;
    throw error;
  }
}
