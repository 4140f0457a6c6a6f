import type { QrData } from "../core/data.ts";
import { encodePixels } from "../core/pixels.ts";
import type { Design } from "../design.ts";
import { checkValues } from "../options/kinds.ts";
import { logoOf } from "../options/logo.ts";
import type { DotStyle, OptionsOf } from "../options/option-types.ts";
import { canvasTable, pngTable } from "../options/table.ts";
import { needing, optionsIn } from "../options/unknown-names.ts";
import { drawCanvas, drawPixels } from "../render/canvas.ts";
import type { CanvasLike } from "../render/canvas-like.ts";
import { planSized } from "../render/module-size.ts";
import type { PngOptions as PlanOptions } from "../render/plan.ts";
import { drawPng } from "../render/png.ts";
import { recolored } from "../render/png-color.ts";
import { designsOf } from "./checks.ts";
import type { SymbolOptions } from "./encode.ts";

/** Options for {@link toPng}. `color` and `bg` are colours such as "#1a2b3c", "#123", "1a2b3c" or "white"; `bg` can also be
 *  "transparent". */
export interface PngOptions extends SymbolOptions, OptionsOf<Exclude<keyof typeof pngTable, "dotStyle">> {
  /** Shape of the modules; {@link design} has more. Default "square". */
  readonly dotStyle?: DotStyle | undefined;
}

/** Options for {@link toCanvas}: those for {@link toPng}, without `pngColor`, because a canvas is always RGBA. */
export interface CanvasOptions extends Omit<PngOptions, "pngColor"> {}

/** Returns the bytes of a PNG file that is `size` pixels wide and high and contains the QR code for `data`.
 *  @example await writeFile("code.png", toPng("https://example.com", { size: 512 }));
 *  @throws {QrError} like {@link encode}. */
export function toPng(data: QrData, options?: PngOptions): Uint8Array<ArrayBuffer>;
export function toPng(data: QrData, options?: PngOptions | Design): Uint8Array<ArrayBuffer>;
export function toPng(data: QrData, options?: PngOptions | Design): Uint8Array<ArrayBuffer> {
  return drawImage(data, options);
}

/** Returns the bytes of a PNG, like {@link toPng}. Ignores the options in `rows` that PNGs do not have. */
export function drawImage(data: QrData, options?: object, rows?: object): Uint8Array<ArrayBuffer> {
  const { plan, pixels } = planImage(data, options, rows);
  return pixels ? encodePixels(recolored(pixels, plan.code.pngColor)) : drawPng(plan);
}

/** Draws the QR code for `data` to a canvas, which becomes `size` pixels wide and high. The pixels are those of
 *  {@link toPng}.
 *  @example toCanvas(document.querySelector("canvas"), "https://example.com", { size: 512 });
 *  @throws {QrError} like {@link encode}, INVALID_OPTION if `canvas` has no 2D context, and NOT_SUPPORTED if the browser cannot
 *  draw to a canvas of that size. */
export function toCanvas(canvas: CanvasLike, data: QrData, options?: CanvasOptions): void;
export function toCanvas(canvas: CanvasLike, data: QrData, options?: CanvasOptions | Design): void;
export function toCanvas(canvas: CanvasLike, data: QrData, options?: CanvasOptions | Design): void {
  const { plan, pixels } = planImage(data, options, canvasTable);
  if (pixels) drawPixels(canvas, pixels);
  else drawCanvas(canvas, plan);
}

/** Returns the plan of a PNG, and its pixels if it has a look. Rejects a logo at run time, because JavaScript callers may
 *  pass one in spite of the types. */
function planImage(data: QrData, given?: object, rows: object = pngTable) {
  const options = optionsIn(given);
  if (logoOf(options) !== undefined) throw needing("logo", "draw()");
  const designs = designsOf(options, rows, "png", "toSvg()");
  const settings = designs ? designs.check(options, data) : checkValues(pngTable, options, data);
  const plan = planSized<PlanOptions>(settings, undefined, designs);
  return { plan, pixels: plan.look && designs?.pixels(plan, {}) };
}
