import { readFileSync } from "node:fs";
import { lexer, type Token } from "marked";
import type { Page, Source } from "./pages.ts";

/** Markdown tokens from one file. Relative links in the tokens are relative to that file. */
export interface Part {
  readonly file: string;
  readonly tokens: readonly Token[];
}

const PAGE_DEPTH = 1;

/** Returns one part per source of `page`. Leaves out the first heading, because the page already has a title, and
 *  shifts all others so that the highest are at the second level.
 *  @throws {Error} if a file has no such section. */
export function readParts(page: Page, root: URL): Part[] {
  return page.sources.map((source, i) => {
    const found = readSource(source, root);
    const alone = page.sources.length === 1;
    // Leaves out the heading of the first source, and the title of every complete file. Later sections keep their
    // headings.
    const bare = alone || i === 0 || source.section === undefined;
    return { file: source.file, tokens: nest(bare ? withoutTitle(found) : found) };
  });
}

function readSource({ file, section }: Source, root: URL): readonly Token[] {
  const tokens = lexer(readFileSync(new URL(file, root), "utf8").replace(/<!--.*?-->\n?/gs, ""));
  if (section === undefined) return tokens;
  const first = tokens.findIndex((token) => token.type === "heading" && token.text === section);
  const heading = tokens[first];
  if (heading?.type !== "heading") throw new Error(`${file} has no section "${section}"`);
  const end = tokens.findIndex((token, i) => i > first && token.type === "heading" && token.depth <= heading.depth);
  return tokens.slice(first, end < 0 ? undefined : end);
}

function withoutTitle(tokens: readonly Token[]): readonly Token[] {
  return tokens[0]?.type === "heading" ? tokens.slice(1) : tokens;
}

/** Returns `tokens` with their highest headings one level below the title of the page. */
function nest(tokens: readonly Token[]): readonly Token[] {
  const depths = tokens.flatMap((token) => (token.type === "heading" ? [token.depth as number] : []));
  const shift = PAGE_DEPTH + 1 - Math.min(...depths);
  return tokens.map((token) => (token.type === "heading" ? { ...token, depth: token.depth + shift } : token));
}

/** Returns the anchor that GitHub and similar hosts derive from the text of a heading. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]*>/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
