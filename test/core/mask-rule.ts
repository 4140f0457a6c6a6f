/** Chooses the mask with code written for readability, not speed. Follows ISO/IEC 18004:2015, 7.8.3.1, as interpreted
 *  by Nayuki's QR code generator: the complete symbol is scored, including its format bits. */

/** side * side values, row by row; 1 = dark. */
interface Grid {
  readonly side: number;
  readonly modules: Uint8Array;
}

interface Run {
  readonly dark: boolean;
  readonly length: number;
}

export interface Penalty {
  /** N1: 3 for a run of five of one colour, and 1 for each further module. */
  readonly runs: number;
  /** N2: 3 for each 2 x 2 block of one colour. */
  readonly blocks: number;
  /** N3: 40 for each finder-like pattern, counted separately for light modules before and after it. */
  readonly finders: number;
  /** The part of N3 for finder-like patterns at twice the size or more. */
  readonly scaledFinders: number;
  /** N4: 10 for each full step of 5% away from 50% dark modules. */
  readonly balance: number;
}

/** Returns the penalties of a complete symbol. */
export function penaltyOf({ side, modules }: Grid): Penalty {
  const rows = Array.from({ length: side }, (_, y) => [...modules.slice(y * side, (y + 1) * side)]);
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? 0));
  const lines = [...rows, ...columns];
  return {
    runs: sum(lines.map((line) => runPenalty(runsOf(line)))),
    blocks: blockPenalty(rows),
    finders: sum(lines.map((line) => finderPenalty(runsOf(line), side, (k) => k === 1))),
    scaledFinders: sum(lines.map((line) => finderPenalty(runsOf(line), side, (k) => k > 1))),
    balance: balancePenalty(sum([...modules]), side * side),
  };
}

export function totalPenalty({ runs, blocks, finders, scaledFinders, balance }: Penalty): number {
  return runs + blocks + finders + scaledFinders + balance;
}

/** Returns the mask with the lowest penalty, or the lowest number if several masks tie. `draw(mask)` returns the
 *  complete symbol. */
export function bestMask(draw: (mask: number) => Grid): number {
  const penalties = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => totalPenalty(penaltyOf(draw(mask))));
  return penalties.indexOf(Math.min(...penalties));
}

function runsOf(line: readonly number[]): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end++) {
    if (line[end] === line[start]) continue;
    runs.push({ dark: line[start] === 1, length: end - start });
    start = end;
  }
  return runs;
}

function runPenalty(runs: readonly Run[]): number {
  return sum(runs.filter((run) => run.length >= 5).map((run) => run.length - 2));
}

function blockPenalty(rows: readonly (readonly number[])[]): number {
  let penalty = 0;
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      const dark = sum([rows[y]?.[x], rows[y]?.[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]]);
      if (dark === 0 || dark === 4) penalty += 3;
    }
  }
  return penalty;
}

/** Returns the penalty of all patterns of dark k, light k, dark 3k, light k, dark k for which `isCounted` accepts k.
 *  There must be at least 4k light modules on one side and k on the other. The quiet zone counts as an unlimited number
 *  of light modules. */
function finderPenalty(runs: readonly Run[], side: number, isCounted: (k: number) => boolean): number {
  const framed = frameByQuietZone(runs, side);
  let penalty = 0;
  for (let first = 1; first + 5 < framed.length; first++) {
    if (!framed[first]?.dark) continue;
    const [before, a, b, c, d, e, after] = framed.slice(first - 1, first + 6).map((run) => run.length);
    if (before === undefined || after === undefined || a === undefined || !isCounted(a)) continue;
    const isFinder = b === a && c === 3 * a && d === a && e === a;
    if (isFinder && before >= 4 * a && after >= a) penalty += 40;
    if (isFinder && after >= 4 * a && before >= a) penalty += 40;
  }
  return penalty;
}

function frameByQuietZone(runs: readonly Run[], side: number): Run[] {
  const inner = [...runs];
  const before = inner[0]?.dark === false ? (inner.shift()?.length ?? 0) : 0;
  const after = inner.at(-1)?.dark === false ? (inner.pop()?.length ?? 0) : 0;
  return [{ dark: false, length: before + side }, ...inner, { dark: false, length: after + side }];
}

function balancePenalty(dark: number, total: number): number {
  const steps = Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1;
  return Math.max(0, steps) * 10;
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
