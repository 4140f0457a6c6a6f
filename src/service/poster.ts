import { type DrawingParts, drawHere } from "../drawing/draw-plan.ts";
import { drawShortLine } from "../drawing/short-line.ts";
import { invitations } from "../languages/en.ts";
import { formats } from "../options/formats.ts";
import { checkOptions, type RawOptions, textIn } from "../options/parse.ts";
import { checkPosterRequest, type PosterDetailInput, type PosterRequest } from "../options/poster-table.ts";
import type { QrOptions } from "../options/table.ts";
import { detect, type Payload, wifi } from "../payload/payload.ts";
import { pdfOf } from "../pdf/single.ts";
import type { Picture } from "../picture.ts";
import type { CaptionJob, Pixels } from "../ports.ts";
import { composePoster, layOutPoster, type PosterLine, type PosterWords } from "../print/poster.ts";
import { readableOn } from "../render/colors.ts";
import { designs } from "../render/formats.ts";
import { firstColor, paintsOf } from "../render/paints.ts";
import { paintDocument } from "../render/pictures.ts";
import { withSuggestions } from "../report/unknown-options.ts";
import { type SvgDocument, type SvgNode, textOf } from "../svg.ts";
import { prepare } from "./generate.ts";

/** Icons by kind of content. */
const ICONS: Readonly<Record<string, string | undefined>> = {
  wifi: "wifi",
  url: "link",
  vcard: "person",
  mecard: "person",
  event: "calendar",
  mail: "mail",
  phone: "phone",
  sms: "chat",
  geo: "location",
  product: "cart",
};

/** The kinds whose visitors need a hint of another kind. */
const HINTS: Readonly<Record<string, string>> = { vcard: "contact", mecard: "contact" };

/** Points, of which an inch has 72, per tenth of a millimetre. */
const POINTS = 72 / 254;

/** Draws the poster that `input` describes. Rejects like `generate`, and with QrError INVALID_OPTION if a setting is
 *  invalid. */
export async function drawPoster(input: RawOptions, parts: DrawingParts): Promise<Picture> {
  const request = checkPosterRequest(input);
  const { svg, logo } = await withSuggestions(request.code, () => composeRequested(request, parts));
  if (request.settings.format === "svg") return { contentType: formats.svg.contentType, body: textOf(svg) };
  const size = { width: svg.width * POINTS, height: svg.height * POINTS };
  const imageOf = (href: string) => (href === LOGO ? logo : undefined);
  const draw = () => pdfOf(svg, size, { imageOf });
  return { contentType: formats.pdf.contentType, body: await drawHere(PDF_COST, draw, parts) };
}

/** Expected milliseconds for a PDF of one page. */
const PDF_COST = 10;

/** What a PDF's SVG has as the URL of its logo, whose pixels are an object of the file. */
const LOGO = "logo";

async function composeRequested(
  request: PosterRequest,
  parts: DrawingParts,
): Promise<{ svg: SvgDocument; logo: Pixels | undefined }> {
  const { settings, details } = request;
  const checked = checkOptions({ ...request.code, format: "svg" }, parts.rows);
  // The headline takes the place of a frame without words.
  const options: QrOptions = checked.caption === undefined ? { ...checked, frame: "none" } : checked;
  const { plan, art } = await prepare(options, parts);
  const shown = settings.format === "pdf" && art.pixels ? { ...art, href: LOGO } : art;
  const code = paintDocument(plan, shown, designs);
  const payload = detect(textIn(options));
  const words = { ...wordsFor(payload), ...given(settings, details) };
  const color = readableOn("ffffff", firstColor(paintsOf(plan.code).modules.value));
  const page = { ...settings, color };
  const face = layOutPoster(words, page, code.width / code.height);
  const letters = await setLines(face.lines, parts);
  return { svg: composePoster(page, face, code, letters, words.headline), logo: art.pixels };
}

/** Returns what a poster says about its content by default, in English. Only the password of a network is shown. */
function wordsFor({ kind, title, fields }: Payload): PosterWords {
  const hint = (invitations as Readonly<Record<string, unknown>>)[`invite.${HINTS[kind] ?? kind}`];
  const details = kind === wifi.name ? fields.filter(({ name }) => name === "password") : [];
  return {
    headline: title,
    hint: typeof hint === "string" ? hint : "",
    icon: ICONS[kind] ?? "scan",
    details: details.map(({ label, shown, secret }) => ({ label, value: shown, exact: secret })),
  };
}

function given(
  { headline, hint, icon }: PosterRequest["settings"],
  details: readonly PosterDetailInput[] | undefined,
): Partial<PosterWords> {
  return {
    ...(headline !== undefined && { headline }),
    ...(hint !== undefined && { hint }),
    ...(icon !== "auto" && { icon }),
    ...(details && { details }),
  };
}

/** Sets each line in its box. Lines of a group get the size of the smallest. */
async function setLines(lines: readonly PosterLine[], parts: DrawingParts): Promise<(readonly SvgNode[])[]> {
  const set: (readonly SvgNode[])[] = [];
  const sizes = new Map<string, number>();
  const first = await Promise.all(lines.map(({ job }) => setLine(job, parts)));
  for (const [at, { group }] of lines.entries()) {
    if (group !== undefined) sizes.set(group, Math.min(sizes.get(group) ?? Infinity, first[at]?.size ?? Infinity));
  }
  for (const [at, { job, group }] of lines.entries()) {
    const largest = group === undefined ? job.largest : Math.min(job.largest, sizes.get(group) ?? job.largest);
    const one = largest < (first[at]?.size ?? 0) ? await setLine({ ...job, largest }, parts) : first[at];
    set.push(one?.svg ?? []);
  }
  return set;
}

const setLine = async (job: CaptionJob, { heavy }: DrawingParts) => (await drawShortLine(job, heavy)).caption;
