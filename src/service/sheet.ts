import type { ApiCall, Report, SheetAnswer, SheetReport } from "../api.ts";
import { nextTask } from "../async/next-task.ts";
import { encodeSymbol } from "../core/core.ts";
import { drawCaption } from "../drawing/caption.ts";
import { type DrawingParts, drawHere } from "../drawing/draw-plan.ts";
import { aspectOf, type Logo, readLogo } from "../drawing/logo.ts";
import { drawShortLine } from "../drawing/short-line.ts";
import { QrError } from "../errors.ts";
import { logoOf } from "../options/logo.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import {
  checkSheetRequest,
  inItem,
  MAX_LOGOS,
  MOST_SCANS,
  millimetres,
  type SheetSettings,
  TOO_MANY_LOGOS,
} from "../options/sheet-table.ts";
import { type QrOptions, size as sizeRow } from "../options/table.ts";
import { createPdf } from "../pdf/document.ts";
import { createPages, mapTo, type Page, type PdfImage } from "../pdf/page.ts";
import {
  type Grid,
  gridOf,
  labelAt,
  layOutLabel,
  lineJob,
  lineNode,
  marksOf,
  perPage,
  READABLE_MODULE,
} from "../print/labels.ts";
import { designs } from "../render/formats.ts";
import { captionJobOf } from "../render/frame-svg.ts";
import type { Plan } from "../render/plan.ts";
import { planPicture } from "../render/plan-picture.ts";
import { paintSvg } from "../render/svg.ts";
import { clarified } from "../report/unknown-options.ts";
import type { SvgDocument } from "../svg.ts";

const POINTS_PER_MM = 72 / 25.4;

/** Dots per inch of the printers for which codes are graded. */
const DPI = 300;

/** A label whose options are checked. */
interface Label {
  /** The options of its code, as given. */
  readonly code: RawOptions;
  readonly options: QrOptions;
  readonly caption: string | undefined;
}

/** Inspects a picture, like `QrApi.inspect`. */
type Inspect = (input: RawOptions) => Promise<Report>;

/** Prepares the sheet that `input` describes: checks all labels, and returns the pages, which are drawn as they are read, and
 *  a function that grades the codes. Rejects with QrError if any label cannot be drawn. */
export async function drawSheet(
  input: RawOptions,
  parts: DrawingParts,
  inspect: Inspect,
  { signal, maxLabels }: Pick<ApiCall, "signal"> & { readonly maxLabels?: number | undefined } = {},
): Promise<SheetAnswer> {
  const { settings, labels: given } = checkSheetRequest(input, maxLabels);
  const grid = gridOf(settings);
  const logos = createLogos(parts);
  const labels: Label[] = [];
  for (const [index, { caption, code }] of given.entries()) {
    try {
      const options = checkOptions({ ...code, format: "svg" }, parts.rows);
      labels.push({ code, options, caption });
      // Rejects a text that is too long.
      symbolOf((await logos.planOf(options)).plan);
    } catch (error) {
      throw error instanceof QrError ? inItem(clarified(error, code), index) : error;
    }
    if (index % 50 === 49) {
      await nextTask();
      signal?.throwIfAborted();
    }
  }
  const first = settings.start - 1;
  const pages = Math.ceil((first + labels.length) / perPage(grid));
  const drawLabel = createLabelDrawer(grid, settings, logos, parts);
  return {
    labels: labels.length,
    pages,
    report: () => reportOn(labels, { grid, settings, pages, first, logos, inspect, parts, signal }),
    pdf: () => writePages({ labels, grid, settings, pages, first, logos, drawLabel, signal }),
  };
}

const symbolOf = ({ symbol, code }: Plan) => symbol ?? encodeSymbol(code.data, code);

type Logos = ReturnType<typeof createLogos>;

/** Opens each logo once. The pixels of a logo are an image of the file, which all of its codes show. */
function createLogos(parts: DrawingParts) {
  const known = new Map<unknown, Promise<{ name: string; aspect: number; logo: Logo }>>();
  const images = new Map<string, PdfImage>();

  async function open(options: QrOptions) {
    const key = logoOf(options);
    if (key === undefined) return undefined;
    const found = known.get(key);
    if (found) return found;
    if (known.size >= MAX_LOGOS) {
      throw new QrError("INVALID_OPTION", { field: "logo", rule: TOO_MANY_LOGOS, values: { max: MAX_LOGOS } });
    }
    const name = `logo${known.size}`;
    const opening = (async () => {
      const logo = (await readLogo(options, parts)) as Logo;
      return { name, aspect: aspectOf(logo), logo };
    })();
    known.set(key, opening);
    return opening;
  }

  return {
    images,
    /** Resolves to the plan of a code, and to the name of its logo. */
    async planOf(options: QrOptions) {
      const logo = await open(options);
      return { plan: planPicture(options, logo?.aspect, designs, parts.rows), logo };
    },
    /** Draws the pixels of a logo, at its own size or smaller. */
    async draw({ name, logo }: { readonly name: string; readonly logo: Logo }): Promise<void> {
      if (images.has(name)) return;
      const { width, height } = logo.header;
      const scale = Math.min(
        LOGO_SIDE / Math.max(width, height),
        logo.header.kind === "svg" ? Number.POSITIVE_INFINITY : 1,
      );
      const box = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
      images.set(name, await logo.draw(box));
    },
  };
}

/** Maximum width and height of a logo on labels, in pixels: 25 mm at 1000 dpi. */
const LOGO_SIDE = 1024;

/** Returns a function that draws a label on a page, and resolves to whether its caption is cut. */
function createLabelDrawer(grid: Grid, settings: SheetSettings, logos: Logos, parts: DrawingParts) {
  const padding = settings.padding === undefined ? undefined : millimetres(settings.padding);
  const { height: tall } = grid.page;
  const upright = [POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, tall * POINTS_PER_MM] as const;
  return async ({ options, caption }: Label, at: number, page: Page | undefined): Promise<boolean> => {
    const { plan, logo } = await logos.planOf(options);
    if (logo) await logos.draw(logo);
    const lettering = await drawCaption(captionJobOf(plan, true), parts.heavy);
    const svg: SvgDocument = await drawHere(
      COST,
      () => paintSvg(plan, { href: logo?.name, caption: lettering }, designs),
      parts,
    );
    const place = labelAt(grid, at);
    const layout = layOutLabel(grid, svg.width / svg.height, caption, padding);
    const code = { ...layout.code, left: place.left + layout.code.left, top: place.top + layout.code.top };
    page?.draw(
      svg,
      mapTo(
        {
          left: code.left * POINTS_PER_MM,
          bottom: (tall - code.top - code.height) * POINTS_PER_MM,
          width: code.width * POINTS_PER_MM,
          height: code.height * POINTS_PER_MM,
        },
        svg,
      ),
    );
    let isCut = false;
    for (const line of layout.lines) {
      const drawn = await drawShortLine(lineJob(line), parts.heavy);
      if (drawn.isCut) isCut = true;
      const box = { ...line.box, left: place.left + line.box.left, top: place.top + line.box.top };
      page?.draw({ defs: [], body: [lineNode({ ...line, box }, drawn.caption?.svg ?? [])] }, upright);
    }
    return isCut;
  };
}

/** Expected milliseconds for a code on a label. */
const COST = 1;

interface Writing {
  readonly labels: readonly Label[];
  readonly grid: Grid;
  readonly settings: SheetSettings;
  readonly pages: number;
  /** Number of labels of the first page that stay empty. */
  readonly first: number;
  readonly logos: Logos;
  readonly drawLabel: ReturnType<typeof createLabelDrawer>;
  readonly signal: AbortSignal | undefined;
}

/** Yields the parts of the PDF, page by page. */
async function* writePages({
  labels,
  grid,
  settings,
  pages,
  first,
  logos,
  drawLabel,
  signal,
}: Writing): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let ready: Uint8Array<ArrayBuffer>[] = [];
  const pdf = createPdf({ title: TITLE }, (part) => ready.push(part));
  const begin = createPages(pdf, (href) => logos.images.get(href));
  const count = perPage(grid);
  const { width, height } = grid.page;
  const size = { width: width * POINTS_PER_MM, height: height * POINTS_PER_MM };
  const upright = [POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, size.height] as const;
  for (let number = 0; number < pages; number++) {
    const page = begin(size);
    page.draw({ defs: [], body: marksOf(grid, settings.marks) }, upright);
    for (let at = 0; at < count; at++) {
      const label = labels[number * count + at - first];
      if (!label) continue;
      signal?.throwIfAborted();
      await drawLabel(label, at, page);
    }
    page.end();
    yield* ready;
    ready = [];
    await nextTask();
  }
  pdf.end();
  yield* ready;
}

const TITLE = "QR code labels";

interface Reporting extends Omit<Writing, "drawLabel" | "labels"> {
  readonly inspect: Inspect;
  readonly parts: DrawingParts;
}

/** A code at its printed size. Lengths are in millimetres. */
interface Printed {
  readonly index: number;
  readonly module: number;
  readonly width: number;
}

/** Grades the codes at their printed sizes. Codes of the same design mostly scan better with larger modules, so a few scans per
 *  design estimate which ones are below B. Codes for which no scan is left are listed as unchecked. */
async function reportOn(labels: readonly Label[], reporting: Reporting): Promise<SheetReport> {
  const { grid, settings, pages, first, logos, inspect, parts, signal } = reporting;
  const drawLabel = createLabelDrawer(grid, settings, logos, parts);
  const padding = settings.padding === undefined ? undefined : millimetres(settings.padding);
  const cut: number[] = [];
  const groups = new Map<string, Printed[]>();
  for (const [index, label] of labels.entries()) {
    signal?.throwIfAborted();
    if (index % 50 === 49) await nextTask();
    const { plan, logo } = await logos.planOf(label.options);
    const { data: _, title: __, logo: ___, logoData: ____, ...design } = label.options;
    const picture = plan.frame ?? { width: plan.code.size, height: plan.code.size };
    const { code } = layOutLabel(grid, picture.width / picture.height, label.caption, padding);
    const modules = symbolOf(plan).side + 2 * plan.code.margin;
    const module = (code.width * plan.code.size) / picture.width / modules;
    // The name of a logo instead of its file, which may have megabytes.
    const key = JSON.stringify({ ...design, logo: logo?.name });
    const group = groups.get(key) ?? [];
    group.push({ index, module, width: code.width });
    groups.set(key, group);
    if (label.caption !== undefined && (await drawLabel(label, (first + index) % perPage(grid), undefined)))
      cut.push(index);
  }
  let scans = 0;
  const gradeOf = async ({ index, width, module }: Printed) => {
    signal?.throwIfAborted();
    scans += 1;
    const { size: _, moduleSize: __, ...look } = (labels[index] as Label).code;
    // Larger pictures than those of the HTTP API scan as well at a lower resolution.
    const dpi = Math.max(MIN_DPI, Math.min(DPI, Math.floor((sizeRow.served * MM_PER_INCH) / width)));
    const report = await inspect({ ...look, format: "png", width: `${width.toFixed(2)}mm`, dpi });
    if (report.scan) return report.scan.grade;
    // Fewer than a dot per module cannot be drawn. Without a decoder, only the width of modules tells.
    return report.valid && module >= READABLE_MODULE ? "B" : "F";
  };
  const [weak, unchecked]: [SheetReport["weak"][number][], number[]] = [[], []];
  for (const group of groups.values()) {
    group.sort((a, b) => a.module - b.module);
    const measured = new Map<Printed, string>();
    // `low` codes are known to be below B, and those from `high` on to be B or better. The smallest is scanned first.
    let [low, high] = [0, group.length];
    while (low < high && scans < MOST_SCANS) {
      const middle = measured.size === 0 ? 0 : (low + high) >> 1;
      const one = group[middle] as Printed;
      const grade = await gradeOf(one);
      measured.set(one, grade);
      if (grade <= "B") high = middle;
      else low = middle + 1;
    }
    unchecked.push(...group.slice(low, high).map(({ index }) => index));
    let grade = "C";
    for (const one of group.slice(0, low)) {
      grade = measured.get(one) ?? grade;
      weak.push({ index: one.index, grade, module: Math.round(one.module * 1000) / 1000 });
    }
  }
  const byIndex = (a: number, b: number) => a - b;
  return {
    labels: labels.length,
    pages,
    perPage: perPage(grid),
    weak: weak.sort((a, b) => a.index - b.index),
    unchecked: unchecked.sort(byIndex),
    cut,
  };
}

const MM_PER_INCH = 25.4;
const MIN_DPI = 72;
