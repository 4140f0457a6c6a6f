import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

/** Finds the regular expressions of the project: literals in its syntax trees, and other patterns at run time. */

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface SourcePattern {
  /** The location of the literal: the file, relative to the project, and the line, such as "src/errors.ts:12". */
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly type: string; readonly name?: string };
}

/** Returns all literals in src, sw and demo, and the number of calls to RegExp in each file. */
export function readSources(): { literals: readonly SourcePattern[]; built: ReadonlyMap<string, number> } {
  const literals: SourcePattern[] = [];
  const built = new Map<string, number>();
  for (const path of ["src", "sw", "demo"].flatMap(filesIn)) {
    const text = readFileSync(join(root, path), "utf8");
    for (const { type, start, regex, callee } of nodesOf(parseAst(text, { lang: "ts" }))) {
      const lineOf = () => text.slice(0, start).split("\n").length;
      if (type === "Literal" && regex) {
        literals.push({ where: `${path}:${lineOf()}`, source: regex.pattern, flags: regex.flags });
      }
      if (/^(?:New|Call)Expression$/.test(type) && callee?.type === "Identifier" && callee.name === "RegExp") {
        built.set(path, (built.get(path) ?? 0) + 1);
      }
    }
  }
  return { literals, built };
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function* nodesOf(tree: unknown): Generator<Node, void> {
  const open = [tree];
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if ("type" in value && "start" in value) yield value as Node;
    open.push(...Object.values(value));
  }
}

/** Records all patterns, with their locations, that the project's files construct with RegExp while `work` runs. */
export async function recordBuilt(
  work: () => Promise<unknown>,
): Promise<{ patterns: readonly SourcePattern[]; places: ReadonlyMap<string, ReadonlySet<string>> }> {
  const original = RegExp;
  const patterns: SourcePattern[] = [];
  const places = new Map<string, Set<string>>();
  const note = (pattern: RegExp) => {
    const caller = callerOf(new Error().stack ?? "");
    if (!caller) return pattern;
    patterns.push({ where: caller.path, source: pattern.source, flags: pattern.flags });
    places.set(caller.path, (places.get(caller.path) ?? new Set()).add(caller.place));
    return pattern;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, input) => note(Reflect.construct(target, input)),
    apply: (target, self, input) => note(Reflect.apply(target, self, input)),
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = original;
  }
  return { patterns, places };
}

/** Returns the first frame of `stack` in src, sw or demo, or undefined if a library's frame comes first. */
function callerOf(stack: string): { path: string; place: string } | undefined {
  const frames = stack.split("\n").filter((line) => line.trimStart().startsWith("at "));
  const frame = frames.find((line) => !line.includes("source-patterns.ts"));
  const [, path, place] = /((?:src|sw|demo)\/[\w./-]+\.ts)(:\d+:\d+)/.exec(frame?.split(root)[1] ?? "") ?? [];
  return path && place ? { path, place } : undefined;
}
