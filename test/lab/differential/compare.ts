import type { Allowed } from "./allowed.ts";

/** A place at which two answers differ. */
export interface Place {
  /** Names of properties, without the indices of lists, such as "body.issues[].message". */
  readonly path: string;
  readonly base: string;
  readonly head: string;
}

/** How two answers differ: the places, or the names of the intended differences that explain everything. */
export interface Comparison {
  readonly places: readonly Place[];
  readonly explained: readonly string[];
}

/** Headers that follow from the body. */
const FROM_BODY = /\.headers\.(?:etag|content-length)$/;

/** Compares the answers of two versions. */
export function compare(base: unknown, head: unknown, allowed: readonly Allowed[]): Comparison {
  const placesWith = (rules: readonly Allowed[]) => {
    const places = placesIn(normalized(base, rules), normalized(head, rules), "answer");
    const others = places.filter(({ path }) => !FROM_BODY.test(path));
    // Headers that follow from a body differ with it, but must not differ alone.
    return others.length > 0 || (raw(base) !== raw(head) && bodiesDiffer(base, head)) ? others : places;
  };
  const places = placesWith(allowed);
  if (places.length > 0) return { places, explained: [] };
  const needed = allowed.filter((one) => placesWith(allowed.filter((other) => other !== one)).length > 0);
  return { places, explained: needed.map(({ name }) => name) };
}

const raw = (value: unknown) => JSON.stringify(value);

function bodiesDiffer(base: unknown, head: unknown): boolean {
  const bodies = (value: unknown) => raw([value].flat().map((one) => (one as { body?: unknown } | undefined)?.body));
  return bodies(base) !== bodies(head);
}

/** Returns `value` with texts decoded and without the intended differences. */
function normalized(value: unknown, rules: readonly Allowed[]): unknown {
  if (typeof value === "string") return normalizedText(value, rules);
  if (Array.isArray(value)) return value.map((one) => normalized(one, rules));
  if (typeof value !== "object" || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(record).filter(([name]) => !rules.some(({ isAdded }) => isAdded?.(name, record)));
  return Object.fromEntries(entries.map(([name, one]) => [name, normalized(one, rules)]));
}

function normalizedText(text: string, rules: readonly Allowed[]): unknown {
  const json = /^[[{]/.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return normalized(json, rules);
  const svg = /^data:image\/svg\+xml(;base64)?,(.*)$/s.exec(text);
  const decoded = svg ? decodedUri(svg[2] ?? "", svg[1] !== undefined) : text;
  return rules.reduce((result, rule) => rule.text?.(result) ?? result, decoded);
}

function decodedUri(content: string, isBase64: boolean): string {
  try {
    return `data: ${isBase64 ? Buffer.from(content, "base64").toString() : decodeURIComponent(content)}`;
  } catch {
    return content;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the places at which two plain values differ, at most one per path. The order of properties counts, because it
 *  is visible in JSON. */
function placesIn(base: unknown, head: unknown, path: string): Place[] {
  if (Object.is(base, head)) return [];
  if (!isNested(base) || !isNested(head) || Array.isArray(base) !== Array.isArray(head)) {
    return [{ path, ...excerpts(textOf(base), textOf(head)) }];
  }
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])];
  const inside = names.flatMap((name) =>
    placesIn(base[name], head[name], Array.isArray(base) ? `${path}[]` : `${path}.${name}`),
  );
  const places = [...new Map(inside.reverse().map((place) => [place.path, place])).values()].reverse();
  if (places.length === 0 && Object.keys(base).join() !== Object.keys(head).join()) {
    return [{ path: `${path} (order)`, base: Object.keys(base).join(), head: Object.keys(head).join() }];
  }
  return places;
}

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"));

/** Characters of an answer that are shown before and after the first difference. */
const BEFORE = 40;
const AFTER = 120;

function excerpts(base: string, head: string): { readonly base: string; readonly head: string } {
  let at = 0;
  while (at < base.length && base[at] === head[at]) at++;
  const from = Math.max(0, at - BEFORE);
  const excerpt = (text: string) => {
    const end = at + AFTER;
    return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? `… (${text.length} characters)` : ""}`;
  };
  return { base: excerpt(base), head: excerpt(head) };
}
