import { createClient } from "../src/client/client.ts";
import type { QrOptions } from "../src/options/table.ts";
import type { Picture } from "../src/picture.ts";
import { drawPicture } from "../src/render/formats.ts";
import type { LogoDrawn } from "./logo-picture.ts";

/** The service beside the page: a server, the worker of this page, or none. */
export const service = createClient({ baseUrl: new URL(".", location.href) });

/** Whether a server delivered this page. It marks the page, because a request could log an error in the console. */
export const hasServer = document.documentElement.hasAttribute("data-server");

export function hasLogo({ logo, logoData }: QrOptions): boolean {
  return (logo ?? logoData) !== undefined;
}

/** Draws the picture in this page. Rejects with QrError DATA_TOO_LONG or an error of the logo. */
export async function pictureOf(options: QrOptions): Promise<Picture> {
  return hasLogo(options) ? (await drawnWithLogo(options)).picture : drawPicture(options);
}

/** Draws a code with its logo, and resolves to its layout, too. With a signal, fetches are debounced. */
export async function drawnWithLogo(options: QrOptions, signal?: AbortSignal): Promise<LogoDrawn> {
  const { drawLogo } = await import("./logo-picture.ts");
  return drawLogo(options, service, signal);
}
