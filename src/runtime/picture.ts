import type { PictureCode } from "../api.ts";
import { drawForLibrary, type PictureCodeOptions } from "../picture-code/library.ts";
import type { HeavyWork } from "../ports.ts";
import { createHeavyWork } from "./heavy-work.ts";

export type { PictureCode, PictureScan } from "../api.ts";
export { QrError, type QrErrorCode } from "../errors.ts";
export type { PictureCodeOptions } from "../picture-code/library.ts";

let work: HeavyWork | undefined;

/** Resolves to a QR code for `data` that shows a picture, with its grade. The picture decides the free bits of the code, so
 *  that most modules are dark where it is dark, and the other modules become dots. Blocks the thread for a few seconds, and
 *  longer at large sizes.
 *  Requires the packages zxing-wasm and @undecaf/zbar-wasm for the grade, @resvg/resvg-wasm for JPEG and SVG files, and
 *  @jsquash/webp for WebP files. In browsers, requires no packages, and measures no grade.
 *  @example const { png } = await toPictureCode("https://example.com", { picture: await readFile("photo.jpg") });
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG; INVALID_OPTION, also if the strength leaves no readable code; LOGO_INVALID
 *  or LOGO_TOO_LARGE if the picture cannot be used; NOT_SUPPORTED if a package is missing. */
export async function toPictureCode(data: string, options: PictureCodeOptions): Promise<PictureCode> {
  return drawForLibrary(data, options, () => {
    work ??= createHeavyWork();
    return work;
  });
}
