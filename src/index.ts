import { encodeBase64 } from "./base64.ts";
import { encodeSymbol } from "./core/core.ts";
import type { QrData } from "./core/data.ts";
import type { PixelSource } from "./core/image-writer.ts";
import { encodePixels } from "./core/pixels.ts";
import type { QrSymbol } from "./core/symbol.ts";
import type { Design, DesignDrawing } from "./design.ts";
import { QrError } from "./errors.ts";
import { settleOn, vectorSurface } from "./logo/budget.ts";
import { embedLogo } from "./logo/embed.ts";
import { checkValues } from "./options/kinds.ts";
import {
  DESIGN,
  dataUrlTable,
  type OptionsOf,
  type PngSettings,
  pngTable,
  strangersIn,
  svgTable,
  symbolTable,
  terminalTable,
} from "./options/table.ts";
import { drawTerminal } from "./render/blocks.ts";
import { type CanvasLike, drawCanvas, drawPixels } from "./render/canvas.ts";
import { drawMatrix, type Matrix } from "./render/matrix.ts";
import { drawPng } from "./render/png.ts";
import { drawSvg, drawSvgWithImage } from "./render/svg.ts";

export { useCaptionFiles } from "./adapters/page-captions.ts";
export { useCompiledCore } from "./core/core.ts";
export { type QrData, type Segment, type Segments, segments } from "./core/data.ts";
export type { EcLevel, QrSymbol } from "./core/symbol.ts";
export { type Design, type DesignOptions, design } from "./design.ts";
export { draw } from "./draw.ts";
export { QrError, type QrErrorCode } from "./errors.ts";
export type { CanvasLike } from "./render/canvas.ts";
export type { Draw, DrawOptions } from "./render/draw.ts";
export type { Matrix } from "./render/matrix.ts";

/** Options of a symbol, as {@link encode} describes them. */
export type SymbolOptions = OptionsOf<keyof typeof symbolTable>;

/** Options for {@link toPng}. `size` is the width and height in pixels, 32 to 2048 (default 256). `color` and `bg`
 *  are colours such as "#1a2b3c", "#123" or "1a2b3c" (default black on white); `bg` can also be "transparent".
 *  `margin` is the quiet zone in modules, 0 to 10 (default 4). `dotStyle` is the shape of the modules (default
 *  "square"). All options for {@link encode} are supported too. */
export type PngOptions = SymbolOptions &
  OptionsOf<"size" | "color" | "bg" | "margin"> & { readonly dotStyle?: PngSettings<QrData>["dotStyle"] | undefined };

/** Options for {@link toSvg}: all options for {@link toPng}, and these:
 *
 *  `logo` is a PNG, JPEG, WebP or SVG file: its bytes, or a data URI. With a logo, `ec` defaults to "H", and the
 *  version is raised until error correction can restore the modules that the logo replaces. `logoSize` is the logo's
 *  longer side as a share of the code's side, 0.1 to 0.4 (default 0.25). `logoMargin` is the space around it in pixels,
 *  0 to 20 (default 0).
 *
 *  `title` is the accessible name of the picture. It has 1 to 200 characters (default "QR code"). */
export type SvgOptions = PngOptions &
  OptionsOf<"title" | "logoSize" | "logoMargin"> & { readonly logo?: string | Uint8Array | undefined };

/** Options for {@link toDataUrl}: all options for {@link toSvg}, and `format`, "png" (default) or "svg". */
export type DataUrlOptions = SvgOptions & { readonly format?: "png" | "svg" | undefined };

/** Options for {@link toTerminal}: all options for {@link encode}, `margin`, `color` and `bg`. If `ansi` is true
 *  (the default), escape sequences set the colours. If it is false, the code has the terminal's colours, and block
 *  characters fill the light modules. */
export type TerminalOptions = SymbolOptions &
  OptionsOf<"margin" | "color" | "bg"> & { readonly ansi?: boolean | undefined };

/** Returns the QR code symbol for `data`: its modules, version, error correction level and mask. Synchronous, like all
 *  functions here except `draw`. The first call compiles the core, which takes about a millisecond.
 *
 *  The option `ec` is the error correction level: "L", "M" (default), "Q" or "H". `version` is the smallest version to
 *  use, 1 to 40 (default 1). `mask` is the mask pattern, 0 to 7 (default: the best one). `boost` raises `ec` as far as
 *  the version allows (default false). `eci` adds an ECI header for UTF-8 (default false).
 *
 *  @example const { side, modules } = encode("https://example.com", { ec: "Q" });
 *  @throws {QrError} DATA_MISSING if `data` is empty, DATA_TOO_LONG, INVALID_OPTION, or NOT_SUPPORTED if WebAssembly
 *  cannot be compiled. The other functions throw the same errors. */
export function encode(data: QrData, options?: SymbolOptions): QrSymbol {
  if (!options) return encodeSymbol(data);
  rejectUnknown(options);
  return encodeSymbol(data, checkValues(symbolTable, options));
}

/** Returns an SVG document that contains the QR code for `data`. A logo is embedded with its original bytes.
 *  @example element.innerHTML = toSvg("https://example.com", { size: 300, color: "1a5fb4", dotStyle: "rounded" });
 *  @throws {QrError} like {@link encode}, and LOGO_INVALID. */
export function toSvg(data: QrData, options?: SvgOptions | Design): string {
  const logo = logoOf(options);
  const drawing = drawingOf(options, svgTable);
  if (drawing) return drawing.svg(data, options as object, logo);
  if (logo === undefined) return drawSvg(checkValues(svgTable, options, data));
  const settings = checkValues(svgTable, { ...options, ec: options?.ec ?? "H" }, data);
  const { aspect, href } = embedLogo(logo);
  return drawSvgWithImage(settings, settleOn(vectorSurface, settings, aspect), href);
}

/** Returns the bytes of a PNG file that is `size` pixels wide and high and contains the QR code for `data`.
 *  @example await writeFile("code.png", toPng("https://example.com", { size: 512 }));
 *  @throws {QrError} like {@link encode}. */
export function toPng(data: QrData, options?: PngOptions | Design): Uint8Array<ArrayBuffer> {
  const picture = pictureOf(data, options);
  return "row" in picture ? encodePixels(picture) : drawPng(picture);
}

/** Returns the modules of the QR code for `data` as rows of 1 (dark) and 0 (light), without a quiet zone.
 *  @example const { size, modules } = toMatrix("https://example.com"); // modules[y][x]
 *  @throws {QrError} like {@link encode}. */
export function toMatrix(data: QrData, options?: SymbolOptions): Matrix {
  return drawMatrix(encode(data, options));
}

/** Returns a PNG or SVG with the QR code for `data` as a data URI, for `src` attributes and CSS. An SVG is
 *  percent-encoded or in base64, whichever is shorter, and needs no quotes in `url()`.
 *  @example image.src = toDataUrl("https://example.com", { format: "svg" });
 *  @throws {QrError} like {@link encode}. */
export function toDataUrl(data: QrData, options?: DataUrlOptions | (Design & Pick<DataUrlOptions, "format">)): string {
  return checkValues(dataUrlTable, options).format === "svg"
    ? svgUrl(toSvg(data, options))
    : base64Url("image/png", toPng(data, options));
}

/** Returns the QR code for `data` as lines of text with block characters. Each character is two modules high.
 *  @example console.log(toTerminal("https://example.com"));
 *  @throws {QrError} like {@link encode}. */
export function toTerminal(data: QrData, options?: TerminalOptions): string {
  rejectUnknown(options);
  const { ansi, ...frame } = checkValues(terminalTable, options);
  return drawTerminal(encodeSymbol(data, frame), frame, ansi).slice(0, -1);
}

/** Draws the QR code for `data` to a canvas, which becomes `size` pixels wide and high. The pixels are those of
 *  {@link toPng}.
 *  @example toCanvas(document.querySelector("canvas"), "https://example.com", { size: 512 });
 *  @throws {QrError} like {@link encode}, and INVALID_OPTION if `canvas` has no 2D context. */
export function toCanvas(canvas: CanvasLike, data: QrData, options?: PngOptions | Design): void {
  const picture = pictureOf(data, options);
  if ("row" in picture) drawPixels(canvas, picture);
  else drawCanvas(canvas, picture);
}

/** Returns `svg`, which contains no apostrophes, as a data URI that needs no quotes in CSS and no escapes in HTML. */
function svgUrl(svg: string): string {
  const type = "image/svg+xml";
  const percent = encodeURIComponent(svg)
    .replace(/%(?:2[BCF]|3[ABD])/g, decodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const [short, long] = [`data:${type},${percent}`, base64Url(type, new TextEncoder().encode(svg))];
  return short.length <= long.length ? short : long;
}

function base64Url(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${encodeBase64(bytes)}`;
}

/** Returns the pixels of a PNG if `options` are a design that the plain styles cannot draw, and otherwise its checked
 *  options. Rejects a logo, because TypeScript's types exclude it but JavaScript callers may pass one. */
function pictureOf(data: QrData, options: object | undefined): PixelSource | PngSettings<QrData> {
  if (logoOf(options) !== undefined) throw unsupported("needs draw()", "logo");
  return drawingOf(options, pngTable)?.view(data, options as object) ?? checkValues(pngTable, options, data);
}

/** Returns the drawing functions of a design. Without them, rejects unknown options and those that need a design. */
function drawingOf(options: Partial<Design> = {}, rows: object): DesignDrawing | undefined {
  const drawing = options[DESIGN];
  const [stranger] = drawing ? [] : strangersIn(options, rows);
  if (stranger) throw unsupported("is unknown or needs design()", stranger);
  return drawing;
}

/** Matches the options that only images have. */
const IMAGE =
  /^(size|color|bg|margin|dotS(tyle|ize)|(eye|pupil)(Style|Color)|(g|eyeG|bgG)radient|preset|(frame|caption)(Color)?|logo(Shape|Position))$/;

/** Rejects a logo and unknown options of functions that draw no images. Other options of images are ignored. */
function rejectUnknown(options: object = {}): void {
  if (logoOf(options) !== undefined) throw unsupported("needs toSvg() or draw()", "logo");
  const unknown = strangersIn({ ...options }, symbolTable).find((name) => !IMAGE.test(name));
  if (unknown) throw new QrError("INVALID_OPTION", 400, "is unknown: check its name", unknown);
}

function unsupported(rule: string, option: string): QrError {
  return new QrError("NOT_SUPPORTED", 501, rule, option);
}

/** Returns the logo in `options`, if there is one. JavaScript callers may pass a logo to functions that do not support
 *  logos, which must not ignore it. They may also pass it as `logoData`, its name in the other interfaces. */
function logoOf(options: object = {}): unknown {
  const { logo, logoData } = options as { readonly logo?: unknown; readonly logoData?: unknown };
  return logo ?? logoData;
}
