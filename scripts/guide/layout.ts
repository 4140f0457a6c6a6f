import { escapeHtml } from "../../src/http/markup.ts";
import { GUIDE_POLICY } from "../../src/http/page.ts";
import type { Heading } from "./markdown.ts";
import type { Group, Page } from "./pages.ts";

/** A page whose content is HTML. */
export interface RenderedPage {
  readonly page: Page;
  readonly html: string;
  readonly headings: readonly Heading[];
}

const MARK =
  '<svg aria-hidden="true" viewBox="0 0 7 7"><path d="M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2z" fill-rule="evenodd" /></svg>';

/** Returns the complete page with its navigation. The page contains its Content-Security-Policy, because simple file
 *  servers do not send one. */
export function layOut({ page, html, headings }: RenderedPage, groups: readonly Group[]): string {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.indexOf(page);
  const title = page.name === "index" ? "isoqr: guide" : `${page.title} · isoqr guide`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(GUIDE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(firstWords(html))}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="guide.css">
<script defer src="guide.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="name" href="./">${MARK}isoqr <span>guide</span></a>
<a class="button" href="../">Playground</a>
<button class="button" id="menu" type="button" popovertarget="pages">All pages</button>
</header>
<div class="columns">
<nav id="pages" class="pages" popover aria-label="Pages">
<button class="button close" type="button" popovertarget="pages" popovertargetaction="hide">Close</button>
${groups.map((group) => renderGroup(group, page)).join("\n")}
</nav>
<main id="main" tabindex="-1">
<h1>${escapeHtml(page.title)}</h1>
${html}
<nav class="next" aria-label="Previous and next page">
${neighbour("Previous", "prev", pages[at - 1])}
${neighbour("Next", "next", pages[at + 1])}
</nav>
</main>
${contentsOf(headings)}
</div>
</body>
</html>
`;
}

function renderGroup({ title, pages }: Group, currentPage: Page): string {
  const links = pages.map((page) => {
    const current = page === currentPage ? ' aria-current="page"' : "";
    return `<li><a href="${addressOf(page)}"${current}>${escapeHtml(page.title)}</a></li>`;
  });
  return `<p>${escapeHtml(title)}</p>\n<ul>\n${links.join("\n")}\n</ul>`;
}

function addressOf({ name }: Page): string {
  return name === "index" ? "./" : `${name}.html`;
}

function neighbour(word: string, rel: string, page: Page | undefined): string {
  if (!page) return "";
  return `<a rel="${rel}" href="${addressOf(page)}"><span>${word}</span> ${escapeHtml(page.title)}</a>`;
}

/** Returns the table of contents, or an empty string if there are fewer than two sections. */
function contentsOf(headings: readonly Heading[]): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 2) return "";
  const links = parts.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  return `<nav class="contents" aria-label="On this page">\n<p>On this page</p>\n<ul>\n${links.join("\n")}\n</ul>\n</nav>`;
}

/** Returns the text of the first paragraph, truncated to 160 characters, as the description of the page. */
function firstWords(html: string): string {
  const words = /<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "";
  return words
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)))
    .replace(/&(?:quot|#39);/g, '"')
    .replace(/\s+/g, " ")
    .slice(0, 160);
}
