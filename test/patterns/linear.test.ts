import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { isFull } from "../sweep.ts";
import { decide } from "./decide.ts";
import { slowText } from "./pump.ts";
import { readSources, recordBuilt, type SourcePattern } from "./source-patterns.ts";

const { literals, built } = readSources();

/** The modules that construct patterns. Most of them construct their patterns when they are loaded, and the others when
 *  they are called. */
const builders: Readonly<Record<string, () => Promise<unknown>>> = {
  "demo/labels.ts": () => import("../../demo/labels.ts"),
  "src/card/breaks.ts": () => import("../../src/card/breaks.ts"),
  "src/card/clusters.ts": () => import("../../src/card/clusters.ts"),
  "src/card/families.ts": () => import("../../src/card/families.ts"),
  "src/card/typeset.ts": () => import("../../src/card/typeset.ts"),
  "src/http/link-paths.ts": () => import("../../src/http/link-paths.ts"),
  "src/list/file-names.ts": () => import("../../src/list/file-names.ts"),
  "src/list/records.ts": async () => {
    const { createCsvReader } = await import("../../src/list/records.ts");
    for (const delimiter of [",", ";", "\t", "|"]) createCsvReader(delimiter);
  },
  "src/payload/host.ts": () => import("../../src/payload/host.ts"),
};

const known = await recordBuilt(async () => {
  vi.resetModules();
  for (const build of Object.values(builders)) await build();
});
const patterns = new Map<string, SourcePattern>();
for (const pattern of [...literals, ...known.patterns]) {
  const key = `/${pattern.source}/${pattern.flags}`;
  if (!patterns.has(key)) patterns.set(key, pattern);
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** The digests of both checks, and of the patterns that passed them. The checks always find the same, but take up to seconds
 *  for a pattern, so that only new patterns are checked if the checks are the same. `npm run test:full` checks all of them,
 *  and writes the list. */
const checks = digest(read("decide.ts") + read("pump.ts") + read("../../node_modules/recheck/package.json"));
const [proven = "", ...passed] = read("proven.txt").split("\n");
const isProven = (key: string) => !isFull && proven === checks && passed.includes(digest(key));

/** The patterns for which a check has returned a message. */
const failed = new Set<string>();

/** The checks that have seen all patterns. */
const complete = new Set<(pattern: SourcePattern, key: string) => string | undefined>();

/** Returns a line for every pattern for which `check` returns a message. The line has the pattern's location, the
 *  pattern and the message. */
function problems(check: (pattern: SourcePattern, key: string) => string | undefined): string[] {
  const found = [...patterns].flatMap(([key, pattern]) => {
    const complaint = check(pattern, key);
    if (complaint === undefined) return [];
    failed.add(key);
    return [`${pattern.where} ${key} ${complaint}`];
  });
  complete.add(check);
  return found;
}

test("finds the patterns of all files", () => {
  expect(patterns.size).toBeGreaterThan(250);
  expect(literals.map(({ source }) => source)).toContain(String.raw`\s*(\/?)>`);
  expect(known.patterns.map(({ source }) => source)).toContain(String.raw`\p{Script_Extensions=Thai}`);
});

test("finds every pattern constructed at run time", () => {
  const seen = [...known.places].map(([path, places]) => [path, places.size]);
  expect(Object.fromEntries(seen), "add the file to `builders`").toEqual(Object.fromEntries(built));
});

test("no pattern takes more than linear time", () => {
  const slow = problems((pattern, key) => {
    if (isProven(key)) return undefined;
    const decision = decide(pattern);
    return decision === "undecided" || decision.linear ? undefined : decision.why;
  });
  expect(slow, "rewrite these: no two neighbouring parts may match the same characters").toEqual([]);
}, 900_000);

test("no pattern is slow on long strings that nearly match it", () => {
  const slow = problems((pattern, key) => (isProven(key) ? undefined : slowText(pattern)));
  const passing = [...patterns.keys()].filter((key) => !failed.has(key));
  // A check that stopped early, or was left out, proves nothing.
  if (isFull && complete.size === 2)
    writeFileSync(new URL("proven.txt", import.meta.url), `${[checks, ...passing.map(digest).sort()].join("\n")}\n`);
  expect(slow).toEqual([]);
}, 300_000);

describe("the check itself", () => {
  test.each([
    /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i,
    /<!DOCTYPE\s+[\w:]+(?:\s+PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*')\s*(?:"[^"<>]*"|'[^'<>]*')?)?\s*>/y,
    /^\s*(?:none|0)?\s*$/,
    /\/+$/,
    /a|b|\s+x/,
    /^(?:a|a)*$/,
  ])("rejects %s", (pattern) => {
    expect(decide(pattern)).toMatchObject({ linear: false });
  });

  test.each([/(?<!x)\s+$/, /(?=\d+;)x/, /&(?:(?!;)[\s\S])*;/g, /\{(?:(.+)\})?/g])(
    "detects that %s is slow",
    (pattern) => {
      expect(slowText(pattern)).toEqual(expect.any(String));
    },
  );
});
