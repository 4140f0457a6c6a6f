import { formats, type ImageFormat, imageFormats } from "../../options/formats.ts";
import { event, zonesOf } from "../../payload/event.ts";
import { searchOf } from "../../payload/geo.ts";
import { detect, geo, type Payload, type PayloadField, wifi } from "../../payload/payload.ts";
import { recurrenceOf } from "../../payload/recurrence.ts";
import { escapeHtml, HIDDEN, scriptJson, visibleHtml } from "../markup.ts";
import { HUE_COUNT, SCRIPT, SCRIPT_DIGEST, STYLE, STYLE_DIGEST } from "./assets.ts";
import { headOf, type LinkHead } from "./head.ts";
import { shareTextFor, translatePayload } from "./language.ts";
import { addressOfField, addressOfMap, addressOfPayload, hostOfPayload } from "./links.ts";
import type { CopyText, ShareText } from "./text.ts";

export interface SharedLink extends LinkHead {
  /** The text behind the link, which may be hostile. */
  readonly data: string;
  /** The QR code as an SVG document, which is inlined unless it is large. Undefined if it is known to be large. */
  readonly svg?: string | undefined;
  /** The size of a picture that is not inlined, in pixels. With a caption, it is taller than it is wide. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether the code has a frame. All other codes have a border in the colour of the page. */
  readonly isFramed?: boolean;
  /** Whether the code needs a dark background behind its transparent parts. All other codes have a white one. */
  readonly needsDark?: boolean;
  /** The Accept-Language header of the reader, which selects the language of the page. Default: English. */
  readonly accepted?: string;
}

export interface SharePage {
  readonly html: string;
  readonly policy: string;
  /** Whether the page contains a secret, so caches must not store it. */
  readonly secret: boolean;
  readonly lang: string;
}

/** Returns the share page of a link. The page runs only its own script, loads only its image and never redirects. Titles and
 *  meta tags contain no secrets. The rest of the page shows the password of a WiFi network, and hides other secrets until
 *  the reader reveals them. */
export function sharePage(link: SharedLink): SharePage {
  const { id, data, base, isFramed = false, needsDark = false, accepted = "" } = link;
  const texts = shareTextFor(accepted);
  const payload = translatePayload(detect(data), texts);
  const text = copiedText(payload, data);
  const html = `<!doctype html>
<html lang="${texts.lang}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(payload, link, texts)}
<style>${STYLE}</style>
</head>
<body class="h${hueOf(id)}">
<main>
<figure class="code${isFramed ? " framed" : ""}${needsDark ? " dark" : ""}">${pictureOf(link, texts)}</figure>
<div>
${headingOf(payload, texts)}
${openButton(payload, data, id, texts)}
${payload.kind === "text" ? textOf(payload, data, texts) : fieldsOf(payload, data, texts)}
<nav aria-label="${texts.actions}">${copyButtonOf(payload, texts)}
${imageFormats.map((format) => downloadButton(id, format, texts)).join("\n")}
<button class="button print" type="button" hidden>${texts.print}</button></nav>
<p class="hint" id="said" role="status" data-copied="${texts.copied}" data-blocked="${texts.copyBlocked}"></p>
${exactText(payload, data, texts)}
</div>
</main>
${footerOf(base, texts)}
${text}<script>${SCRIPT}</script>
</body>
</html>
`;
  return { html, policy: POLICY, secret: payload.secret, lang: texts.lang };
}

const POLICY = `default-src 'none'; style-src '${STYLE_DIGEST}'; script-src '${SCRIPT_DIGEST}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Maximum length of an inlined SVG in characters: enough for about 250 letters of text at the default level. */
const LARGEST_INLINE = 6000;

/** The size of an image if that of the picture is not known, in pixels. */
const SQUARE = { width: 256, height: 256 };

function pictureOf({ id, svg, size: { width, height } = SQUARE }: SharedLink, { code }: ShareText): string {
  if (svg === undefined || svg.length > LARGEST_INLINE)
    return `<img src="${escapeHtml(id)}.svg" width="${width}" height="${height}" alt="${code}">`;
  return svg.replace("<title>QR code</title>", () => `<title>${code}</title>`);
}

/** Returns a script element with the text to copy, as JSON, or an empty string if an element of the page contains
 *  exactly this text. */
function copiedText(payload: Payload, data: string): string {
  if (data.search(HIDDEN) < 0 && (payload.kind === "text" || !isField(payload, data))) return "";
  return `<script type="application/json" id="data">${scriptJson(data)}</script>\n`;
}

const REL = "noopener noreferrer nofollow ugc";

function headingOf({ kind, label, title, secret }: Payload, { kinds }: ShareText): string {
  const hint = `<p class="hint">${kinds[kind]?.invitation}</p>`;
  if (kind === "text") return `<h1 class="kind">${escapeHtml(label)}</h1>${secret ? `\n${hint}` : ""}`;
  return `<p class="kind">${escapeHtml(label)}</p>\n<h1><bdi>${visibleHtml(title)}</bdi></h1>\n${hint}`;
}

/** Text with more characters than this is set in a smaller font. */
const LONG = 280;

function textOf({ secret }: Payload, data: string, texts: ShareText): string {
  if (secret) {
    const block = textBlock(data, "exact-text", texts);
    return `<details class="exact"><summary>${texts.showText}</summary>${block}</details>`;
  }
  return textBlock(data, data.length > LONG ? "text long" : "text", texts);
}

/** Returns a description list of the fields; empty if no field remains. Leaves out placeholder coordinates, and fields
 *  of the heading that have no copy button. */
function fieldsOf(payload: Payload, data: string, texts: ShareText): string {
  const copyOf = ({ name }: PayloadField) => texts.fieldCopies[`${payload.kind}.${name}`];
  const hidden = [...fieldsOfHeading(payload), ...placeholders(payload)];
  const rest = payload.fields.filter((field) => copyOf(field) || !hidden.includes(field));
  const rows = rest.map((field) => {
    const copy = copyOf(field);
    const button = copy ? fieldCopyButton(field, copy, texts) : "";
    return rowHtml(field.label, `${valueHtml(field, payload, texts)}${button}`, texts);
  });
  if (payload.kind === event.name) rows.push(...calendarRows(data, texts));
  return rows.length === 0 ? "" : `<dl>${rows.join("\n")}</dl>`;
}

/** Returns the rows about the time zones of an event and how often it repeats, which are not among its fields. */
function calendarRows(data: string, texts: ShareText): string[] {
  const { start, end } = zonesOf(data);
  const zones = [...new Set([start, end])].filter((zone) => zone !== undefined).join(" – ");
  const recurrence = recurrenceOf(data);
  return [
    zones === "" ? "" : rowHtml(texts.timeZone, `<bdi>${visibleHtml(zones)}</bdi>`, texts),
    recurrence ? rowHtml(texts.repeats, escapeHtml(texts.recurrence(recurrence)), texts) : "",
  ].filter(Boolean);
}

/** Returns a row of the list. On right-to-left pages, a value is aligned with its label, but its text keeps its own
 *  direction. */
function rowHtml(label: string, html: string, { dir }: ShareText): string {
  return `<div><dt>${escapeHtml(label)}</dt><dd${dir === "rtl" ? "" : ' dir="auto"'}>${html}</dd></div>`;
}

/** Returns the fields that together form the heading, such as the parts of a name. Returns no fields if the heading
 *  contains anything else. */
function fieldsOfHeading({ title, fields }: Payload): readonly PayloadField[] {
  const found = fields.filter(({ value }) => ` ${title} `.includes(` ${value} `));
  const longestFirst = found.map(({ value }) => String(value)).sort((a, b) => b.length - a.length);
  const left = longestFirst.reduce((words, value) => words.replace(` ${value} `, "  "), ` ${title} `);
  return left.trim() === "" ? found : [];
}

/** Returns the coordinate fields of a place without real coordinates. Map apps find such a place by its name, so its
 *  coordinates are only placeholders. Returns no fields for any other payload. */
function placeholders({ kind, fields }: Payload): readonly PayloadField[] {
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, String(value)]));
  const { latitude = "", longitude = "" } = values;
  if (kind !== geo.name || searchOf({ ...values, latitude, longitude }) === undefined) return [];
  return fields.filter(({ name }) => name !== "name");
}

function valueHtml(field: PayloadField, { kind }: Payload, { reveals, showText, dir }: ShareText): string {
  const shown = visibleHtml(field.shown);
  if (field.secret) {
    const secret = `<bdi class="exactly">${shown}</bdi>`;
    // Readers need the password of a network, and the QR code next to it contains it anyway.
    if (kind === wifi.name) return secret;
    return `<details><summary>${reveals[`${kind}.${field.name}`] ?? showText}</summary>${secret}</details>`;
  }
  const address = addressOfField(field);
  if (address === undefined) return `<bdi>${shown}</bdi>`;
  return `<a href="${escapeHtml(address)}" rel="${REL}"${dir === "rtl" ? ' dir="auto"' : ""}>${shown}</a>`;
}

/** Returns the copy button of a field, or an empty string if its value has characters that hide text. */
function fieldCopyButton({ value }: PayloadField, { copy, copied }: CopyText, texts: ShareText): string {
  const text = String(value);
  if (text.search(HIDDEN) >= 0) return "";
  return `<button class="button copy" type="button" data-said="${copied}" data-value="${escapeHtml(text)}" aria-label="${copy}" hidden>${texts.copy}</button>`;
}

/** The kinds whose copy button copies the exact text. The button of other kinds copies the heading. */
const COPIED_WHOLE: readonly string[] = ["url", "product", "text"];

function copyButtonOf({ kind, title }: Payload, { copies }: ShareText): string {
  const words = copies[kind];
  if (words === undefined) return "";
  if (COPIED_WHOLE.includes(kind)) return copyWhole(words);
  if (title.search(HIDDEN) >= 0) return "";
  return `<button class="button copy" type="button" data-said="${words.copied}" data-value="${escapeHtml(title)}" hidden>${words.copy}</button>`;
}

/** Returns the button that copies the exact text. */
function copyWhole({ copy, copied }: CopyText): string {
  return `<button class="button copy" type="button" data-said="${copied}" hidden>${copy}</button>`;
}

function openButton(payload: Payload, data: string, id: string, texts: ShareText): string {
  const address = addressOfPayload(payload, data, id);
  const host = hostOfPayload(payload, data);
  const label = texts.kinds[payload.kind]?.action?.(host);
  if (address === undefined || label === undefined) return "";
  const shown = visibleHtml(host);
  const text = visibleHtml(label).replace(shown, () => (shown ? `<bdi>${shown}</bdi>` : ""));
  // A flex container drops spaces between elements, so the text needs its own element.
  return `<p class="act"><a class="button main" href="${escapeHtml(address)}" rel="${REL}"><span>${text}</span></a>${mapButton(payload, texts)}</p>`;
}

/** Returns a link to a place on a website, because iPhones and computers do not open geo: URLs. */
function mapButton(payload: Payload, { map }: ShareText): string {
  const address = addressOfMap(payload);
  return address ? `<a class="button" href="${escapeHtml(address)}" rel="${REL}">${map}</a>` : "";
}

/** Returns the button that downloads an image. Its URL is relative to the page, so that a service worker can draw the
 *  image offline. It has no `download` attribute, because Chromium does not pass such requests to service workers. */
function downloadButton(id: string, format: ImageFormat, texts: ShareText): string {
  const { extension, vector } = formats[format];
  const label = format.toUpperCase();
  const query = `${vector ? "" : "size=1024&"}download=true`;
  return `<a class="button" href="${escapeHtml(`${id}.${extension}?${query}`)}" aria-label="${texts.download(label)}">↓ ${label}</a>`;
}

function footerOf(base: string, { footer }: ShareText): string {
  return `<footer><a href="${escapeHtml(base)}/">${footer}</a></footer>`;
}

/** Returns a section with the exact text, because fields may omit parts of it, or an empty string if the page already
 *  shows the text. The section is collapsed, because the text may contain secrets. */
function exactText(payload: Payload, data: string, texts: ShareText): string {
  if (payload.kind === "text" || isField(payload, data)) return "";
  const { encodedText } = texts;
  const block = textBlock(data, "exact-text", texts);
  return `<details class="exact"><summary>${encodedText.show}</summary>${block}${copyWhole(encodedText)}</details>`;
}

/** Returns whether the value of a visible field is the whole text. */
function isField({ fields }: Payload, data: string): boolean {
  return fields.some(({ value, secret }) => value === data && !secret);
}

/** Returns a block with the exact text. HTML ignores the line break after the start tag. The block is focusable, so
 *  that it can be scrolled with the keyboard. The copy button reads the text from this block if all its characters are
 *  visible. */
function textBlock(text: string, look: string, texts: ShareText): string {
  const name = text.search(HIDDEN) < 0 ? ' id="data"' : "";
  return `<pre${name} class="${look}" dir="auto" tabindex="0" role="group" aria-label="${texts.text}">\n${visibleHtml(text)}</pre>`;
}

function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUE_COUNT;
}
