import type { QrData } from "../core/data.ts";
import type { Design } from "../design.ts";
import { checkValues } from "../options/kinds.ts";
import { dataUrlTable, pngTable, svgTable } from "../options/table.ts";
import { optionsIn, ownOptions } from "../options/unknown-names.ts";
import { encodeBase64 } from "../text/base64.ts";
import { textEncoder } from "../text/bytes.ts";
import { drawImage } from "./png.ts";
import { type SvgOptions, toSvg } from "./svg.ts";

/** Options for {@link toDataUrl}: all options for {@link toSvg} and {@link toPng}, and `format`, "png" (default) or "svg". */
export interface DataUrlOptions extends SvgOptions {
  /** Format of the picture. Default "png". */
  readonly format?: "png" | "svg" | undefined;
}

/** Returns a PNG or SVG with the QR code for `data` as a data URI, for `src` attributes and CSS. An SVG is
 *  percent-encoded or in base64, whichever is shorter, and needs no quotes in `url()`.
 *  @example image.src = toDataUrl("https://example.com", { format: "svg" });
 *  @throws {QrError} like {@link encode}. */
export function toDataUrl(data: QrData, options?: DataUrlOptions): string;
export function toDataUrl(data: QrData, options?: DataUrlOptions | (Design & Pick<DataUrlOptions, "format">)): string;
export function toDataUrl(data: QrData, options?: DataUrlOptions | (Design & Pick<DataUrlOptions, "format">)): string {
  const given = optionsIn(options);
  // Each format ignores the options that only the other one has.
  return checkValues(dataUrlTable, given).format === "svg"
    ? toSvgDataUrl(data, { ...ownOptions(given), pngColor: undefined })
    : base64Url("image/png", drawImage(data, given, { ...svgTable, ...pngTable }));
}

/** Returns an SVG with the QR code for `data` as a data URI, like {@link toDataUrl} with the format "svg". Pages that use
 *  only this function contain no code for PNGs.
 *  @example image.src = toSvgDataUrl("https://example.com", { size: 300 });
 *  @throws {QrError} like {@link toSvg}. */
export function toSvgDataUrl(data: QrData, options?: SvgOptions | Design): string {
  return svgUrl(toSvg(data, options));
}

/** Returns `svg` as a data URI that needs no quotes in CSS and no escapes in HTML. `svg` must not contain apostrophes. */
function svgUrl(svg: string): string {
  const type = "image/svg+xml";
  const percent = encodeURIComponent(svg)
    .replace(/%(?:2[BCF]|3[ABD])/g, decodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const [short, long] = [`data:${type},${percent}`, base64Url(type, textEncoder().encode(svg))];
  return short.length <= long.length ? short : long;
}

function base64Url(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${encodeBase64(bytes)}`;
}
