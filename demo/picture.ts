import type { LogoDrawn } from "./logo-picture.ts";
import { type FormatRow, formats, needsHost, type QrOptions } from "./product/options.ts";
import { bodyOf, type Picture } from "./product/pictures.ts";
import { type Client, createClient } from "./product/service.ts";

const baseUrl = new URL(".", location.href);

/** The client of the API next to the page. A server or the page's service worker may respond. */
export const service = createClient({ baseUrl });

/** The `fetch` of clients for secrets: the page's service worker does not forward what it cannot do. Use it only if there is a
 *  worker, because a server would get the request. */
export function fetchOnDevice(request: Request): Promise<Response> {
  request.headers.set("X-Isoqr-Device", "only");
  return fetch(request);
}

const device = createClient({ baseUrl, fetch: fetchOnDevice });

/** Returns the client for content that may be secret. */
export const serviceFor = (isSecret: boolean | undefined): Client => (isSecret ? device : service);

/** Whether an isoqr server delivered this page. The server marks the HTML, because a request to find out could log an error
 *  in the console. */
export const hasServer = document.documentElement.hasAttribute("data-server");

/** Draws the picture in this page. Rejects with QrError DATA_TOO_LONG or an error of the logo. */
export async function pictureOf(options: QrOptions): Promise<Picture> {
  const { print } = formats[options.format] as FormatRow;
  if (needsHost(options) || print) {
    const { picture } = await drawWithLogo(options);
    return { contentType: formats[options.format].contentType, body: bodyOf(picture) };
  }
  const { drawPicture } = await import("../src/render/formats.ts");
  return drawPicture(options);
}

/** Resolves to the picture with its logo, and its layout. With a signal, fetches are debounced. */
export async function drawWithLogo(options: QrOptions, signal?: AbortSignal): Promise<LogoDrawn> {
  const { drawLogo } = await import("./logo-picture.ts");
  return drawLogo(options, serviceFor, hasServer, signal);
}
