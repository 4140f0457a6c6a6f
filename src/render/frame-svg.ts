import { QrError } from "../errors.ts";
import { needs } from "../messages/developer-rules.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { elementsOf, node, type SvgDocument } from "../svg.ts";
import type { FrameLayout } from "./frame.ts";
import { inkOutline, paperOutline } from "./frame-shapes.ts";
import { drawLookContent } from "./look-svg.ts";
import { paintsOf } from "./paints.ts";
import type { Art, LookedPlan, Plan, PngDesign, SvgDesign } from "./plan.ts";
import { hexColor } from "./svg.ts";

/** Returns the job that draws the caption of a planned picture; undefined if it has none. A vector format shows the text as
 *  outlines, and the others as pixels. */
export function captionJobOf(
  { code, frame }: Pick<Plan<PngDesign>, "code" | "frame">,
  isVector: boolean,
): CaptionJob | undefined {
  const { caption, captionFont: font, captionIcon: icon } = code;
  if (!frame?.text || caption === undefined) return undefined;
  const { width, height, largest, smallest } = frame.text;
  const { value: color } = paintsOf(code).caption;
  const zoom = isVector ? 1 : Math.min(1, PIXEL_WIDTH / width);
  return {
    text: caption,
    ...(font !== "sans" && { font }),
    ...(icon !== "none" && { icon }),
    color,
    width: Math.round(width * zoom),
    height: Math.round(height * zoom),
    largest: largest * zoom,
    smallest: smallest * zoom,
    raster: !isVector,
  };
}

/** Maximum width of the pixels of a caption, which take up to 55 MB. Wider captions are enlarged while they are drawn. */
const PIXEL_WIDTH = 8192;

/** Draws an SVG with a frame. @throws {QrError} NOT_SUPPORTED if the caption is missing. */
export function drawFramedSvg(plan: LookedPlan<SvgDesign>, frame: FrameLayout, art: Art): SvgDocument {
  const { code } = plan;
  const { caption } = art;
  checkCaption(code, caption);
  const { width, height, text } = frame;
  const { left, top } = frame.code;
  const content = drawLookContent(plan, paperOutline(frame, left, top), art);
  const moved = (box: { readonly left: number; readonly top: number }) => ({
    transform: `translate(${box.left} ${box.top})`,
  });
  // The frame is drawn last, so that it covers the edges of the background. It never overlaps the code.
  const body = [
    node("g", moved(frame.code), elementsOf(content)),
    node("path", { fill: hexColor(paintsOf(code).frame.value), d: inkOutline(frame) }),
    ...(text && caption ? [node("g", moved(text), caption.svg)] : []),
  ];
  return { width, height, title: code.title, defs: [], body };
}

/** @throws {QrError} NOT_SUPPORTED if a caption is missing. Only synchronous functions of the library pass none, because
 *  they do not wait for fonts. */
export function checkCaption(code: PngDesign, caption: Caption | undefined): void {
  if (code.caption !== undefined && !caption) {
    throw new QrError("NOT_SUPPORTED", { field: "caption", rule: needs, values: { name: "draw()" } });
  }
}
