import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Source {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

export function sourcesIn(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name) && !/generated|node_modules/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
}

/** Returns the specifiers of all imports, static and dynamic. */
export function importsOf({ text }: Pick<Source, "text">): string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** Returns the file that `specifier` refers to, relative to the root, or undefined for packages. */
export function target(source: Source, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(dirname(source.path), specifier) : undefined;
}

/** Returns whether a file contains the texts of a language. It is named after the language's tag, such as zh-Hans. */
export const isLanguage = (path: string) => /^src\/languages\/(?!en)\w{2,3}(?:-[A-Z]\w+)?\.ts$/.test(path);
