import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../../src/http/markup.ts";
import { highlightCode } from "./colors.ts";
import type { Picture } from "./pictures.ts";
import { type Part, slugOf } from "./sources.ts";

/** What a page's Markdown is rendered with. */
export interface Surroundings {
  /** The address in the guide that `href` of `file` means; undefined where the guide does not have it. */
  link(href: string, file: string): string | undefined;
  /** The address in the guide of the picture `path` of `file`. */
  picture(path: string, file: string): string;
  /** What the code makes, where it makes pictures. */
  readonly drawn: ReadonlyMap<string, readonly Picture[]>;
}

/** Characters of code that stay on one line, for a name is harder to read when it is broken at a hyphen. */
const LONGEST_WORD = 24;

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

/** The HTML of a page's parts, and its headings. */
export function renderParts(parts: readonly Part[], surroundings: Surroundings): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const count = { table: 0, code: 0 };
  const html = parts.map(({ file, tokens }) => renderPart(tokens, file, surroundings, headings, count)).join("");
  return { html, headings };
}

function renderPart(
  tokens: readonly Token[],
  file: string,
  { link, picture, drawn }: Surroundings,
  headings: Heading[],
  count: { table: number; code: number },
): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        const id = unusedId(slugOf(text), headings);
        const inner = this.parser.parseInline(tokens);
        headings.push({ id, text: plain(inner), depth });
        return `<h${depth} id="${id}"><a href="#${id}">${inner.replace(/<\/?a\b[^>]*>/g, "")}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = link(href, file);
        return address === undefined ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      codespan({ text }) {
        return `<code${text.length <= LONGEST_WORD ? ' class="word"' : ""}>${escapeHtml(text)}</code>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(picture(href, file))}" alt="${escapeHtml(text)}">`;
      },
      html({ text }) {
        const own = (address: string) => (/^https?:/.test(address) ? address : picture(address, file));
        return text.replace(/\b(src|srcset|href)="([^"]*)"/g, (whole, name, value) =>
          name === "href" ? whole : `${name}="${own(value)}"`,
        );
      },
      table(token) {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        return renderTable(token, inline, ++count.table);
      },
      code({ text, lang = "" }) {
        const [language = ""] = lang.split(" ");
        return renderCode(text, language, drawn.get(text) ?? [], ++count.code);
      },
    },
  });
  return marked.parser([...tokens]);
}

function unusedId(wanted: string, headings: readonly Heading[]): string {
  const taken = new Set(headings.map(({ id }) => id));
  let id = wanted;
  for (let i = 1; taken.has(id); i++) id = `${wanted}-${i}`;
  return id;
}

/** The text of HTML that this file wrote. */
function plain(html: string): string {
  return html.replace(/<[^>]*>/g, "");
}

/** A table that scrolls on its own where it is too wide. A table without column names is a list of rows with names. */
export function renderTable(
  { header, rows }: Pick<Tokens.Table, "header" | "rows">,
  inline: (cell: Tokens.TableCell) => string,
  number: number,
): string {
  const cell = (tag: string, from: Tokens.TableCell, more = "") => {
    const align = from.align === "right" ? ' class="number"' : "";
    return `<${tag}${more}${align}>${inline(from)}</${tag}>`;
  };
  const named = header.some(({ text }) => text !== "");
  const pictures = rows.every((row) => row.every(({ text }) => text === "" || text.startsWith("<img")));
  const head = header.map((name) => (name.text === "" ? "<td></td>" : cell("th", name, ' scope="col"'))).join("");
  const body = rows
    .map(([first, ...others]) => {
      const isName = first !== undefined && first.text !== "" && !pictures;
      const start = first === undefined ? "" : isName ? cell("th", first, ' scope="row"') : cell("td", first);
      return `<tr>${start}${others.map((other) => cell("td", other)).join("")}</tr>`;
    })
    .join("\n");
  const thead = named ? `<thead><tr>${head}</tr></thead>\n` : "";
  return `<div class="scroll" role="region" tabindex="0" aria-label="Table ${number}"><table>\n${thead}<tbody>\n${body}\n</tbody></table></div>\n`;
}

function renderCode(text: string, language: string, pictures: readonly Picture[], number: number): string {
  const images = pictures.map(
    ({ path, width, height }) =>
      `<img src="${path}" width="${width}" height="${height}" alt="What this code makes" loading="lazy">`,
  );
  const made = images.length > 0 ? `<div class="made">${images.join("")}</div>` : "";
  // A line of a program is read as a line; commands and addresses are long, and may go on in the next.
  const kind = ["sh", "html", "text", ""].includes(language) ? "example wrap" : "example";
  const code = `<pre role="region" tabindex="0" aria-label="Code ${number}"><code>${highlightCode(text, language)}</code></pre>`;
  return `<div class="${kind}"><div class="code">${code}</div>${made}</div>\n`;
}
