import type { LogoDrawn } from "./logo-picture.ts";
import { formats, needsHost, type QrOptions } from "./product/options.ts";
import { bodyOf, type Picture } from "./product/pictures.ts";
import { createClient } from "./product/service.ts";

/** The client of the API next to the page. A server or the page's service worker may respond. */
export const service = createClient({ baseUrl: new URL(".", location.href) });

/** Whether an isoqr server delivered this page. The server marks the HTML, because a request to find out could log an error
 *  in the console. */
export const hasServer = document.documentElement.hasAttribute("data-server");

/** Draws the picture in this page. Rejects with QrError DATA_TOO_LONG or an error of the logo. */
export async function pictureOf(options: QrOptions): Promise<Picture> {
  if (needsHost(options)) {
    const { picture } = await drawWithLogo(options);
    return { contentType: formats[options.format].contentType, body: bodyOf(picture) };
  }
  const { drawPicture } = await import("../src/render/formats.ts");
  return drawPicture(options);
}

/** Resolves to the picture with its logo, and its layout. With a signal, fetches are debounced. */
export async function drawWithLogo(options: QrOptions, signal?: AbortSignal): Promise<LogoDrawn> {
  const { drawLogo } = await import("./logo-picture.ts");
  return drawLogo(options, service, hasServer, signal);
}
