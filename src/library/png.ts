import type { QrData } from "../core/data.ts";
import { encodePixels } from "../core/pixels.ts";
import type { Design } from "../design.ts";
import { checkValues } from "../options/kinds.ts";
import { logoOf } from "../options/logo.ts";
import { type OptionsOf, type PngSettings, pngTable } from "../options/table.ts";
import { needing, optionsIn } from "../options/unknown-names.ts";
import { drawCanvas, drawPixels } from "../render/canvas.ts";
import type { CanvasLike } from "../render/canvas-like.ts";
import { planOf } from "../render/plan.ts";
import { drawPng } from "../render/png.ts";
import { designsOf } from "./checks.ts";
import type { SymbolOptions } from "./encode.ts";

/** Options for {@link toPng}. `size` is the width and height in pixels, 32 to 2048 (default 256). `color` and `bg`
 *  are colours such as "#1a2b3c", "#123", "1a2b3c" or "white" (default black on white); `bg` can also be "transparent".
 *  `margin` is the quiet zone in modules, 0 to 10 (default 4). `dotStyle` is the shape of the modules (default
 *  "square"). All options for {@link encode} are supported too. */
export type PngOptions = SymbolOptions &
  OptionsOf<Exclude<keyof typeof pngTable, "dotStyle">> & {
    readonly dotStyle?: PngSettings<QrData>["dotStyle"] | undefined;
  };

/** Returns the bytes of a PNG file that is `size` pixels wide and high and contains the QR code for `data`.
 *  @example await writeFile("code.png", toPng("https://example.com", { size: 512 }));
 *  @throws {QrError} like {@link encode}. */
export function toPng(data: QrData, options?: PngOptions | Design): Uint8Array<ArrayBuffer> {
  return drawImage(data, options);
}

/** Returns the bytes of a PNG, like {@link toPng}. Ignores those options in `rows` that PNGs do not have. */
export function drawImage(data: QrData, options?: object, rows?: object): Uint8Array<ArrayBuffer> {
  const { plan, pixels } = planImage(data, options, rows);
  return pixels ? encodePixels(pixels) : drawPng(plan);
}

/** Draws the QR code for `data` to a canvas, which becomes `size` pixels wide and high. The pixels are those of
 *  {@link toPng}.
 *  @example toCanvas(document.querySelector("canvas"), "https://example.com", { size: 512 });
 *  @throws {QrError} like {@link encode}, and INVALID_OPTION if `canvas` has no 2D context. */
export function toCanvas(canvas: CanvasLike, data: QrData, options?: PngOptions | Design): void {
  const { plan, pixels } = planImage(data, options);
  if (pixels) drawPixels(canvas, pixels);
  else drawCanvas(canvas, plan);
}

/** Returns the plan of a PNG, and its pixels if it has a look. Rejects a logo, because TypeScript's types exclude it but
 *  JavaScript callers may pass one. */
function planImage(data: QrData, given?: object, rows: object = pngTable) {
  const options = optionsIn(given);
  if (logoOf(options) !== undefined) throw needing("logo", "draw()");
  const designs = designsOf(options, rows, "png", "toSvg()");
  const settings = designs ? designs.check(options, data) : checkValues(pngTable, options, data);
  const plan = planOf(settings, undefined, designs);
  return { plan, pixels: plan.look && designs?.pixels(plan, {}) };
}
