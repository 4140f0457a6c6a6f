import type { Optimization, Report } from "../api.ts";
import { QrError } from "../errors.ts";
import type { OwnRows, RawOptions } from "../options/parse.ts";
import { NO_GRADIENT } from "../options/presets.ts";
import { type SearchPart, type SearchSettings, searchParts } from "../options/search-table.ts";
import { type OptionName, type QrOptions, table } from "../options/table.ts";
import type { Steps } from "../work/steps.ts";
import type { Way } from "./issues.ts";
import { isAsGood, type Prospect, prospectOf, scanValue } from "./search-value.ts";
import { type Alternatives, alternatives } from "./search-ways.ts";

type Scan = NonNullable<Report["scan"]>;

type Changes = Optimization["changes"];

/** Why a search ended: nothing else promised more, or a limit. */
export type SearchEnd = Optimization["end"];

/** The design to improve. */
export interface Subject {
  readonly input: RawOptions;
  /** The same options, checked. */
  readonly options: QrOptions;
  /** The aspect ratio (width / height) of the logo, if there is one. */
  readonly aspect: number | undefined;
  readonly rows?: OwnRows | undefined;
}

/** What a search needs from its host. */
export interface SearchHost<Measured> {
  /** Draws and scans a design. */
  measure(input: RawOptions): Promise<Measured>;
  /** Does work in steps. */
  inTurns<Value>(steps: Steps<Value>): Promise<Value>;
  /** Returns the time in milliseconds. */
  now(): number;
}

/** The result of a search. */
export interface Found<Measured> {
  readonly before: Measured;
  readonly after: Measured;
  /** The options that differ between the two. */
  readonly changes: Changes;
  /** Number of designs that were drawn and scanned. */
  readonly candidates: number;
  readonly end: SearchEnd;
}

/** The design to improve, and what is known about it without scanning it. */
interface Known extends Subject {
  readonly unchanged: Prospect;
}

/** A design that has not been scanned yet. */
interface Idea {
  readonly changes: Changes;
  readonly value: number;
}

/** A scanned design. */
interface Candidate<Measured> extends Idea {
  readonly measured: Measured;
}

/** How much a change must raise the value of a design. Smaller gains may be chance. */
const MIN_GAIN = 0.01;

/** By how much a scan may raise the value of a less promising design above that of the best one so far. */
const SPREAD = 0.06;

/** The share of the candidates that look for improvements. The others try to undo changes. */
const FORWARD = 0.75;

/** Codes of errors that end a search, but keep its result. */
const REFUSED: ReadonlySet<string> = new Set(["BUSY", "RATE_LIMITED"]);

/** Searches for changes with which a design scans better: estimates the values of many designs, scans the most promising ones,
 *  and undoes changes of the best one that do not matter. Designs whose scan is missing are never chosen. Within the limit of
 *  seconds, the result depends only on the design and the image behind the URL of its logo. */
export async function searchDesign<Measured extends { readonly scan?: Scan | undefined }>(
  subject: Subject,
  { allow, candidates: most, seconds }: SearchSettings,
  { measure, inTurns, now }: SearchHost<Measured>,
): Promise<Found<Measured>> {
  const { input } = subject;
  const start = now();
  const before = await measure(input);
  const known = new Map<string, Candidate<Measured>>();
  let end: SearchEnd = "finished";

  /** Resolves to undefined if the server or the client's limit allows no more. */
  const scanNew = async (idea: Idea, key: string): Promise<Candidate<Measured> | undefined> => {
    const measured = await measure({ ...input, ...idea.changes }).catch((error: unknown) => {
      if (!(error instanceof QrError && REFUSED.has(error.code))) throw error;
      // The server has no time for more, or the client has reached its limit.
      end = "busy";
    });
    if (!measured) return undefined;
    const candidate = candidateOf(idea, measured, before);
    known.set(key, candidate);
    return candidate;
  };

  /** Resolves to undefined at a limit. */
  const scan = async (idea: Idea, limit: number): Promise<Candidate<Measured> | undefined> => {
    const key = keyOf(idea.changes);
    const found = known.get(key);
    if (found) return found;
    // The first of these two ends the search. The limit of candidates is lower until the best design is known.
    if (end === "seconds" || end === "busy") return undefined;
    if (now() - start > 1000 * seconds) end = "seconds";
    else if (known.size + 1 >= limit) end = "candidates";
    else return scanNew(idea, key);
    return undefined;
  };

  const parts = allow.split(",") as SearchPart[];
  const base = knownOf(subject);
  const [unchanged, ideas] = await inTurns(findIdeas(base, parts));
  const first = candidateOf(unchanged, before, before);
  let best = first;
  for (const idea of ideas) {
    const promised = idea.value + SPREAD + (best.measured.scan ? scanValue(best.measured.scan) : 0);
    if (promised <= best.value) break;
    const candidate = await scan(idea, Math.ceil(FORWARD * most));
    if (!candidate) break;
    if (candidate.value > best.value && candidate.value >= first.value + MIN_GAIN) best = candidate;
  }
  for (const name of Object.keys(best.changes)) {
    const { [name]: _, ...changes } = best.changes;
    const value = estimateOf(base, changes);
    const undone = value !== undefined && keyOf(changes) !== "{}" && (await scan({ changes, value }, most));
    if (undone && undone.value >= best.value - MIN_GAIN) best = undone;
  }
  return { before, after: best.measured, changes: best.changes, candidates: known.size + 1, end };
}

/** Returns the candidate with its value. What the scan check finds worse than before has none, even if it promises more. */
function candidateOf<Measured extends { readonly scan?: Scan | undefined }>(
  { changes, value }: Idea,
  measured: Measured,
  { scan: before }: Measured,
): Candidate<Measured> {
  const { scan } = measured;
  const isOffered = scan && before && isAsGood(scan, before);
  return { changes, measured, value: isOffered ? value + scanValue(scan) : Number.NEGATIVE_INFINITY };
}

const keyOf = (changes: Changes) => JSON.stringify(Object.fromEntries(Object.entries(changes).sort()));

/** The parts that decide how large and how safe the modules are. Their effects depend on each other. */
const GEOMETRY = /* @__PURE__ */ searchParts.filter((part) => part !== "colors" && part !== "shapes");

/** Returns the idea to change nothing, and all others, most promising first: every combination of the parts of the geometry, with
 *  and without other colours and shapes. Takes one step per estimate. */
function* findIdeas(subject: Known, parts: readonly SearchPart[]): Steps<readonly [Idea, readonly Idea[]]> {
  const { options, aspect } = subject;
  const { version, value } = subject.unchanged;
  const waysOf = (part: SearchPart) =>
    parts.includes(part) ? alternatives[part]({ options, version, hasLogo: aspect !== undefined }) : [];
  const unchanged = { changes: {}, value };
  const gainOf = ({ value }: Idea) => value - unchanged.value;
  const shapes: Way = Object.assign({}, ...waysOf("shapes").flat());
  const others = [unchanged];
  for (const changes of [yield* bestColors(subject, waysOf("colors")), changesIn(subject, shapes)]) {
    const value = estimateOf(subject, changes);
    if (keyOf(changes) === "{}" || value === undefined) continue;
    others.push(...others.map((one) => joined(one, { changes, value }, value - unchanged.value)));
  }
  const ideas: Idea[] = [];
  for (const way of combinations(GEOMETRY.flatMap(waysOf))) {
    yield;
    const changes = changesIn(subject, way);
    const value = estimateOf(subject, changes);
    if (value === undefined) continue;
    const idea = { changes, value };
    ideas.push(...others.map((other) => joined(idea, other, gainOf(other))));
  }
  const changed = ideas.filter(({ changes }) => keyOf(changes) !== "{}");
  return [unchanged, changed.sort((one, other) => other.value - one.value)];
}

/** Returns both changes. `gain` is how much the second one adds: colours and shapes add as much to every geometry. */
function joined(one: Idea, other: Idea, gain: number): Idea {
  return { changes: { ...one.changes, ...other.changes }, value: one.value + gain };
}

/** Returns every combination of one or no way of each list. */
function combinations(lists: readonly Alternatives[]): readonly Way[] {
  return lists.reduce<readonly Way[]>(
    (all, ways) => all.flatMap((one) => [one, ...ways.map((way) => ({ ...one, ...way }))]),
    [{}],
  );
}

/** Returns the best change of colours, which may be none. */
function* bestColors(subject: Known, lists: readonly Alternatives[]): Steps<Changes> {
  let best: Idea = { changes: {}, value: subject.unchanged.value };
  for (const way of combinations(lists)) {
    yield;
    const changes = changesIn(subject, way);
    const value = estimateOf(subject, changes) ?? Number.NEGATIVE_INFINITY;
    if (value > best.value) best = { changes, value };
  }
  return best.changes;
}

/** What each changed option costs, so that designs change only as much as they need to. */
const EFFORT = 0.004;

/** What colours cost on the whole way to black or white. Less than half of it costs little, and nearly black costs much. */
const COLOR_EFFORT = 0.15;

/** What a logo without any size would cost. */
const LOGO_EFFORT = 0.03;

/** Returns the subject with what is known about it. The estimates need no logos, which can be large. */
function knownOf(subject: Subject): Known {
  const options = { ...subject.options, logo: undefined, logoData: undefined };
  return { ...subject, options, unchanged: prospectOf(options, subject.aspect, subject.rows) };
}

/** Returns the estimated value of a design less the effort for the changes; undefined if it cannot be drawn, because its data
 *  is too long, or the picture too large. */
function estimateOf({ options, aspect, rows, unchanged }: Known, changes: Changes): number | undefined {
  try {
    const changed: QrOptions = { ...options, ...Object.fromEntries(Object.entries(changes).map(readChange)) };
    const after = prospectOf(changed, aspect, rows);
    const darker = shareOfWay(unchanged.front, after.front);
    const lighter = shareOfWay(1 - unchanged.back, 1 - after.back);
    const smaller = shareOfWay(options.logoSize, changed.logoSize);
    const effort =
      EFFORT * Object.keys(changes).length + COLOR_EFFORT * (darker ** 2 + lighter ** 2) + LOGO_EFFORT * smaller;
    return after.value - effort;
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}

/** Returns how far a value has moved towards 0, as a share of the whole way. */
const shareOfWay = (from: number, to: number) => (to < from ? 1 - to / from : 0);

/** Returns the values in `way` that the design does not have yet. */
function changesIn({ options }: Known, way: Way): Changes {
  const entries = Object.entries(way).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (value === options[name as OptionName]) return [];
    if (value !== undefined) return [[name, value as string | number | boolean]];
    return isGradient(name) ? [[name, NO_GRADIENT]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns a change as a checked option. */
function readChange([name, value]: [string, Changes[string]]): [string, Changes[string] | undefined] {
  return [name, isGradient(name) && value === NO_GRADIENT ? undefined : value];
}

const isGradient = (name: string) => table[name as OptionName].kind === "gradient";
