import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseAst } from "vite";
import type { LanguageFile, Text, Texts } from "../../src/languages/language.ts";
import { isLanguage } from "../house/sources.ts";

/** A node of a syntax tree. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** The files of all languages besides English, by tag. */
export const languageFiles: Readonly<Record<string, LanguageFile>> = Object.fromEntries(
  await Promise.all(
    filesIn("src/languages", ".ts")
      .filter((path) => isLanguage(path))
      .map(async (path) => [basename(path, ".ts"), await import(`../../${path}`)]),
  ),
);

/** Returns the paths of the files below `folder` whose names end with `extension`. */
export function filesIn(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`);
}

/** Returns the strings in the TypeScript files at `paths`. Expressions in a string become "*". */
export function stringsIn(paths: readonly string[]): ReadonlySet<string> {
  const nodes = paths.flatMap((path) => [...nodesOf(parseAst(readFileSync(path, "utf8"), { lang: "ts" }))]);
  const strings = nodes.flatMap((node) => {
    if (node.type === "Literal" && typeof node.value === "string") return [node.value];
    if (node.type !== "TemplateLiteral") return [];
    const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
    return [parts.map(({ value }) => value.cooked).join("*")];
  });
  return new Set(strings);
}

/** Returns what is wrong with the texts of the language `tag`. The compiler has checked that they have the ids of
 *  `english`. */
export function faultsIn(texts: Texts, tag: string, english: Texts): string[] {
  return Object.entries(texts).flatMap(([id, text]) =>
    faultsOf(text, english[id] ?? "", tag).map((fault) => `${id} ${fault}`),
  );
}

function faultsOf(text: Text, english: Text, tag: string): string[] {
  const isPlural = typeof english !== "string";
  const categories = isPlural ? new Intl.PluralRules(tag).resolvedOptions().pluralCategories : [];
  const found = typeof text === "string" ? [] : Object.keys(text);
  if (!isSame(categories, found)) return [`must have the plural forms ${categories.join(", ") || "none"}`];
  const expected = placeholdersOf(isPlural ? (english.other ?? "") : english);
  // A form may leave out the number that selects it.
  const named = (names: readonly string[]) => names.filter((name) => !isPlural || name !== "count");
  return formsOf(text).flatMap((form) => {
    if (form.trim() === "") return ["is empty"];
    const names = placeholdersOf(form);
    const isKnown = names.every((name) => expected.includes(name));
    return isKnown && isSame(named(names), named(expected)) ? [] : ["has other placeholders"];
  });
}

/** Returns the forms of a text: one, or one per plural category. */
export function formsOf(text: Text): string[] {
  return typeof text === "string" ? [text] : Object.values(text);
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return [...new Set(some)].sort().join() === [...new Set(others)].sort().join();
}

/** Yields all nodes below `node`, and the node itself. */
function* nodesOf(node: unknown): Generator<Node> {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node) yield node as Node;
  for (const value of Object.values(node)) yield* nodesOf(value);
}
