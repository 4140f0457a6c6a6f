import type { QrData } from "../core/data.ts";
import { checkValues } from "../options/kinds.ts";
import type { DotStyle, OptionsOf } from "../options/option-types.ts";
import { pngTable } from "../options/table.ts";
import { planOf } from "../render/plan.ts";
import { outlineOf } from "../render/svg.ts";
import { symbolOptions } from "./checks.ts";
import type { SymbolOptions } from "./encode.ts";

/** Options for {@link toPath}: all options for {@link encode}, and `margin` and `dotStyle`, as for {@link toPng}. */
export interface PathOptions extends SymbolOptions, OptionsOf<"margin"> {
  /** Shape of the modules. Default "square". */
  readonly dotStyle?: DotStyle | undefined;
}

/** The dark modules of a code as the attributes of SVG elements. */
export interface Path {
  /** The path, to be filled by the even-odd rule. */
  readonly d: string;
  /** The view box, which includes the quiet zone. */
  readonly viewBox: string;
}

/** Returns the dark modules of the QR code for `data` as one path, for code that creates its own SVG, such as React Native.
 *  @example const { d, viewBox } = toPath("https://example.com");
 *  // <Svg viewBox={viewBox} width={200}><Path d={d} fillRule="evenodd" /></Svg>
 *  @throws {QrError} like {@link encode}. */
export function toPath(data: QrData, options?: PathOptions): Path {
  const { path, units } = outlineOf(planOf(checkValues(pngTable, symbolOptions(options), data)));
  return { d: path, viewBox: `0 0 ${units} ${units}` };
}
