import { insideFrame } from "../options/frames.ts";
import type { SvgDocument } from "../svg.ts";
import { frameOf } from "./frame.ts";
import { drawFramedSvg } from "./frame-svg.ts";
import { lookOf } from "./look.ts";
import { drawLookContent } from "./look-svg.ts";
import { planSized } from "./module-size.ts";
import type { Art, Designs, LookedPlan, PngDesign, SvgDesign } from "./plan.ts";
import { isPlain } from "./styles.ts";
import { paintSvg, squareOf } from "./svg.ts";

/** Returns the part of a plan that a look decides; undefined for options that the plain styles can draw. */
export const planDesign: Designs["plan"] = (options) => {
  const design = options as typeof options & PngDesign;
  if (isPlain(design)) return undefined;
  return { code: insideFrame(design), look: lookOf(design), frame: frameOf(design) };
};

/** Draws a plan with a look. @throws {QrError} NOT_SUPPORTED if the options have a caption, but `art` has none. */
export const drawDesignSvg: Designs["svg"] = (planned, art) => {
  const plan = planned as LookedPlan<SvgDesign>;
  const { code, frame } = plan;
  if (frame) return drawFramedSvg(plan, frame, art);
  const { size, title } = code;
  return { width: size, height: size, title, ...drawLookContent(plan, squareOf(size), art) };
};

/** The code for pages that draw designs only as SVGs. */
const designs = { plan: planDesign, svg: drawDesignSvg };

/** Draws the SVG of a code in any design, without a logo. Throws like `paintSvg`. */
export function drawSvgDesign(options: SvgDesign, art?: Art): SvgDocument {
  return paintSvg(planSized(options, undefined, designs), art, designs);
}
