import "../core/fast.ts";
import { addressRefused } from "../logo/errors.ts";
import { fetchPageLogo } from "../logo/host/page-fetcher.ts";
import { createDraw, type Draw } from "../render/draw.ts";

// The library for servers: the same functions with the faster core. Logos and captions are drawn in the calling thread,
// by optional packages.
export * from "../index.ts";

export const draw: Draw = /* @__PURE__ */ createDraw({
  async fetch(url, maxBytes) {
    // Servers have no base URL. Bun and Deno would read files.
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw addressRefused("must be an http or https URL: to use a file, pass its bytes");
    }
    return fetchPageLogo(url, maxBytes);
  },
  async open(bytes) {
    const { openLogo } = await import("./library-logos.ts");
    return openLogo(bytes);
  },
  async drawCaption(job) {
    const { drawCaption } = await import("../card/installed.ts");
    return drawCaption(job);
  },
  loadDesigns: () => import("../render/design.ts"),
});
