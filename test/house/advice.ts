import { dirname } from "node:path";
import { importsOf, isLanguage, type Source, target } from "./sources.ts";

const MAX_LINES = 350;
const MAX_FILES = 15;
const MIN_LINES = 20;

/** Returns advice about files, one line for each kind: long files in `everything`, and full folders and short files in
 *  `product`, which is a part of it. None of it is an error: a file may be long or short for a reason, but not because of a
 *  limit. */
export function advice(product: readonly Source[], everything: readonly Source[]): string[] {
  return [
    [`over ${MAX_LINES} lines`, longFiles(everything)] as const,
    [`over ${MAX_FILES} files in a folder`, fullFolders(product)] as const,
    [`under ${MIN_LINES} lines, and imported by one file only`, shortFiles(product)] as const,
  ]
    .filter(([, places]) => places.length > 0)
    .map(([what, places]) => `${what}: ${places.join(", ")}`);
}

const linesOf = ({ text }: Source) => text.split("\n").length - 1;

function longFiles(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => linesOf(source) > MAX_LINES && !/tables?\.ts$/.test(source.path) && !isLanguage(source.path))
    .map((source) => `${source.path} (${linesOf(source)})`);
}

function fullFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder, count]) => `${folder} (${count})`);
}

/** Ignores files that are imported on demand, because they must be separate. */
function shortFiles(sources: readonly Source[]): string[] {
  const importers = new Map<string, number>();
  for (const source of sources) {
    const specifiers = importsOf(source).filter((specifier) => !source.text.includes(`import("${specifier}")`));
    for (const path of new Set(specifiers.map((specifier) => target(source, specifier)))) {
      if (path !== undefined) importers.set(path, (importers.get(path) ?? 0) + 1);
    }
  }
  return sources
    .filter((source) => linesOf(source) < MIN_LINES && importers.get(source.path) === 1)
    .map(({ path }) => path);
}
