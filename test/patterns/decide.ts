import { checkSync } from "recheck/lib/browser.js";
import type { SourcePattern } from "./source-patterns.ts";

/** Whether a pattern takes linear time, and the reason. "undecided" if the analysis does not support the pattern. The
 *  analysis uses the pattern's automaton, so it is exact and deterministic. */
export type Decision = { readonly linear: boolean; readonly why: string } | "undecided";

/** Higher repetition counts are reduced to this number for the analysis. Three repetitions are enough to detect
 *  nonlinear time, and more would only enlarge the automaton. */
const MOST_REPEATED = 3;

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

/** Returns the alternatives of the outermost disjunction, or the whole pattern if it has backreferences. */
function waysOf(source: string): string[] {
  if (/\\[1-9k]/.test(source)) return [source];
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

function withFewRepeats(source: string): string {
  return source.replace(TOKEN, (token, least?: string, comma?: string, most?: string) => {
    if (least === undefined) return token;
    const from = Math.min(Number(least), MOST_REPEATED);
    if (!comma) return `{${from}}`;
    if (!most) return `{${from},}`;
    const isFixed = Number(most) === Number(least);
    return `{${from},${isFixed ? from : Math.max(from + 1, Math.min(Number(most), MOST_REPEATED))}}`;
  });
}
