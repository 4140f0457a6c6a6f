import { escapeHtml } from "../../src/http/markup.ts";

const STRINGS = `"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'`;

/** Highlights only comments and strings. Highlighting more would require a parser and would hardly help readers. */
const rules: Readonly<Record<string, RegExp>> = {
  js: new RegExp(`(\\/\\/.*|\\/\\*[\\s\\S]*?\\*\\/)|(${STRINGS}|\`(?:\\\\.|[^\`\\\\])*\`)`, "g"),
  json: new RegExp(`(\\/\\/.*)|(${STRINGS})`, "g"),
  sh: new RegExp(`((?<=^|\\s)#.*)|(${STRINGS})`, "gm"),
  html: new RegExp(`(<!--[\\s\\S]*?-->)|(${STRINGS})`, "g"),
  css: new RegExp(`(\\/\\*[\\s\\S]*?\\*\\/)|(${STRINGS})`, "g"),
};
const aliases: Readonly<Record<string, string>> = { ts: "js", tsx: "js", vue: "html", svelte: "html", yaml: "sh" };

/** Returns `code` as HTML, with comments and strings marked if the language is known. */
export function highlightCode(code: string, language: string): string {
  const rule = rules[aliases[language] ?? language];
  if (!rule) return escapeHtml(code);
  let html = "";
  let end = 0;
  for (const match of code.matchAll(rule)) {
    const [whole, comment] = match;
    html += escapeHtml(code.slice(end, match.index));
    html += `<span class="${comment === undefined ? "string" : "comment"}">${escapeHtml(whole)}</span>`;
    end = match.index + whole.length;
  }
  return html + escapeHtml(code.slice(end));
}
