import type { QrData } from "../core/data.ts";
import type { PngSettings, SvgSettings } from "../options/table.ts";
import { drawPng, drawPngWithLogo } from "./png.ts";
import { drawSvg, drawSvgWithImage } from "./svg.ts";

/** The functions of design.ts that draw pictures. */
export type DesignCode = Pick<typeof import("./design.ts"), "drawSvgDesign" | "drawPngDesign">;

/** Draws an SVG without looks, like `drawSvgDesign`. */
export const drawPlainSvg: DesignCode["drawSvgDesign"] = (options, logo) => {
  const settings = options as SvgSettings<QrData>;
  return logo ? drawSvgWithImage(settings, logo.layout, logo.href) : drawSvg(settings);
};

/** Draws a PNG without looks, like `drawPngDesign`. */
export const drawPlainPng: DesignCode["drawPngDesign"] = (options, logo, take) => {
  const settings = options as PngSettings<QrData>;
  return logo ? drawPngWithLogo(settings, logo.layout, logo.art) : drawPng(settings, take);
};

/** The functions for options without looks. Pages load design.ts only for options that need it. */
export const plainCode: DesignCode = { drawSvgDesign: drawPlainSvg, drawPngDesign: drawPlainPng };
