import "../core/fast.ts";
import { createDraw, type Draw } from "../render/draw.ts";
import { drawHost } from "./library-host.ts";

// The library for servers: the same functions with the faster core. Logos and captions are drawn in the calling thread,
// by optional packages.
export * from "../index.ts";

export const draw: Draw = /* @__PURE__ */ createDraw(drawHost);
