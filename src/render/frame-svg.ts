import { hexColor } from "../core/svg-document.ts";
import { QrError } from "../errors.ts";
import { type Format, type FormatRow, formats } from "../options/formats.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { type FrameLayout, frameColors, layOutFrame } from "./frame.ts";
import { lookOf } from "./look.ts";
import { drawLookBody, lookDocument } from "./look-svg.ts";
import type { CaptionSettings, PngDesign, SvgDesign, SvgLogo } from "./pictures.ts";

/** Returns the job that draws the caption of a picture; undefined if it has none. */
export function captionJobOf(options: CaptionSettings): CaptionJob | undefined {
  const { format, frame, caption } = options;
  const { image, vector } = formats[format as Format] as FormatRow;
  if (!image || frame === "none" || caption === undefined) return undefined;
  const { text } = layOutFrame(options);
  if (!text) return undefined;
  const { width, height, largest, smallest } = text;
  const { caption: color } = frameColors(options);
  return { text: caption, color, width, height, largest, smallest, raster: !vector };
}

/** Draws an SVG with a frame. @throws {QrError} DATA_TOO_LONG, or NOT_SUPPORTED if the caption is missing. */
export function drawFramedSvg(options: SvgDesign, logo?: SvgLogo, caption?: Caption): string {
  const { bg, bgGradient, title } = options;
  const layout = checkedLayout(options, caption);
  const { width, height, code, opening, text } = layout;
  const look = lookOf(options);
  // A gradient fills only the area inside the frame. It is drawn over a solid frame, so that no gap shows between them.
  const ground = bgGradient ? look.ground : "transparent";
  const panel = layout.panel(opening.left - code.left, opening.top - code.top);
  const body = drawLookBody({ ...options, size: code.side }, { ...look, ground }, panel, logo);
  const parts = [
    bg === "transparent" ? "" : `<path fill="${hexColor(bg)}" d="M0 0h${width}v${height}H0"/>`,
    `<path fill="${hexColor(frameColors(options).frame)}" d="${layout.outline(0, !!bgGradient)}"/>`,
    `<g transform="translate(${code.left} ${code.top})">${body}</g>`,
    text && caption ? `<g transform="translate(${text.left} ${text.top})">${caption.svg}</g>` : "",
  ];
  return lookDocument(width, height, title, parts.join(""));
}

/** Returns the layout of a picture with a frame. Throws like `drawFramedSvg`. */
export function checkedLayout(options: PngDesign, caption: Caption | undefined): FrameLayout {
  // Only synchronous functions of the library pass no caption, because they do not wait for fonts.
  if (options.caption !== undefined && !caption) {
    throw new QrError("NOT_SUPPORTED", 501, "needs draw()", "caption");
  }
  return layOutFrame(options);
}
