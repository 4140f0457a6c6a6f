import { checkSync } from "recheck/lib/browser.js";
import type { SourcePattern } from "./source-patterns.ts";

/** Whether a pattern takes linear time, and the reason. "undecided" if the analysis does not support the pattern. The
 *  analysis uses the pattern's automaton, so it is exact and deterministic. */
export type Decision = { readonly linear: boolean; readonly why: string } | "undecided";

/** Higher repetition counts are reduced to this number for the analysis. Three repetitions are enough to detect
 *  nonlinear time, and more would only enlarge the automaton. */
const MAX_REPEATED = 3;

export function decide({ source, flags }: Pick<SourcePattern, "source" | "flags">): Decision {
  // A disjunction takes at most as long as all of its alternatives together, and their automata are much smaller.
  const decisions = waysOf(source).map((way) => decideOne(way, flags));
  const bad = decisions.find((decision) => decision !== "undecided" && !decision.linear);
  return bad ?? decisions.find((decision) => decision === "undecided") ?? (decisions[0] as Decision);
}

function decideOne(source: string, flags: string): Decision {
  // Replace a group of alternative words at the end with a single character. Such a group takes bounded time at each
  // position, so the result is the same with a smaller automaton.
  const trimmed = withFewRepeats(source).replace(WORDS_AT_END, "\\x00");
  const result = checkSync(trimmed, flags, { checker: "automaton", timeout: null });
  if (result.status === "safe") return { linear: true, why: result.complexity.type };
  if (result.status === "vulnerable") {
    return { linear: false, why: `${result.complexity.summary}: ${result.attack.pattern}` };
  }
  if (result.error.kind === "unsupported") return "undecided";
  throw new Error(`/${source}/${flags} cannot be analyzed: ${JSON.stringify(result.error)}`);
}

const WORDS_AT_END = /\(\?:(?:[\w|]|\[[\w-]+\])+\)$/;

const TOKEN = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|[()|]|[^\\[{()|]+|[\s\S]/g;

/** Returns patterns that together match the same strings and take at least as long: the alternatives of the outermost
 *  disjunction, each of them once for every alternative of its longest group. Returns the whole pattern if it has
 *  backreferences. */
function waysOf(source: string): string[] {
  return /\\[1-9k]/.test(source) ? [source] : alternativesOf(source).flatMap(spread);
}

function alternativesOf(source: string): string[] {
  const ways = [""];
  let depth = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (token === "|" && depth === 0) ways.push("");
    else ways.push((ways.pop() ?? "") + token);
  }
  return ways;
}

/** The beginning of a group that is no assertion. */
const GROUP = /^\((?:\?:|\?<\w+>|(?!\?))/;

function spread(way: string): string[] {
  let longest = { start: 0, end: 0 };
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of way.matchAll(TOKEN)) {
    if (token === "(" && depth++ === 0) start = index;
    if (token !== ")" || --depth > 0) continue;
    const end = index + 1;
    const isRepeated = /^[*+?{]/.test(way.slice(end));
    const isAtEnd = end === way.length && WORDS_AT_END.test(way);
    const isGroup = GROUP.test(way.slice(start));
    if (isGroup && !isRepeated && !isAtEnd && end - start > longest.end - longest.start) longest = { start, end };
  }
  if (longest.end === 0) return [way];
  const [before, group, after] = [
    way.slice(0, longest.start),
    way.slice(longest.start, longest.end),
    way.slice(longest.end),
  ];
  return alternativesOf(group.replace(GROUP, "").slice(0, -1)).map((one) => `${before}(?:${one})${after}`);
}

function withFewRepeats(source: string): string {
  return source.replace(TOKEN, (token, least?: string, comma?: string, most?: string) => {
    if (least === undefined) return token;
    const from = Math.min(Number(least), MAX_REPEATED);
    if (!comma) return `{${from}}`;
    if (!most) return `{${from},}`;
    const isFixed = Number(most) === Number(least);
    return `{${from},${isFixed ? from : Math.max(from + 1, Math.min(Number(most), MAX_REPEATED))}}`;
  });
}
