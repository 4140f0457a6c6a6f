import { drawPageCaption, outlinePageLogo } from "./adapters/page-captions.ts";
import { fetchPageLogo } from "./logo/host/page-fetcher.ts";
import { createDraw, type Draw } from "./render/draw.ts";

// `draw` has its own file and chunk, because webpack keeps the dynamic imports of a file even if nothing uses the
// function that contains them.

/** Resolves to the QR code for `data` as a PNG or SVG. `logo` can be the bytes of a file, a data URI, a Blob, a File, or
 *  a URL, which is fetched. `format` is "png" (default) or "svg". All options for {@link toSvg} are supported too. The
 *  logo is drawn once, for both formats. Pages draw it on a canvas. On a server, SVG and JPEG logos require the
 *  package @resvg/resvg-wasm, and WebP logos require @jsquash/webp. A caption, or text in an SVG logo, requires the packages
 *  for social cards, and in a page the files that {@link useCaptionFiles} describes.
 *  @example const png = await draw("https://example.com", { logo: "https://example.com/logo.svg", size: 512 });
 *  @throws {QrError} like {@link encode}, and LOGO_INVALID, LOGO_TOO_LARGE, LOGO_UNREACHABLE, or NOT_SUPPORTED if a package
 *  is missing. */
export const draw: Draw = /* @__PURE__ */ createDraw({
  fetch: fetchPageLogo,
  async outline(bytes) {
    const { mayHaveText } = await import("./logo/file.ts");
    return mayHaveText(bytes) ? outlinePageLogo(bytes) : bytes;
  },
  async checkLogo(bytes) {
    const { checkLogo } = await import("./logo/header.ts");
    return checkLogo(bytes);
  },
  async open(bytes) {
    const { openLogo } = await import("./logo/host/canvas.ts");
    return openLogo(bytes);
  },
  drawCaption: drawPageCaption,
});
