import type { Caption } from "../ports.ts";
import type { SvgDocument } from "../svg.ts";
import { drawFramedSvg } from "./frame-svg.ts";
import { lookOf } from "./look.ts";
import { drawLookSvg } from "./look-svg.ts";
import type { SvgDesign, SvgLogo } from "./pictures.ts";
import { isPlain } from "./styles.ts";
import { drawPlainSvg } from "./svg.ts";

/** Draws an SVG in any design. @throws {QrError} DATA_TOO_LONG, or NOT_SUPPORTED if the options have a caption, but
 *  `caption` is missing. */
export function drawSvgDesign(options: SvgDesign, logo?: SvgLogo, caption?: Caption): SvgDocument {
  if (options.frame !== "none") return drawFramedSvg(options, logo, caption);
  return isPlain(options) ? drawPlainSvg(options, logo) : drawLookSvg(options, lookOf(options), logo);
}
