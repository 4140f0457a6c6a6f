import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.ts";

/** Phrases that read like a translation, and what to write instead. Patterns match single lines in linear time. */
const phrases: readonly { readonly pattern: string; readonly instead: string }[] = [
  { pattern: "anew", instead: "again" },
  { pattern: "mend(?:s|ed|ing)?", instead: "fix" },
  { pattern: "whoever|whomever", instead: "the subject: users, callers, clients" },
  { pattern: "nobody(?:'s)?|anybody", instead: "the subject, or the passive voice" },
  { pattern: "in one go|in one piece", instead: "together, at once, as a single file" },
  { pattern: "by (?:itself|themselves)", instead: "automatically, alone" },
  { pattern: "(?<!there )(?:is|are) none", instead: "what it is, or: does not exist" },
  { pattern: "(?:tells?|told|hears?|heard|knows?|speaks?) of", instead: "reports, names, receives, has" },
  { pattern: "(?:is|are|was|were|be|been) told", instead: "is reported, gets the message" },
  { pattern: "(?:is|are) to be", instead: "must be" },
  { pattern: "for ever", instead: "forever, indefinitely" },
  { pattern: "passed over", instead: "skipped, ignored" },
  { pattern: "take it out", instead: "remove it" },
  { pattern: "the ground|ground round", instead: "background, padding" },
  { pattern: "round the", instead: "around the" },
  {
    pattern: "stands? (?:for|in|on|at|here|there|before|behind|beside|as)",
    instead: "is in, represents, comes before",
  },
  { pattern: "thereof|hence|lest", instead: "a modern word" },
  { pattern: "(?:with|in|by|is|are) (?:a|one|the) sentence", instead: "with an error message" },
  { pattern: "(?:is|are|was|be) had|to be had", instead: "is available" },
  { pattern: "a dice", instead: "random" },
  { pattern: "asked for again", instead: "requested again" },
  { pattern: "(?:is|are) (?:an? )?\\w+ too many", instead: "exceeds the limit" },
  { pattern: "wants? no", instead: "does not need" },
  { pattern: "(?:goes?|gone) on (?:as|with)", instead: "continues" },
  { pattern: "does without", instead: "does not need" },
  { pattern: "leaves? (?:\\w+ )?alone", instead: "does not change" },
  { pattern: "stood in line|in line behind", instead: "queued" },
  { pattern: "whatever (?:is|was|it|they|its|the|their|other)", instead: "regardless of, any" },
  { pattern: "what (?:is|are|was)(?: \\w+){1,3} (?:is|are)", instead: "name the subject" },
  {
    pattern: "for (?:it|they|there|nobody|these|those) (?:is|are|has|have|would|can|may|was|were|will)",
    instead: "because",
  },
  { pattern: "as it stands", instead: "unchanged" },
  {
    pattern: "(?:way|size|page|process|thread|name|port|file|test) of (?:its|their) own",
    instead: "its own, a separate",
  },
  { pattern: "can not", instead: "cannot" },
  { pattern: "to the letter|a letter too", instead: "exactly, the exact text" },
  { pattern: "comes? of it", instead: "the result" },
  { pattern: "the more so", instead: "especially" },
  { pattern: "has no way to|is no way to", instead: "cannot" },
];

const one = new RegExp(`\\b(?:${phrases.map(({ pattern }) => pattern).join("|")})\\b`, "i");

/** A phrase in a text, and what to write instead. */
export interface Phrase {
  /** Counted from one. */
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

/** Returns the first phrase of each line. */
export function phrasesIn(text: string): Phrase[] {
  return text.split("\n").flatMap((line, at) => {
    const found = one.exec(line)?.[0];
    const rule = found && phrases.find(({ pattern }) => new RegExp(`^(?:${pattern})$`, "i").test(found));
    return rule ? [{ line: at + 1, found, instead: rule.instead }] : [];
  });
}

const places = "README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md docs src sw demo scripts test assembly .github";

/** Returns one line of advice for each phrase in documents, source files and configuration files. */
export function phraseAdvice(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", ...places.split(" ")],
    { cwd: root },
  );
  return listed
    .toString()
    .split("\n")
    .filter((path) => /\.(?:md|ts|mts|mjs|js|css|html|yml|conf|service)$/.test(path))
    .filter((path) => !path.startsWith("test/house/") && existsSync(join(root, path)))
    .flatMap((path) =>
      phrasesIn(readFileSync(join(root, path), "utf8")).map(
        ({ line, found, instead }) => `${path}:${line}: "${found}" -> ${instead}`,
      ),
    );
}
