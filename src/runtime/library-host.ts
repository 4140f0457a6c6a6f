import { addressRefused } from "../logo/errors.ts";
import { fetchPageLogo } from "../logo/host/page-fetcher.ts";
import { createDraw, type Draw, type DrawHost } from "../render/draw.ts";
import { urlOf } from "../text/url.ts";

export const URL_OR_BYTES = "{field} must be an http or https URL: to use a file, pass its bytes";

const drawHost: DrawHost = {
  async fetch(url, maxBytes) {
    // Servers have no base URL to resolve other addresses with, and Bun and Deno would read files.
    if (!/^https?:$/.test(urlOf(url)?.protocol ?? "")) {
      throw addressRefused(URL_OR_BYTES);
    }
    return fetchPageLogo(url, maxBytes);
  },
  async outline(bytes) {
    const { outline } = await import("./library-logos.ts");
    return outline(bytes);
  },
  async checkLogo(bytes) {
    const { check } = await import("./library-logos.ts");
    return check(bytes);
  },
  async open(bytes) {
    const { openLogo } = await import("./library-logos.ts");
    return openLogo(bytes);
  },
  async drawCaption(job) {
    const { drawCaption } = await import("../card/installed.ts");
    return drawCaption(job);
  },
};

/** Draws logos and captions in the calling thread, with optional packages. */
export const draw: Draw = /* @__PURE__ */ createDraw(drawHost);
