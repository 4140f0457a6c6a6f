import type { Issue, Report } from "../api.ts";
import { QrError } from "../errors.ts";
import { type QrOptions, table } from "../options/table.ts";
import { type LogoLayout, settleBudget } from "../render/budget.ts";
import { rounded } from "./decimals.ts";

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
export function logoIssues(options: QrOptions, aspect: number, { budget }: LogoLayout): Issue[] {
  if (budget.safe) return [];
  const { spoiled, correctable, worstBlock } = budget;
  const cost =
    spoiled > correctable
      ? `spoils ${spoiled} codewords of block ${worstBlock}, which can correct ${correctable}`
      : "covers patterns by which scanners find the code";
  const ways = [levelAdvice(options, aspect), sizeAdvice(options, aspect)].filter((way) => way !== undefined);
  const advice = ways.length > 0 ? ways.join(" or ") : "leave the logo out";
  return [{ code: "logo_too_large", severity: "error", field: "logoSize", message: `the logo ${cost}: ${advice}` }];
}

function levelAdvice(options: QrOptions, aspect: number): string | undefined {
  const levels = table.ec.of.slice(table.ec.of.indexOf(options.ec) + 1);
  const level = levels.find((ec) => isSafe({ ...options, ec }, aspect));
  return level && `raise ec to ${level}`;
}

/** The largest safe size in hundredths, by halving: what is safe at one size is safe at all smaller ones, but for the
 *  rounding of plates to whole pixels. */
function sizeAdvice(options: QrOptions, aspect: number): string | undefined {
  let safe = Math.round(table.logoSize.min * 100);
  let unsafe = Math.ceil(options.logoSize * 100);
  if (!isSafe({ ...options, logoSize: safe / 100 }, aspect)) return undefined;
  while (unsafe - safe > 1) {
    const middle = (safe + unsafe) >> 1;
    if (isSafe({ ...options, logoSize: middle / 100 }, aspect)) safe = middle;
    else unsafe = middle;
  }
  return `lower logoSize to at most ${safe / 100}`;
}

function isSafe(options: QrOptions, aspect: number): boolean {
  try {
    return settleBudget(options, aspect).budget.safe;
  } catch (error) {
    if (error instanceof QrError && error.code === "DATA_TOO_LONG") return false;
    throw error;
  }
}
