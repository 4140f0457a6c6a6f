import { QrError } from "../errors.ts";
import { needsDraw } from "../messages/developer-rules.ts";
import { type Format, type FormatRow, formats } from "../options/formats.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { elementsOf, node, type SvgDocument } from "../svg.ts";
import { type FrameLayout, layOutFrame } from "./frame.ts";
import { lookOf } from "./look.ts";
import { drawLookContent } from "./look-svg.ts";
import { isGradient, paintsOf } from "./paints.ts";
import type { CaptionSettings, PngDesign, SvgDesign, SvgLogo } from "./pictures.ts";
import { hexColor } from "./svg.ts";

/** Returns the job that draws the caption of a picture; undefined if it has none. */
export function captionJobOf(options: CaptionSettings): CaptionJob | undefined {
  const { format, frame, caption } = options;
  const { image, vector } = formats[format as Format] as FormatRow;
  if (!image || frame === "none" || caption === undefined) return undefined;
  const { text } = layOutFrame(options);
  if (!text) return undefined;
  const { width, height, largest, smallest } = text;
  const { value: color } = paintsOf(options).caption;
  return { text: caption, color, width, height, largest, smallest, raster: !vector };
}

/** Draws an SVG with a frame. @throws {QrError} DATA_TOO_LONG, or NOT_SUPPORTED if the caption is missing. */
export function drawFramedSvg(options: SvgDesign, logo?: SvgLogo, caption?: Caption): SvgDocument {
  const { bg, title } = options;
  const { background, frame } = paintsOf(options);
  const isPainted = isGradient(background.value);
  const layout = checkedLayout(options, caption);
  const { width, height, code, opening, text } = layout;
  const look = lookOf(options);
  // A gradient fills only the area inside the frame. It is drawn over a solid frame, so that no gap shows between them.
  const ground = isPainted ? look.ground : "transparent";
  const panel = layout.panel(opening.left - code.left, opening.top - code.top);
  const content = drawLookContent({ ...options, size: code.side }, { ...look, ground }, panel, logo);
  const moved = ({ left, top }: { readonly left: number; readonly top: number }) => ({
    transform: `translate(${left} ${top})`,
  });
  const body = [
    ...(bg === "transparent" ? [] : [node("path", { fill: hexColor(bg), d: `M0 0h${width}v${height}H0` })]),
    node("path", { fill: hexColor(frame.value), d: layout.outline(0, isPainted) }),
    node("g", moved(code), elementsOf(content)),
    ...(text && caption ? [node("g", moved(text), caption.svg)] : []),
  ];
  return { width, height, title, defs: [], body };
}

/** Returns the layout of a picture with a frame. Throws like `drawFramedSvg`. */
export function checkedLayout(options: PngDesign, caption: Caption | undefined): FrameLayout {
  // Only synchronous functions of the library pass no caption, because they do not wait for fonts.
  if (options.caption !== undefined && !caption) {
    throw new QrError("NOT_SUPPORTED", { field: "caption", rule: needsDraw });
  }
  return layOutFrame(options);
}
