import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../../src/http/markup.ts";
import { highlightCode } from "./colors.ts";
import type { Picture } from "./pictures.ts";
import { type Part, slugOf } from "./sources.ts";

/** The context for rendering the Markdown of a page. */
export interface RenderContext {
  /** Returns the URL in the guide for `href`, a link in `file`; undefined if the target is not part of the guide. */
  link(href: string, file: string): string | undefined;
  /** Returns the URL in the guide for the image at `path`, relative to `file`. */
  picture(path: string, file: string): string;
  /** The images that the examples return, by code block. */
  readonly drawn: ReadonlyMap<string, readonly Picture[]>;
}

/** Inline code of up to this many characters is not broken at hyphens, because names are easier to read on one line. */
const LONGEST_WORD = 24;

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

/** Returns the HTML of the parts of a page, and its headings. */
export function renderParts(parts: readonly Part[], context: RenderContext): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const count = { table: 0, code: 0 };
  const html = parts.map(({ file, tokens }) => renderPart(tokens, file, context, headings, count)).join("");
  return { html, headings };
}

function renderPart(
  tokens: readonly Token[],
  file: string,
  { link, picture, drawn }: RenderContext,
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
        const local = (address: string) => (/^https?:/.test(address) ? address : picture(address, file));
        return text.replace(/\b(src|srcset|href)="([^"]*)"/g, (whole, name, value) =>
          name === "href" ? whole : `${name}="${local(value)}"`,
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

/** Removes the tags from HTML that this file has generated. */
function plain(html: string): string {
  return html.replace(/<[^>]*>/g, "");
}

/** Returns a table that scrolls horizontally if it is too wide. If all column names are empty, it has no header. */
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
      `<img src="${path}" width="${width}" height="${height}" alt="Result of this code" loading="lazy">`,
  );
  const made = images.length > 0 ? `<div class="made">${images.join("")}</div>` : "";
  // Commands and URLs are long, so they wrap. Lines of programs do not.
  const kind = ["sh", "html", "text", ""].includes(language) ? "example wrap" : "example";
  const code = `<pre role="region" tabindex="0" aria-label="Code ${number}"><code>${highlightCode(text, language)}</code></pre>`;
  return `<div class="${kind}"><div class="code">${code}</div>${made}</div>\n`;
}
