import { layOutShapedLogo } from "./logo/placement.ts";
import type { OptionsOf } from "./options/option-types.ts";
import { DESIGN, type DesignInput, type svgTable } from "./options/table.ts";
import { optionsIn } from "./options/unknown-names.ts";
import { checkDesign, type DesignCode, designPixels } from "./render/design.ts";
import { drawDesignSvg, planDesign } from "./render/design-svg.ts";
import { readSaved } from "./render/saved-design.ts";

interface WithLogo {
  /** Logo as a data URI or the bytes of a PNG, JPEG, WebP or SVG file of at most 2 MB. `draw` takes any logo. */
  readonly logo?: string | Uint8Array | undefined;
}

/** Options for {@link design}: all options for `toSvg`, and those that docs/options.md lists for designs. */
export interface DesignOptions extends DesignInput, WithLogo {}

/** The options of a design, for `toSvg`, `toPng`, `toDataUrl`, `toCanvas` and `draw`. Can be spread into other
 *  options. Carries a `DesignCode`, whose types the package does not declare. */
export type Design = OptionsOf<keyof typeof svgTable> & WithLogo & { readonly [DESIGN]: object };

/** Lets the synchronous functions draw designs, such as eye shapes and gradients. Bundlers include the code for this only in
 *  pages that call `design`.
 *  @example const svg = toSvg("https://example.com", design({ eyeStyle: "leaf", gradient: "linear,45,#1a5fb4,#813d9c" }));
 *  @throws {QrError} INVALID_OPTION. */
export function design(options?: DesignOptions): Design {
  const saved = readSaved(optionsIn(options));
  checkDesign(saved, "");
  // Keeps the preset: a colour that is set next to a spread design then wins over the gradient of the preset.
  return { ...saved, [DESIGN]: { ...code, saved } };
}

const code: Omit<DesignCode, "saved"> = {
  check: checkDesign,
  layOut: layOutShapedLogo,
  plan: planDesign,
  svg: drawDesignSvg,
  pixels: (plan) => designPixels(plan),
};
