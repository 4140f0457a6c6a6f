import { readFileSync } from "node:fs";
import { lexer, type Token } from "marked";
import type { Page, Source } from "./pages.ts";

/** Tokens of a page and the file that they stand in, by which relative links are meant. */
export interface Part {
  readonly file: string;
  readonly tokens: readonly Token[];
}

const PAGE_DEPTH = 1;

/** What stands on `page`, a part a source. The heading that a page begins with is left out, as the page has its title;
 *  what follows has headings from the second level on.
 *  @throws {Error} where a file has no such section. */
export function readParts(page: Page, root: URL): Part[] {
  return page.sources.map((source, i) => {
    const found = readSource(source, root);
    const alone = page.sources.length === 1;
    // Of several sections each keeps its heading; a file's own title goes where it comes second.
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

/** `tokens` with their highest headings on the level below the page's title. */
function nest(tokens: readonly Token[]): readonly Token[] {
  const depths = tokens.flatMap((token) => (token.type === "heading" ? [token.depth as number] : []));
  const shift = PAGE_DEPTH + 1 - Math.min(...depths);
  return tokens.map((token) => (token.type === "heading" ? { ...token, depth: token.depth + shift } : token));
}

/** The name of a heading in addresses, as code hosts make it from its text. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]*>/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
