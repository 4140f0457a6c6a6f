import { isBytes, type QrData } from "../core/data.ts";
import { QrError } from "../errors.ts";
import { type LogoLayout, pixelSurface, type Surface, vectorSurface } from "../logo/budget.ts";
import { bytesOfUri, embedLogo } from "../logo/embed.ts";
import { logoFault, logoTooLarge } from "../logo/errors.ts";
import type { CheckedLogo } from "../logo/header.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import { layOutShapedLogo } from "../logo/placement.ts";
import { checkValues } from "../options/kinds.ts";
import { levelOf, logoOf } from "../options/logo.ts";
import type { OptionsOf } from "../options/option-types.ts";
import { type DesignInput, drawTable, type QrOptions, size as sizeRow } from "../options/table.ts";
import { bothSizes, optionsIn } from "../options/unknown-names.ts";
import type { Caption, CaptionJob, LogoFetcher, Pixels } from "../ports.ts";
import { textOf } from "../svg.ts";
import { checkDesign } from "./design.ts";
import { designs } from "./formats.ts";
import { captionJobOf } from "./frame-svg.ts";
import { planSized } from "./module-size.ts";
import { artUrl, boxOfArt, paintPng } from "./pictures.ts";
import type { Art, Plan, SvgDesign } from "./plan.ts";
import { withDensity } from "./png-density.ts";
import { densityOf, inMillimetres, settlePrinted } from "./printed-size.ts";
import { withSaved } from "./saved-design.ts";
import { paintSvg } from "./svg.ts";

export const NO_CANVAS = "{field} cannot be drawn in a PNG without a canvas: use the format svg";
export const UNREADABLE_LOGO = "{field} cannot be read: pass the file again";
export const ANY_LOGO = "{field} must be a URL, a data URI, a Blob or the bytes of a file";

/** A Blob or File. Declared here, because programs that use the library may lack type declarations for both. */
export interface BlobLike {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A URL object. */
export interface UrlLike {
  readonly href: string;
}

/** Options for {@link Draw}: those for `toSvg` and `design`, with any logo and in both formats. */
export interface DrawOptions extends DesignInput, OptionsOf<"logoFormat" | "width" | "dpi"> {
  /** Logo as an http or https URL, a data URI, a Blob, a File or the bytes of a file. */
  readonly logo?: string | Uint8Array | BlobLike | UrlLike | undefined;
  /** Format of the picture. Default "png". */
  readonly format?: "png" | "svg" | undefined;
  /** A saved design. All other options override the options in it. */
  readonly design?: object | null | undefined;
}

/** The format, and the size in print. */
type Printed = Pick<QrOptions, "width" | "dpi" | "format">;

export interface Draw {
  (data: QrData, options: DrawOptions & { readonly format: "svg" }): Promise<string>;
  (data: QrData, options?: DrawOptions & { readonly format?: "png" | undefined }): Promise<Uint8Array<ArrayBuffer>>;
  (data: QrData, options?: DrawOptions): Promise<Uint8Array<ArrayBuffer> | string>;
}

/** The functions that `draw` needs from its host. @internal because programs may lack the types that it refers to. */
export interface DrawHost extends LogoFetcher {
  /** Resolves to a logo with outlines instead of text. Rejects with QrError LOGO_INVALID, LOGO_TOO_LARGE or NOT_SUPPORTED. */
  outline(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Checks that a logo is safe to draw. Rejects with QrError LOGO_INVALID or LOGO_TOO_LARGE. */
  checkLogo(bytes: Uint8Array<ArrayBuffer>): Promise<CheckedLogo>;
  /** Checks a logo, and decodes it if necessary to find its size. Rejects with QrError LOGO_INVALID, LOGO_TOO_LARGE or
   *  NOT_SUPPORTED. */
  open(bytes: Uint8Array<ArrayBuffer>): Promise<{
    readonly width: number;
    readonly height: number;
    /** Draws the logo, scaled to fit the box and centred. */
    draw(box: { readonly width: number; readonly height: number }): Pixels | Promise<Pixels>;
  }>;
  /** Draws a caption. Rejects with QrError INVALID_OPTION if it is too long, or NOT_SUPPORTED. */
  drawCaption(job: CaptionJob): Promise<Caption>;
}

/** Creates the function `draw` of the library. @internal */
export function createDraw(host: DrawHost): Draw {
  async function draw(data: QrData, given?: DrawOptions): Promise<Uint8Array<ArrayBuffer> | string> {
    const options = withSaved(optionsIn(given));
    const { logoFormat, ...printed } = checkValues(drawTable, options);
    const fault = bothSizes({ ...options });
    if (fault) throw fault;
    const isSvg = printed.format === "svg";
    const logo = logoOf(options) ?? undefined;
    const settings = checkDesign(
      { ...options, ...sizeOf(printed), logoFormat: undefined, ec: levelOf(options.ec, logo) },
      data,
    );
    const bytes = logo === undefined ? undefined : await host.outline(await bytesOf(logo, host));
    if (isSvg && (!bytes || logoFormat === "auto")) {
      const image = bytes && (await checkedImage(bytes, host));
      return paint(planLogo(settings, vectorSurface, image?.aspect), image, printed);
    }
    if (!bytes) return paint(planLogo(settings, pixelSurface), {}, printed);
    const { plan, pixels } = await onCanvas(async () => {
      const opened = await host.open(bytes);
      const planned = planLogo(settings, isSvg ? vectorSurface : pixelSurface, opened.width / opened.height);
      const box = boxOfArt(planned.logo as LogoLayout, { vector: isSvg });
      return { plan: planned, pixels: await opened.draw(box) };
    });
    return paint(plan, isSvg ? { href: artUrl(settings, pixels) } : { pixels }, printed);
  }

  /** Draws a plan with its caption. */
  async function paint(plan: Plan<SvgDesign>, art: Art | undefined, printed: Printed) {
    const isSvg = printed.format === "svg";
    const job = captionJobOf(plan, isSvg);
    const all = { ...art, caption: job && (await host.drawCaption(job)) };
    return isSvg
      ? textOf(inMillimetres(paintSvg(plan, all, designs), printed.width))
      : withDensity(paintPng(plan, all, designs), densityOf(printed));
  }
  return draw as Draw;
}

/** Returns the size that replaces the options of a printed picture. */
function sizeOf(printed: Printed): Partial<QrOptions> {
  const none = { width: undefined, dpi: undefined };
  if (printed.width === undefined) return none;
  return { ...none, size: settlePrinted({ ...printed, size: 0 }, sizeRow).size };
}

/** Returns the plan of a picture whose logo, if there is one, has this aspect ratio (width / height). */
function planLogo(settings: SvgDesign, surface: Surface, aspect?: number): Plan<SvgDesign> {
  const layOut = aspect === undefined ? undefined : (code: SvgDesign) => layOutShapedLogo(surface, code, aspect);
  return planSized(settings, layOut, designs);
}

/** Resolves like `work`, which draws a logo. @throws {QrError} NOT_SUPPORTED if the host has no canvas or image class. */
async function onCanvas<Drawn>(work: () => Promise<Drawn>): Promise<Drawn> {
  try {
    return await work();
  } catch (cause) {
    // A missing class causes a ReferenceError.
    if (!(cause instanceof ReferenceError)) throw cause;
    throw new QrError("NOT_SUPPORTED", { field: "logo", rule: NO_CANVAS, cause });
  }
}

/** Side in pixels of the box in which the logo of an SVG is drawn to check it. */
const CHECKED_SIDE = 256;

/** Returns the logo for an SVG, after the same checks as for a PNG: the logo is drawn once, and something must be visible.
 *  On a host that cannot draw the logo, it must meet the rules of `toSvg`. */
async function checkedImage(bytes: Uint8Array<ArrayBuffer>, host: DrawHost): Promise<ReturnType<typeof embedLogo>> {
  const { width, height, isInert, href } = await host.checkLogo(bytes);
  const drawn = onCanvas(async () => (await host.open(bytes)).draw({ width: CHECKED_SIDE, height: CHECKED_SIDE }));
  const isDrawn = await drawn.catch((error: unknown) => {
    if (error instanceof QrError && error.code === "NOT_SUPPORTED") return false;
    throw error;
  });
  return !href || isInert || !isDrawn ? embedLogo(bytes) : { aspect: width / height, href: href() };
}

async function bytesOf(logo: unknown, { fetch }: LogoFetcher): Promise<Uint8Array<ArrayBuffer>> {
  const file = await readFile(logo);
  if (typeof file !== "string") return file;
  return /^data:/i.test(file) ? bytesOfUri(file) : new Uint8Array(await fetch(file, MAX_LOGO_BYTES));
}

/** Resolves to the bytes of a logo that is a file, or otherwise to its URL, which may be a data URI. Rejects with QrError
 *  LOGO_INVALID or LOGO_TOO_LARGE. */
export async function readFile(logo: unknown): Promise<Uint8Array<ArrayBuffer> | string> {
  if (isBlob(logo) && logo.size > MAX_LOGO_BYTES) throw logoTooLarge();
  if (isBytes(logo) || isBlob(logo)) {
    try {
      return new Uint8Array(isBytes(logo) ? logo : await logo.arrayBuffer());
    } catch (cause) {
      // The file has been changed or deleted, or the array is detached.
      throw logoFault(UNREADABLE_LOGO, undefined, cause);
    }
  }
  const { href: address = logo } = Object(logo) as Partial<UrlLike>;
  if (typeof address !== "string") throw logoFault(ANY_LOGO);
  return address;
}

/** Checks for a method, because a Blob from another realm is not an instance of this realm's Blob. */
function isBlob(logo: unknown): logo is BlobLike {
  return typeof (logo as Partial<BlobLike> | undefined)?.arrayBuffer === "function";
}
