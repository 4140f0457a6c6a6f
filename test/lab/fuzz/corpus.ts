import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Case } from "./recipe.ts";

/** An input in the corpus: one JSON file, small enough to read. */
export interface Kept extends Case {
  /** A description of the input, or of the property that it broke. */
  readonly about: string;
}

const folderOf = (target: string) => fileURLToPath(new URL(`corpus/${target}/`, import.meta.url));

/** Returns the path of a corpus file relative to the project's root. */
export const pathOf = (target: string, name: string) => `test/lab/fuzz/corpus/${target}/${name}`;

/** Returns the inputs in the corpus of `target`, each with the name of its file. */
export function readCorpus(target: string): readonly (readonly [file: string, kept: Kept])[] {
  const folder = folderOf(target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [name, readKept(folder + name)]);
}

export function readKept(path: string): Kept {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Saves an input that broke a property, for all later runs. Returns the path of its file. */
export function saveCase(target: string, one: Case, about: string): string {
  const digest = createHash("sha256").update(JSON.stringify(one)).digest("hex").slice(0, 10);
  mkdirSync(folderOf(target), { recursive: true });
  const { to, input } = one;
  const kept: Kept = { about: about.slice(0, 300), ...(to !== undefined && { to }), input };
  writeFileSync(`${folderOf(target)}${digest}.json`, `${JSON.stringify(kept, null, 2)}\n`);
  return pathOf(target, `${digest}.json`);
}
