import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { Token } from "marked";
import type { Page } from "./pages.ts";
import { type Part, slugOf } from "./sources.ts";

/** Where the guide has a file of the repository, or a part of it: "element.html", "http.html#over-http". */
export type Places = ReadonlyMap<string, string>;

/** The headings of every part of every page, and the files that pages are made of, by `file` and `file#heading`. */
export function placesOf(pages: readonly (Page & { readonly parts: readonly Part[] })[]): Places {
  const places = new Map<string, string>();
  const add = (key: string, place: string) => {
    if (!places.has(key)) places.set(key, place);
  };
  for (const { name, sources, parts } of pages) {
    for (const [i, { file, section }] of sources.entries()) {
      const kept = i > 0 && section !== undefined ? `#${slugOf(section)}` : "";
      add(section === undefined ? file : `${file}#${slugOf(section)}`, `${name}.html${kept}`);
    }
    for (const { file, tokens } of parts) {
      for (const slug of headingsOf(tokens)) add(`${file}#${slug}`, `${name}.html#${slug}`);
    }
  }
  return places;
}

function headingsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.type === "heading" ? [slugOf(token.text)] : []));
}

/** Resolves `href`, written in `file`, to an address of the guide. Addresses of the web stay. Undefined for a file of the
 *  repository that the guide does not have.
 *  @throws {Error} where there is no such file, or no such heading. */
export function resolveLink(href: string, file: string, places: Places, root: URL): string | undefined {
  if (/^(?:https?|mailto):/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
  const place = places.get(anchor === undefined ? target : `${target}#${anchor}`);
  if (place !== undefined) return place;
  // Not all of the README is in the guide, whose first page stands for it.
  if (target === "README.md") return "index.html";
  if (!existsSync(new URL(target, root))) throw new Error(`${file} links to ${href}, which is not there`);
  if (anchor !== undefined && places.has(target))
    throw new Error(`${file} links to ${href}, but there is no such heading`);
  return undefined;
}
