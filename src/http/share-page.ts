import { searchOf } from "../payload/geo.ts";
import { detect, geo, type Payload, type PayloadField } from "../payload/payload.ts";
import { escapeHtml, scriptJson, visibleHtml } from "./markup.ts";
import { HUE_COUNT, SCRIPT, SCRIPT_DIGEST, STYLE, STYLE_DIGEST } from "./share-assets.ts";
import { headOf, invitation } from "./share-head.ts";
import { addressOfField, addressOfPayload } from "./share-links.ts";

export interface SharedLink {
  readonly id: string;
  /** The text behind the link: anybody's, and maybe hostile. */
  readonly data: string;
  /** Where the service is, without a slash at its end: https://example.com. */
  readonly base: string;
  /** The code as an SVG document of our own, put into the page as it is. */
  readonly svg: string;
}

/** The page behind a short link, and the policy to send with it. The page runs one script of ours and loads nothing; it
 *  never leads anywhere by itself. Secrets are in no title and no tag, and closed until asked for. */
export function sharePage({ id, data, base, svg }: SharedLink): { readonly html: string; readonly policy: string } {
  const payload = detect(data);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(payload, id, base)}
<style>${STYLE}</style>
</head>
<body class="h${hueOf(id)}">
<main>
<figure class="code">${svg}</figure>
<div>
${headingOf(payload)}
${payload.kind === "text" ? textOf(payload, data) : fieldsOf(payload)}
<nav aria-label="Actions">${openButton(payload, data)}
<button class="button" id="copy" type="button" hidden>Copy</button>
${downloadButton(`${base}/i/${id}`, id, "png", "?size=1024")}
${downloadButton(`${base}/i/${id}`, id, "svg", "")}</nav>
<p class="hint" id="said" role="status"></p>
${exactText(payload, data)}
</div>
</main>
<footer>Made with <a href="${escapeHtml(base)}/">isoqr</a></footer>
<script type="application/json" id="data">${scriptJson(data)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
  return { html, policy: POLICY };
}

const POLICY = `default-src 'none'; style-src '${STYLE_DIGEST}'; script-src '${SCRIPT_DIGEST}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Nobody vouches for where a payload leads, nor tells it where it was found. */
const REL = "noopener noreferrer nofollow ugc";

function headingOf(payload: Payload): string {
  const { kind, label, title, secret } = payload;
  const hint = `<p class="hint">${escapeHtml(invitation(payload))}</p>`;
  if (kind === "text") return `<h1 class="kind">${escapeHtml(label)}</h1>${secret ? `\n${hint}` : ""}`;
  return `<p class="kind">${escapeHtml(label)}</p>\n<h1><bdi>${visibleHtml(title)}</bdi></h1>\n${hint}`;
}

/** Longer texts are set smaller. */
const LONG = 280;

function textOf({ secret }: Payload, data: string): string {
  if (secret) return `<details class="exact"><summary>Show text</summary>${textBlock(data, "exact-text")}</details>`;
  return textBlock(data, data.length > LONG ? "text long" : "text");
}

/** What the heading has not said yet. */
function fieldsOf(payload: Payload): string {
  const said = [...fieldsOfHeading(payload), ...placeholders(payload)];
  const rest = payload.fields.filter((field) => !said.includes(field));
  if (rest.length === 0) return "";
  const rows = rest.map((field) => `<div><dt>${escapeHtml(field.label)}</dt>${valueOfField(field)}</div>`);
  return `<dl>${rows.join("\n")}</dl>`;
}

/** The fields that the heading is made of, one word after another, such as the parts of a name; none where it has more than
 *  they say, for what is in it then needs its label. */
function fieldsOfHeading({ title, fields }: Payload): readonly PayloadField[] {
  const said = fields.filter(({ value }) => ` ${title} `.includes(` ${value} `));
  const longestFirst = said.map(({ value }) => String(value)).sort((a, b) => b.length - a.length);
  const left = longestFirst.reduce((words, value) => words.replace(` ${value} `, "  "), ` ${title} `);
  return left.trim() === "" ? said : [];
}

/** The coordinates of a place that is to be searched for by its name: they stand for none. */
function placeholders({ kind, fields }: Payload): readonly PayloadField[] {
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, String(value)]));
  const { latitude = "", longitude = "" } = values;
  if (kind !== geo.name || searchOf({ ...values, latitude, longitude }) === undefined) return [];
  return fields.filter(({ name }) => name !== "name");
}

function valueOfField(field: PayloadField): string {
  const shown = visibleHtml(field.shown);
  if (field.secret) {
    const ask = `Show ${escapeHtml(field.label.toLowerCase())}`;
    return `<dd><details><summary>${ask}</summary><bdi>${shown}</bdi></details></dd>`;
  }
  const address = addressOfField(field);
  if (!address) return `<dd dir="auto">${shown}</dd>`;
  return `<dd dir="auto"><a href="${escapeHtml(address)}" rel="${REL}">${shown}</a></dd>`;
}

function openButton(payload: Payload, data: string): string {
  const found = addressOfPayload(payload, data);
  if (!found) return "";
  return `<a class="button main" href="${escapeHtml(found.address)}" rel="${REL}">${escapeHtml(found.verb)}</a>`;
}

function downloadButton(address: string, id: string, format: "png" | "svg", query: string): string {
  const name = escapeHtml(`qr-${id}.${format}`);
  const label = format.toUpperCase();
  return `<a class="button" href="${escapeHtml(`${address}.${format}${query}`)}" download="${name}" aria-label="Download ${label}">↓ ${label}</a>`;
}

/** The text to the letter: fields may leave out what they have no place for. Closed, since it holds the secrets too; not
 *  there where the page has said it already. */
function exactText({ kind, fields }: Payload, data: string): string {
  if (kind === "text" || fields.some(({ value, secret }) => value === data && !secret)) return "";
  return `<details class="exact"><summary>Exact text in the code</summary>${textBlock(data, "exact-text")}</details>`;
}

/** A text as it is, lines and all; with the keyboard's focus, by which it is scrolled. HTML leaves out a first line break
 *  after the tag, so one is there to be left out. */
function textBlock(text: string, look: string): string {
  return `<pre class="${look}" dir="auto" tabindex="0" role="group" aria-label="Text">\n${visibleHtml(text)}</pre>`;
}

/** One of the page's hues, the same for the same id. */
function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUE_COUNT;
}
