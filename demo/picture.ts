import { createClient } from "../src/client/client.ts";
import type { QrOptions } from "../src/options/table.ts";
import type { Picture } from "../src/picture.ts";
import { drawPicture } from "../src/render/formats.ts";
import type { LogoDrawn } from "./logo-picture.ts";

/** The service, which stands where the page does: a server, the worker of this page, or nobody. */
export const service = createClient({ baseUrl: new URL(".", location.href) });

/** Whether a server brought this page, so that its addresses work elsewhere too. It marks the page itself, for asking would
 *  leave an error in the console of every page that has none. */
export const hasServer = document.documentElement.hasAttribute("data-server");

export function hasLogo({ logo, logoData }: QrOptions): boolean {
  return (logo ?? logoData) !== undefined;
}

/** The picture that `options` ask for, drawn in this page. What draws logos is loaded when there is one.
 *  @throws {QrError} DATA_TOO_LONG or a logo's error. */
export async function pictureOf(options: QrOptions): Promise<Picture> {
  return hasLogo(options) ? (await drawnWithLogo(options)).picture : drawPicture(options);
}

/** The same of a code with a logo, and where the logo stands. With a signal nothing is fetched before there is a rest. */
export async function drawnWithLogo(options: QrOptions, signal?: AbortSignal): Promise<LogoDrawn> {
  const { drawLogo } = await import("./logo-picture.ts");
  return drawLogo(options, service, signal);
}
