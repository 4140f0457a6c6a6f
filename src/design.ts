import type { QrData } from "./core/data.ts";
import type { PixelSource } from "./core/image-writer.ts";
import { vectorSurface } from "./logo/budget.ts";
import { embedLogo } from "./logo/embed.ts";
import { settleDesign } from "./logo/placement.ts";
import { insideFrame } from "./options/frames.ts";
import { DESIGN, type DesignWords, type OptionsOf, type PngSettings, type svgTable } from "./options/table.ts";
import { checkDesign, drawSvgDesign } from "./render/design.ts";
import { framedPixels } from "./render/frame-png.ts";
import { lookOf } from "./render/look.ts";
import { lookPixels } from "./render/look-png.ts";
import { readSaved } from "./render/saved-design.ts";
import { isPlain } from "./render/styles.ts";
import { textOf } from "./svg.ts";

interface WithLogo {
  readonly logo?: string | Uint8Array | undefined;
}

/** Options for {@link design}: all options for `toSvg`, and those that docs/options.md lists for designs. */
export type DesignOptions = DesignWords & WithLogo;

/** Draws a design. `options` are not checked yet. The functions throw like `toSvg` and `toPng`. */
export interface DesignDrawing {
  svg(data: QrData, options: object, logo: unknown): string;
  /** Returns what a PNG shows: its pixels, or its checked options if the plain styles can draw it. */
  view(data: QrData, options: object): PixelSource | PngSettings<QrData>;
}

/** The options of a design, for `toSvg`, `toPng`, `toDataUrl`, `toCanvas` and `draw`. Can be spread into other
 *  options. */
export type Design = OptionsOf<keyof typeof svgTable> & WithLogo & { readonly [DESIGN]: DesignDrawing };

/** Lets the synchronous functions draw eye shapes, gradients and everything else that belongs to a design. Bundlers
 *  include the code for this only in pages that call `design`.
 *  @example const svg = toSvg("https://example.com", design({ eyeStyle: "leaf", gradient: "linear,45,#1a5fb4,#813d9c" }));
 *  @throws {QrError} INVALID_OPTION. */
export function design(options: DesignOptions = {}): Design {
  const saved = readSaved(options);
  checkDesign(saved, "");
  // The preset stays, so that a colour in a spread of the design wins over its gradient.
  return { ...saved, [DESIGN]: drawing };
}

const drawing: DesignDrawing = {
  svg(data, options: DesignOptions, logo) {
    if (logo === undefined) return textOf(drawSvgDesign(checkDesign(options, data)));
    const settings = checkDesign({ ...options, ec: options.ec ?? "H" }, data);
    const { aspect, href } = embedLogo(logo);
    const layout = settleDesign(vectorSurface, insideFrame(settings), aspect);
    return textOf(drawSvgDesign(settings, { layout, href }));
  },
  view: (data, options) => {
    const settings = checkDesign(options, data);
    if (settings.frame !== "none") return framedPixels(settings);
    return isPlain(settings) ? settings : lookPixels(settings, lookOf(settings));
  },
};
