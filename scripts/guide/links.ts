import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { Token } from "marked";
import type { Page } from "./pages.ts";
import { type Part, slugOf } from "./sources.ts";

/** The URL of each file or section, relative to the guide's folder, such as "element.html" or "start.html#install". */
export type Places = ReadonlyMap<string, string>;

/** Pages of docs without a page in the guide. The site has the licenses in a separate file. */
const LEFT_OUT: readonly string[] = ["docs/licenses.md"];

/** Returns the URL in the guide for each file and heading of all pages. The keys are `file` and `file#heading`. */
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

/** Returns the URL in the guide for `href`, a link in `file`. Returns absolute URLs unchanged, and undefined for a file
 *  in the repository that is not part of the guide.
 *  @throws {Error} if there is no such file or heading, or if the file is a page of docs that the guide lacks. */
export function resolveLink(href: string, file: string, places: Places, root: URL): string | undefined {
  if (/^(?:https?|mailto):/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
  const place = places.get(anchor === undefined ? target : `${target}#${anchor}`);
  if (place !== undefined) return place;
  // The guide contains only some sections of the README. Links to the other sections lead to the first page of the
  // guide.
  if (target === "README.md") return "index.html";
  if (!existsSync(new URL(target, root))) throw new Error(`${file} links to ${href}, which does not exist`);
  if (anchor !== undefined && places.has(target))
    throw new Error(`${file} links to ${href}, but there is no such heading`);
  if (/^docs\/.*\.md$/.test(target) && !LEFT_OUT.includes(target))
    throw new Error(`${file} links to ${href}, which is not a page of the guide`);
  return undefined;
}
