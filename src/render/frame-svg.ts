import { QrError } from "../errors.ts";
import { needs } from "../messages/developer-rules.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { elementsOf, node, type SvgDocument } from "../svg.ts";
import { type FrameLayout, frameOutline, panelOutline } from "./frame.ts";
import { drawLookContent } from "./look-svg.ts";
import { isGradient, paintsOf } from "./paints.ts";
import type { Art, LookedPlan, Plan, PngDesign, SvgDesign } from "./plan.ts";
import { hexColor } from "./svg.ts";

/** Returns the job that draws the caption of a planned picture; undefined if it has none. A vector format shows the text as
 *  outlines, and the others as pixels. */
export function captionJobOf(
  { code, frame }: Pick<Plan<PngDesign>, "code" | "frame">,
  isVector: boolean,
): CaptionJob | undefined {
  const { caption } = code;
  if (!frame?.text || caption === undefined) return undefined;
  const { width, height, largest, smallest } = frame.text;
  const { value: color } = paintsOf(code).caption;
  const zoom = isVector ? 1 : Math.min(1, PIXEL_WIDTH / width);
  return {
    text: caption,
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
  const { code, look } = plan;
  const { caption } = art;
  checkCaption(code, caption);
  const paints = paintsOf(code);
  const isPainted = isGradient(paints.background.value);
  const { width, height, text } = frame;
  // A gradient fills only the area inside the frame. It is drawn over a solid frame, so that no gap shows between them.
  const background = isPainted ? look.background : "transparent";
  const content = drawLookContent({ ...plan, look: { ...look, background } }, panelOutline(frame), art);
  const moved = ({ left, top }: { readonly left: number; readonly top: number }) => ({
    transform: `translate(${left} ${top})`,
  });
  const body = [
    ...(code.bg === "transparent" ? [] : [node("path", { fill: hexColor(code.bg), d: `M0 0h${width}v${height}H0` })]),
    node("path", { fill: hexColor(paints.frame.value), d: frameOutline(frame, 0, isPainted) }),
    node("g", moved(frame.code), elementsOf(content)),
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
